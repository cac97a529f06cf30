import { Link, useLocation } from 'wouter';
import TimeLine from '../../shared/history/TimeLine';
import { useItemHistory } from '../../shared/history';
import { usePage } from '../../shared/ui/chrome';
import { PageHead } from '../../shared/ui/page';

/** The time line on a page of its own: what permalinks and the inbox lead to, and what those who judged an item read
 *  once it is finished. */
export default function HistoryPage({ slug, id }: { slug: string; id: string }) {
  const [, go] = useLocation();
  const history = useItemHistory(slug, id).data;
  const name = history?.item.external_id || 'Item';
  const writes = history !== undefined && history.part !== 'reviewer';
  usePage({
    title: `History · ${name}`,
    crumbs: [
      writes ? { label: 'Items', to: `/p/${slug}/items` } : { label: 'Items' },
      writes ? { label: name, to: `/p/${slug}/items/${id}` } : { label: name },
      { label: 'History' },
    ],
  });
  return (
    <div className="dash">
      <PageHead title={`History of ${name === 'Item' ? 'an item' : name}`} sub={history?.item.question}>
        {writes && <Link href={`/p/${slug}/items/${id}`}>Open the item</Link>}
      </PageHead>
      <TimeLine
        alone
        slug={slug}
        id={id}
        onSeek={
          writes && history.item.video !== null ? (s) => go(`/p/${slug}/items/${id}?t=${s}`) : undefined
        }
      />
    </div>
  );
}
