import { useItem } from '../../../shared/desk';
import { findKind } from '../../../shared/taxonomy';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import { useItemsOf } from '../api';
import type { Holding } from '../useHold';
import { ItemChoice } from './ItemChoice';
import { MarkList } from './MarkList';
import { WritePanel } from './WritePanel';

const UNFINISHED = ['draft', 'returned'];
type Panel = Omit<Parameters<typeof WritePanel>[0], 'item' | 'kind'>;
interface Props extends Panel {
  video: string;
  username: string;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  holding: Holding;
}

/** Beside the video: which of one's items is written, and the item. */
export default function WriteSide({ video, username, chosen, onChoose, holding, ...panel }: Props) {
  const { slug, desk, marks } = panel;
  const items = useItemsOf(slug, video);
  const mine = (items.data?.results ?? []).filter(
    (item) => (item.author === username && item.state !== 'discarded') || item.id === chosen,
  );
  return (
    <section className="g2-right" aria-label="Write" data-coach="item">
      {items.isError && <ErrorNote error={items.error} retry={() => void items.refetch()} />}
      {!items.isPending && (
        <ItemChoice
          slug={slug}
          video={video}
          items={mine}
          chosen={chosen}
          onChoose={onChoose}
          onBegun={holding.take}
          taken={holding.hold.state === 'taken'}
        />
      )}
      {chosen !== null && (
        <OneItem
          key={chosen}
          id={chosen}
          {...panel}
          onSubmitted={() => {
            panel.onSubmitted();
            // With the last item in the making the video is the next writer's.
            if (mine.every((item) => item.id === chosen || !UNFINISHED.includes(item.state))) holding.leave();
          }}
        />
      )}
      {chosen === null && (mine.length > 0 || marks.list.length > 0) && (
        <div className="g2-pad">
          {mine.length > 0 && <p className="t2">Choose one of your items of this video, or begin another.</p>}
          <h2>My marks</h2>
          <MarkList desk={desk} marks={marks} onTake={null} taken={never} />
        </div>
      )}
    </section>
  );
}

const never = () => false;

function OneItem({ id, ...panel }: Panel & { id: string }) {
  const item = useItem(panel.slug, id);
  if (item.isPending) return <Loading what="the item" rows={4} />;
  if (item.isError)
    return (
      <div className="g2-pad">
        <ErrorNote error={item.error} retry={() => void item.refetch()} />
      </div>
    );
  const kind = findKind(panel.taxonomy.kinds, item.data.granularity, item.data.type);
  if (!kind || kind.granularity !== 'episode')
    return (
      <div className="g2-pad">
        <p className="t2">This item is about a clip; it is written on its own page.</p>
      </div>
    );
  return <WritePanel {...panel} item={item.data} kind={kind} />;
}
