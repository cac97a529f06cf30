import { lazy, Suspense, useMemo } from 'react';
import { ApiError } from '../../shared/api/client';
import { useMe } from '../../shared/api/session';
import { useItemVideo, type ItemVideo } from '../../shared/desk/api';
import { useProjectTaxonomy } from '../../shared/taxonomy/taxonomy';
import { usePage } from '../../shared/ui/chrome';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useVideo } from '../../shared/video';
import { useWatched } from './api';
import { Author } from './components/Author';
import { useHold } from './useHold';
import './g2.css';

// Seldom seen.
const VideoGone = lazy(() => import('./components/VideoGone'));

/** One video to watch and to write about. */
export default function AuthorPage({ slug, id }: { slug: string; id: string }) {
  const detail = useItemVideo(slug, id);
  const name = detail.data?.name ?? 'Video';
  usePage({
    title: `${name} · Whole videos`,
    crumbs: [{ label: 'Whole videos', to: `/p/${slug}/g2` }, { label: name }],
    workbench: true,
  });
  const { error } = detail;
  if (error instanceof ApiError && [404, 410].includes(error.status))
    return (
      <>
        <h1 className="sr">The video is gone</h1>
        <Suspense>
          <VideoGone slug={slug} video={id} loss={error} />
        </Suspense>
      </>
    );
  if (detail.isPending) return <Loading what="the video" />;
  if (detail.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={detail.error} retry={() => void detail.refetch()} />
      </div>
    );
  return (
    <>
      <h1 className="sr">{name}</h1>
      <Prepared key={id} slug={slug} source={detail.data} />
    </>
  );
}

function Prepared({ slug, source }: { slug: string; source: ItemVideo }) {
  const holding = useHold(slug, source.id);
  const { hold } = holding;
  const watched = useWatched(slug, source.id);
  const taxonomy = useProjectTaxonomy(slug);
  const me = useMe().data;
  const player = useVideo(useMemo(() => ({ ...source, has_audio: source.has_audio ?? false }), [source]));
  if (hold.state === 'lost')
    return (
      <Suspense>
        <VideoGone slug={slug} video={source.id} loss={{ code: 'video.lost', message: hold.says }} />
      </Suspense>
    );
  const error = watched.error ?? taxonomy.error;
  if (error)
    return (
      <div className="dash">
        <ErrorNote
          error={error}
          safe="Your marks and texts are kept."
          retry={() => {
            void watched.refetch();
            void taxonomy.refetch();
          }}
        />
      </div>
    );
  if (player.status === 'failed')
    return (
      <div className="dash">
        <ErrorNote error={new Error(player.problem)} retry={player.retry} safe="Your marks are kept." />
      </div>
    );
  if (player.status === 'loading' || !watched.data || !taxonomy.data || !me)
    return <Loading what={player.status === 'loading' ? player.waiting : 'what you have watched'} />;
  return (
    <Author
      slug={slug}
      source={source}
      video={player.video}
      watched={watched.data}
      taxonomy={taxonomy.data}
      person={me}
      holding={holding}
    />
  );
}
