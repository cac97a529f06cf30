import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import { usePage } from '../../shared/ui/chrome';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';

interface Batch { id: string; kind: string; waiting_for_you: number }

/** `/p/:slug/review` is the queue, `/p/:slug/review/:lease` one episode. */
export default function ReviewPage({ slug }: { slug: string; lease: string | undefined }) {
  usePage({ title: 'Review', crumbs: [{ label: 'Review' }] });
  const queue = useQuery({ queryKey: ['review', slug, 'queue'], queryFn: () => api.get<{ batches: Batch[] }>(`/projects/${slug}/review/queue`) });
  if (queue.isPending) return <Loading what="the review queue" />;
  if (queue.isError) return <div className="dash"><ErrorNote error={queue.error} retry={() => void queue.refetch()} /></div>;
  return (
    <div className="dash">
      <h1>Review</h1>
      {queue.data.batches.length === 0
        ? <Empty title="No episode waits for you">New ones appear when a maintainer has composed and rendered them.</Empty>
        : <table className="t"><thead><tr><th>Kind</th><th className="r">Waiting for you</th></tr></thead>
            <tbody>{queue.data.batches.map((b) => <tr key={b.id}><td>{b.kind}</td><td className="r">{b.waiting_for_you}</td></tr>)}</tbody></table>}
    </div>
  );
}
