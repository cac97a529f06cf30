import { Link } from 'wouter';
import { Thread, useThread } from '../../shared/talk';
import { usePage } from '../../shared/ui/chrome';
import { PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';

/** One thread: what the inbox leads to. A reviewer reads it here while the item is not for them to see. */
export default function ThreadPage({ slug, id }: { slug: string; id: string }) {
  usePage({ title: 'Thread', crumbs: [{ label: 'Thread' }] });
  const thread = useThread(slug, id);
  if (thread.isPending) return <Loading what="the thread" />;
  if (thread.isError)
    return (
      <div className="dash">
        <h1 className="sr">Thread</h1>
        <ErrorNote error={thread.error} retry={() => void thread.refetch()} />
      </div>
    );
  const { item, circle } = thread.data;
  return (
    <div className="dash">
      <PageHead title="Thread" sub={circle === 'reviewer' ? 'About an item in review' : 'About an item'}>
        {item && <Link href={`/p/${slug}/items/${item}/history`}>History of the item</Link>}
      </PageHead>
      <Thread key={id} slug={slug} thread={thread.data} unfolded />
    </div>
  );
}
