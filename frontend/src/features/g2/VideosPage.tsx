import { Button } from '@mantine/core';
import { IconPhotoOff, IconPlayerPlay, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRows } from '../../shared/api/list';
import { useRoles } from '../../shared/api/session';
import { clock, count, plural, shortDay, words } from '../../shared/lib/format';
import { totalWords } from '../../shared/lib/totals';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { Chip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { Facets } from '../../shared/ui/Facets';
import { PageHead } from '../../shared/ui/page';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty, ErrorNote } from '../../shared/ui/states';
import { timecode } from '../../shared/video/times';
import { videosPath, type VideoToWriteAbout } from './api';
import { shareWords } from './model/coverage';
import { useNextVideo } from './useNextVideo';
import './g2.css';

function Name({ video }: { video: VideoToWriteAbout }) {
  return (
    <span className="g2-name">
      {video.poster_url ? (
        <span className={video.content_warnings.length > 0 ? 'g2-poster warned' : 'g2-poster'} aria-hidden>
          <img src={video.poster_url} alt="" loading="lazy" decoding="async" width={80} height={45} />
        </span>
      ) : (
        <span className="g2-poster" aria-hidden>
          <IconPhotoOff size={18} stroke={1.5} />
        </span>
      )}
      <span className="col">
        <span className="clip-text" title={video.name}>
          {video.name}
        </span>
        <span className="clip-text f12 t3" title={video.source}>
          {video.content_warnings.length > 0 ? video.content_warnings.map(words).join(', ') : video.source}
        </span>
      </span>
    </span>
  );
}

function Coverage({ video }: { video: VideoToWriteAbout }) {
  if (video.is_enough) return <Chip tone="ok">{shareWords(video.watched)} watched</Chip>;
  if (video.watched === 0) return <span className="t3">not begun</span>;
  return (
    <span className="row">
      <span className="g2-share" aria-hidden>
        <i style={{ width: `${video.watched * 100}%` }} />
      </span>
      <span className="num">{shareWords(video.watched)}</span>
    </span>
  );
}

const at = (iso: string) => `${shortDay(iso)}${clock(iso)}`;

function AtWork({ video: v }: { video: VideoToWriteAbout }) {
  if (v.mine_until) return <Chip tone="ok">yours until {at(v.mine_until)}</Chip>;
  if (!v.is_free && v.others_until) return <Chip tone="wait">with others until {at(v.others_until)}</Chip>;
  if (v.is_skipped) return <span className="t3">skipped by you</span>;
  if (v.others_writing > 0)
    return <Chip tone="wait">{plural(v.others_writing, 'other is writing', 'others are writing')}</Chip>;
  return <span className="t3">free</span>;
}

const number = (n: number) => (n > 0 ? count(n) : <span className="t3">none</span>);
const COLUMNS: Column<VideoToWriteAbout>[] = [
  { id: 'name', head: 'Video', width: 320, cell: (v) => <Name video={v} /> },
  {
    id: 'length',
    head: 'Length',
    right: true,
    cell: (v) => (v.duration_s === null ? '–' : timecode(v.duration_s, 0)),
  },
  { id: 'watched', head: 'Watched by me', cell: (v) => <Coverage video={v} /> },
  { id: 'unfinished', head: 'My drafts', right: true, cell: (v) => number(v.my_unfinished) },
  { id: 'submitted', head: 'My submitted', right: true, cell: (v) => number(v.my_submitted) },
  { id: 'others', head: 'Of others', right: true, cell: (v) => number(v.of_others) },
  {
    id: 'writing',
    head: 'At work',
    wide: true,
    cell: (v) => <AtWork video={v} />,
  },
];
const FACETS = [
  {
    id: 'watched',
    label: 'Watched by me',
    options: [
      { value: 'none', label: 'Not begun' },
      { value: 'part', label: 'In part' },
      { value: 'enough', label: 'Enough to submit' },
    ],
  },
  {
    id: 'mine',
    label: 'My items',
    options: [
      { value: 'none', label: 'None' },
      { value: 'unfinished', label: 'With drafts' },
      { value: 'submitted', label: 'With submitted ones' },
    ],
  },
];

/** What has been in the list, A–Z: a filter must not take away the other choices. */
function useSeen(values: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const all = [...new Set([...seen, ...values.filter(Boolean)])].toSorted();
  if (all.length > seen.length) setSeen(all);
  return all;
}

/** The videos to author: what I have watched and written of each, and how much others have. */
export default function VideosPage({ slug }: { slug: string }) {
  usePage({ title: 'Whole videos', crumbs: [{ label: 'Whole videos' }] });
  const [params, set] = useUrlState();
  const maintainer = useRoles(slug).has('maintainer');
  const filters = Object.fromEntries(['watched', 'mine', 'domain', 'search'].map((k) => [k, params.get(k)]));
  const list = useRows<VideoToWriteAbout>(videosPath(slug), filters);
  const next = useNextVideo(slug);
  const filtered = Object.values(filters).some(Boolean);
  const domains = useSeen([...list.rows.map((v) => v.domain), params.get('domain') ?? '']);
  return (
    <div className="listpage">
      <Facets
        values={params}
        onChange={set}
        search="Find a video"
        facets={[
          ...FACETS,
          {
            id: 'domain',
            label: 'Domain',
            options: domains.map((value) => ({ value, label: value })),
          },
        ]}
      />
      <div className="listmain">
        <PageHead
          title="Whole videos"
          sub={totalWords(
            { rows: list.rows.length, total: list.total, more: list.hasNextPage, filtered },
            {},
          )}
        >
          <Button
            component={Link}
            href={`/p/${slug}/rubrics`}
            variant="default"
            leftSection={<IconScale size={15} />}
          >
            {maintainer ? 'Rubrics' : 'Read the rubrics'}
          </Button>
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={next.busy}
            onClick={() => void next.start()}
          >
            Next video
          </Button>
        </PageHead>
        {next.says && (
          <div className="note" role="status">
            <p>{next.says}</p>
          </div>
        )}
        {next.failure !== null && <ErrorNote error={next.failure} />}
        <RowsTable
          list={list}
          what="the videos"
          skeletons={10}
          columns={COLUMNS}
          rowKey={(v) => v.id}
          rowHeight={56}
          href={(v) => `/p/${slug}/g2/${v.id}`}
          label="Videos to write about"
          empty={
            filtered ? (
              <Empty title="No video matches these filters" />
            ) : (
              <Empty title="There are no videos to write about yet">
                Videos appear here once they are prepared. A maintainer registers them.
              </Empty>
            )
          }
        />
      </div>
    </div>
  );
}
