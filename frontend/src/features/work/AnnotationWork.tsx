import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import type { MembershipInfo } from '../../shared/api/types';
import { plural } from '../../shared/lib/format';
import { Card } from '../../shared/ui/page';

interface Begun {
  id: string;
  video: { id: string } | null;
}

interface Queue {
  returned: Begun[];
  mine: Begun[];
  open: unknown;
  new: { count: number }[];
}

function useQueue(slug: string, granularity: 'clip' | 'episode') {
  return useQuery({
    queryKey: [granularity === 'clip' ? 'g1' : 'g2', slug, 'queue'],
    queryFn: () => api.get<Queue>(`/projects/${slug}/items/queue?granularity=${granularity}`),
    retry: false,
  });
}

/** What came back, what is begun and what is new, and one large button that opens the first of it. */
export function AnnotationWork({ membership }: { membership: MembershipInfo }) {
  const { slug, name } = membership.project;
  const queue = useQueue(slug, 'clip');
  const whole = useQueue(slug, 'episode').data;
  const waits = queue.data ? waiting(queue.data) : [];
  const wholeWaits = whole ? waiting({ ...whole, open: null, new: [] }) : [];
  const first = whole && [...whole.returned, ...whole.mine].find((item) => item.video !== null);
  return (
    <Card span={6} title={`Annotate in ${name}`}>
      <p className="f14">
        {queue.isPending
          ? 'Looking into your queue.'
          : queue.isError
            ? queue.error.message
            : waits.length > 0
              ? `Clip items: ${waits.join(', ')}.`
              : 'No draft of a clip item waits for you. Whole videos can be written about at any time.'}
      </p>
      {first && (
        <p className="f14" style={{ marginTop: 4 }}>
          Whole videos: {wholeWaits.join(', ')}.{' '}
          <Link href={`/p/${slug}/g2/${first.video?.id}?item=${first.id}`}>Go on with the first</Link>
        </p>
      )}
      <div className="row wrap" style={{ marginTop: 12 }}>
        {waits.length > 0 && (
          <Button
            component={Link}
            href={`/p/${slug}/g1/next`}
            size="md"
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
          >
            Continue writing
          </Button>
        )}
        <Button component={Link} href={`/p/${slug}/g1`} size="md" variant="default">
          The queue
        </Button>
        <Button component={Link} href={`/p/${slug}/g2`} size="md" variant="default">
          Whole videos
        </Button>
      </div>
    </Card>
  );
}

function waiting(queue: Queue): string[] {
  const begun = queue.mine.length + (queue.open ? 1 : 0);
  const fresh = queue.new.reduce((sum, group) => sum + group.count, 0);
  return [
    queue.returned.length > 0 ? `${queue.returned.length} came back` : '',
    begun > 0 ? `${begun} begun` : '',
    fresh > 0 ? plural(fresh, 'new draft') : '',
  ].filter(Boolean);
}
