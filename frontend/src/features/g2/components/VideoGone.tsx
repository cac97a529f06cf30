import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useMe } from '../../../shared/api/session';
import { LossNote, type VideoLoss } from '../../../shared/desk';
import { ErrorNote } from '../../../shared/ui/states';
import { useItemsOf } from '../api';
import { useNextVideo } from '../useNextVideo';

/** QU105: what is left of the page once its video may not be used any more: one's own words. */
export default function VideoGone({ slug, video, loss }: { slug: string; video: string; loss: VideoLoss }) {
  const me = useMe().data?.username;
  const items = (useItemsOf(slug, video).data?.results ?? []).filter((item) => item.author === me);
  const next = useNextVideo(slug);
  return (
    <div className="dash">
      <LossNote loss={loss}>
        <Button size="compact-sm" loading={next.busy} onClick={() => void next.start(video)}>
          Another video
        </Button>
        <Button size="compact-sm" variant="default" component={Link} href={`/p/${slug}/g2`}>
          All videos
        </Button>
      </LossNote>
      {next.says && (
        <div className="note" role="status">
          <p>{next.says}</p>
        </div>
      )}
      {next.failure !== null && <ErrorNote error={next.failure} />}
      {items.length > 0 && (
        <section className="g2-gone" aria-labelledby="gone-items">
          <h2 id="gone-items">What you wrote about it</h2>
          <ul className="plainlist">
            {items.map((item) => (
              <li key={item.id}>
                <Link href={`/p/${slug}/items/${item.id}`}>
                  {item.question || 'An item without a question yet'}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
