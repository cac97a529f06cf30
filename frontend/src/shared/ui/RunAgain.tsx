import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { mayRunAgain, useJob, useRunAgain } from '../api/jobs';
import { ErrorNote } from './states';

interface Props {
  job: string | null;
  why: string;
  failed: boolean;
  /** What stays and how it goes on; said where it can. */
  rest: string;
}

/** Work that ended before it was done: why, and the press that lets it go on. */
export function RunAgain({ job: id, why, failed, rest }: Props) {
  const job = useJob(id).data;
  const again = useRunAgain();
  const goesOn = job !== undefined && mayRunAgain(job);
  return (
    <>
      <div className={failed ? 'note no' : 'note'} role={failed ? 'alert' : 'status'}>
        <p className="grow">
          {why} {goesOn && rest}
        </p>
        {goesOn && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate(job.id)}
          >
            Run again
          </Button>
        )}
      </div>
      {again.isError && <ErrorNote error={again.error} />}
    </>
  );
}
