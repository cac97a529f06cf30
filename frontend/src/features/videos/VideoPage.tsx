import { useMemo } from 'react';
import { useRoles } from '../../shared/api/session';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import { Link } from 'wouter';
import { PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { useVideo, type VideoSource } from '../../shared/video';
import { useVideoDetail } from './api/hooks';
import type { VideoDetail } from './api/types';
import { About } from './components/About';
import { Preparing, Refused } from './components/NotReady';
import { Workbench, type Rights } from './components/Workbench';
import './videos.css';

function Playable({ slug, detail, rights }: { slug: string; detail: VideoDetail; rights: Rights }) {
  const source = useMemo<VideoSource>(() => ({ ...detail, has_audio: detail.has_audio ?? false }), [detail]);
  const player = useVideo(source);
  if (player.status === 'loading') return <Loading what={player.waiting} />;
  if (player.status === 'failed')
    return (
      <div className="dash">
        <ErrorNote error={new Error(player.problem)} retry={player.retry} safe="Your marks are kept." />
      </div>
    );
  return <Workbench slug={slug} detail={detail} video={player.video} {...rights} />;
}

/** Taken out for good. */
function Withdrawn({ slug, detail }: { slug: string; detail: VideoDetail }) {
  return (
    <div className="dash">
      <PageHead title={detail.name}>
        <StateChip state={detail.state} />
      </PageHead>
      <Empty title="This video was withdrawn">
        Nothing of it is here any more. <Link href={`/p/${slug}/withdrawals`}>When and why</Link>
      </Empty>
    </div>
  );
}

/** Not playable yet, or never: why, and all that is known. */
function Waiting({ slug, detail, mayEdit }: { slug: string; detail: VideoDetail; mayEdit: boolean }) {
  return (
    <div className="dash">
      <PageHead title={detail.name} sub={detail.source}>
        <StateChip state={detail.state} />
      </PageHead>
      <div className="waiting">
        <section className="card pad" aria-label="State">
          {detail.state === 'refused' ? (
            <Refused slug={slug} video={detail} mayPrepare={mayEdit} />
          ) : (
            <Preparing video={detail} />
          )}
        </section>
        <section className="card pad" aria-label="About">
          <About slug={slug} video={detail} mayEdit={mayEdit} />
        </section>
      </div>
    </div>
  );
}

export default function VideoPage({ slug, id }: { slug: string; id: string }) {
  const detail = useVideoDetail(slug, id);
  const roles = useRoles(slug);
  const playable = detail.data?.state === 'ready';
  const name = detail.data?.name ?? 'Video';
  usePage({
    title: `${name} · Videos`,
    crumbs: [{ label: 'Videos', to: `/p/${slug}/videos` }, { label: name }],
    workbench: playable,
  });
  if (detail.isPending) return <Loading what="the video" />;
  if (detail.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={detail.error} retry={() => void detail.refetch()} />
      </div>
    );
  const mayEdit = roles.has('maintainer');
  if (detail.data.state === 'withdrawn') return <Withdrawn slug={slug} detail={detail.data} />;
  if (!playable) return <Waiting slug={slug} detail={detail.data} mayEdit={mayEdit} />;
  return (
    <>
      <h1 className="sr">{name}</h1>
      <Playable
        key={id}
        slug={slug}
        detail={detail.data}
        rights={{ mayEdit, mayCut: mayEdit || roles.has('annotator') }}
      />
    </>
  );
}
