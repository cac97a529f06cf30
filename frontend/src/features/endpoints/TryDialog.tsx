import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useAfter } from '../../shared/ui/states';
import { ErrorNote } from '../../shared/ui/states';
import { isOver, useCall, useTry, type Finding, type Profile } from './api';

const MARKS = { good: IconCheck, note: IconInfoCircle, bad: IconAlertTriangle };
const SAID = { good: 'Good', note: 'Note', bad: 'Problem' };

export function Findings({ found }: { found: readonly Finding[] }) {
  return (
    <ul className="ep-findings" aria-label="What the test showed">
      {found.map((f) => {
        const Mark = MARKS[f.weight];
        return (
          <li key={f.text} className={f.weight}>
            <Mark size={16} aria-label={SAID[f.weight]} />
            <span>{f.text}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Progress({ slug, id }: { slug: string; id: string }) {
  const call = useCall(slug, id);
  const late = useAfter(10_000);
  if (call.isError) return <ErrorNote error={call.error} retry={() => void call.refetch()} />;
  if (!call.data || !isOver(call.data))
    return (
      <p role="status">
        {call.data?.state === 'sending' ? 'On its way; waiting for the answer.' : 'Waiting for a worker.'}
        {late && ' This takes longer than usual: look at the jobs whether a worker has it.'}
      </p>
    );
  return (
    <>
      <div role="status">
        <Findings found={call.data.findings} />
        {call.data.findings.length === 0 && (
          <p>{call.data.explanation || 'The test ended without an answer.'}</p>
        )}
      </div>
      <Link className="f12" href={`/p/${slug}/calls/${id}`}>
        What was sent and what came back
      </Link>
    </>
  );
}

/** One small call, made when the dialog opens. */
export function TryDialog({
  slug,
  profile,
  onClose,
}: {
  slug: string;
  profile: Profile;
  onClose: () => void;
}) {
  const trial = useTry(slug);
  const { mutate } = trial;
  useEffect(() => mutate(profile.id), [mutate, profile.id]);
  return (
    <Modal.Root opened onClose={onClose}>
      <Modal.Overlay />
      <Modal.Content>
        <div className="row ep-head">
          <Modal.Title>Try {profile.slug}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>
          <div className="ep-stack">
            {trial.isError && <ErrorNote error={trial.error} />}
            {trial.data ? <Progress key={trial.data.id} slug={slug} id={trial.data.id} /> : null}
            <div className="row">
              <Button
                variant="default"
                size="xs"
                onClick={() => mutate(profile.id)}
                loading={trial.isPending}
              >
                Try again
              </Button>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
