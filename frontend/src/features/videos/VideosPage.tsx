import { Button } from '@mantine/core';
import { IconPhotoOff, IconUpload, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRows } from '../../shared/api/list';
import { useRoles } from '../../shared/api/session';
import { count, words } from '../../shared/lib/format';
import { totalWords } from '../../shared/lib/totals';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { Facets } from '../../shared/ui/Facets';
import { PageHead } from '../../shared/ui/page';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty } from '../../shared/ui/states';
import { isWorking } from './api/hooks';
import type { VideoRow } from './api/types';
import { lengthWords, rateWords, sizeWords, STATES } from './model/words';
import './videos.css';

const ROW = 56;

function Poster({ video }: { video: VideoRow }) {
  if (!video.poster_url)
    return (
      <span className="vposter none" aria-hidden>
        <IconPhotoOff size={18} stroke={1.5} />
      </span>
    );
  return (
    <span className={video.content_warnings.length > 0 ? 'vposter warned' : 'vposter'} aria-hidden>
      <img src={video.poster_url} alt="" loading="lazy" decoding="async" width={80} height={45} />
    </span>
  );
}

/** The state, and under it why, or what one should know before opening it. */
function State({ video }: { video: VideoRow }) {
  const text = video.notes
    .filter((n) => n.kind !== 'remark')
    .map((n) => n.message)
    .join(' ');
  return (
    <span className="vstate" title={text}>
      <span className="row">
        <StateChip state={video.state} />
        {video.content_warnings.length > 0 && (
          <span className="chip line">{video.content_warnings.map(words).join(', ')}</span>
        )}
      </span>
      {text && <span className="clip-text f12 t2">{text}</span>}
    </span>
  );
}

const COLUMNS: Column<VideoRow>[] = [
  {
    id: 'name',
    head: 'Video',
    width: 300,
    cell: (v) => (
      <span className="vname">
        <Poster video={v} />
        <span className="vnames">
          <span className="clip-text" title={v.name}>
            {v.name}
          </span>
          <span className="clip-text f12 t3" title={v.source}>
            {v.source}
          </span>
        </span>
      </span>
    ),
  },
  { id: 'length', head: 'Length', right: true, cell: (v) => lengthWords(v.duration_s) },
  {
    id: 'picture',
    head: 'Picture',
    right: true,
    cell: (v) => (
      <span className="vnames">
        {sizeWords(v.width, v.height)}
        {v.rate && <span className="f12 t3">{rateWords(v.rate)}</span>}
      </span>
    ),
  },
  {
    id: 'sound',
    head: 'Sound',
    cell: (v) =>
      v.has_audio === null ? (
        '–'
      ) : v.has_audio ? (
        'yes'
      ) : (
        <span className="row t3" style={{ gap: 4 }}>
          <IconVolumeOff size={14} aria-hidden />
          silent
        </span>
      ),
  },
  {
    id: 'subtitles',
    head: 'Subtitles',
    right: true,
    cell: (v) => (v.subtitle_tracks > 0 ? count(v.subtitle_tracks) : <span className="t3">none</span>),
  },
  {
    id: 'clips',
    head: 'Clips',
    right: true,
    cell: (v) => (v.clips > 0 ? count(v.clips) : <span className="t3">none</span>),
  },
  { id: 'state', head: 'State', wide: true, cell: (v) => <State video={v} /> },
];

/** What has been in the list, A–Z: a filter must not take away the other choices. */
function useSeen(values: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const all = [...new Set([...seen, ...values.filter(Boolean)])].toSorted();
  if (all.length > seen.length) setSeen(all);
  return all;
}

export default function VideosPage({ slug }: { slug: string }) {
  usePage({ title: 'Videos', crumbs: [{ label: 'Videos' }] });
  const [params, set] = useUrlState();
  const maintainer = useRoles(slug).has('maintainer');
  const filters = Object.fromEntries(
    ['state', 'domain', 'subtitles', 'search'].map((k) => [k, params.get(k)]),
  );
  const list = useRows<VideoRow>(`/projects/${slug}/videos`, filters, {
    refetch: 2500,
    refetchWhile: (rows) => rows.some((v) => isWorking(v.state)),
  });
  const filtered = Object.values(filters).some(Boolean);
  const domains = useSeen([...list.rows.map((v) => v.domain), params.get('domain') ?? '']);
  const register = (
    <Button component={Link} href={`/p/${slug}/videos/register`} leftSection={<IconUpload size={15} />}>
      Register videos
    </Button>
  );
  return (
    <div className="listpage">
      <Facets
        values={params}
        onChange={set}
        search="Find a video"
        facets={[
          {
            id: 'state',
            label: 'State',
            options: STATES.map((value) => ({ value, label: words(value) })),
          },
          {
            id: 'domain',
            label: 'Domain',
            options: domains.map((value) => ({ value, label: value })),
          },
          {
            id: 'subtitles',
            label: 'Subtitles',
            options: [
              { value: 'yes', label: 'With subtitles' },
              { value: 'no', label: 'Without' },
            ],
          },
        ]}
      />
      <div className="listmain videolist">
        <PageHead
          title="Videos"
          sub={totalWords(
            { rows: list.rows.length, total: list.total, more: list.hasNextPage, filtered },
            {},
          )}
        >
          {maintainer && register}
        </PageHead>
        <RowsTable
          list={list}
          what="the videos"
          skeletons={10}
          columns={COLUMNS}
          rowKey={(v) => v.id}
          rowHeight={ROW}
          href={(v) => `/p/${slug}/videos/${v.id}`}
          label="Videos"
          empty={
            filtered ? (
              <Empty title="No video matches these filters" />
            ) : (
              <Empty title="There are no videos yet" action={maintainer ? register : undefined}>
                {maintainer
                  ? 'Bring in video files, with a table that says source, licence and rights, and their subtitles.'
                  : 'A maintainer registers them; they appear here as they are prepared.'}
              </Empty>
            )
          }
        />
      </div>
    </div>
  );
}
