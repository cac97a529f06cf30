import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/client';
import type { Page } from '../../shared/api/types';
import { words } from '../../shared/lib/format';
import { Emotion } from '../../shared/ui/chips';
import { ErrorNote } from '../../shared/ui/states';
import { answerText } from './logic';
import type { ReleaseDetail } from './types';

interface EpisodeRow {
  episode_id: string;
  label: string;
  episode_family: string;
  challenge: string | null;
  /** Absent in rows of releases from before there were actions and dyads. */
  action?: string | null;
  target?: string | null;
  performance_id: string;
  performer_id: string | null;
  scene: string;
  duration_s: number;
  media_withheld: string | null;
  clips: { setting: string }[];
}
interface ItemRow {
  question_id: string;
  video_id: string;
  type: string;
  granularity: string;
  question: string;
  answer: unknown;
  clip_path: string | null;
  media_withheld: string | null;
}

/** The first rows of a split as they stand in the files. */
export function Rows({ slug, release }: { slug: string; release: ReleaseDetail }) {
  const splits = Object.keys(release.counts_by_split);
  const [split, setSplit] = useState(splits[0] ?? '');
  const items = release.header?.project.kind === 'longemo';
  const rows = useQuery({
    queryKey: ['split', slug, release.version, split],
    enabled: split !== '',
    queryFn: () =>
      api.get<Page<EpisodeRow | ItemRow>>(
        `/projects/${slug}/releases/${release.version}/splits/${split}?limit=20`,
      ),
  });
  if (splits.length === 0) return null;
  return (
    <>
      <div className="row wrap">
        <h2>First rows</h2>
        <SegmentedControl value={split} onChange={setSplit} data={splits} aria-label="Split" />
      </div>
      {rows.isError && <ErrorNote error={rows.error} />}
      <div className="scrollx">
        {items ? (
          <ItemTable rows={(rows.data?.results ?? []) as ItemRow[]} />
        ) : (
          <EpisodeTable rows={(rows.data?.results ?? []) as EpisodeRow[]} />
        )}
      </div>
    </>
  );
}

function Withheld({ why }: { why: string }) {
  return (
    <span className="t3" title={why}>
      withheld
    </span>
  );
}

function EpisodeTable({ rows }: { rows: EpisodeRow[] }) {
  return (
    <table className="t">
      <thead>
        <tr>
          <th>Episode</th>
          <th>Label</th>
          <th>About</th>
          <th>Performance</th>
          <th>Performer</th>
          <th>Scene</th>
          <th className="r">Length</th>
          <th>Media</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.episode_id}>
            <td className="mono">{r.episode_id.slice(0, 8)}</td>
            <td>
              <Emotion label={r.label} />
            </td>
            <td>
              {words(r.challenge ?? r.action ?? r.episode_family)}
              {r.target && <span className="t3"> about {r.target}</span>}
            </td>
            <td className="clip-text rowtext">{r.performance_id}</td>
            <td>{r.performer_id ?? <span className="t3">not known</span>}</td>
            <td>{r.scene}</td>
            <td className="r">{r.duration_s.toFixed(2)} s</td>
            <td>
              {r.media_withheld ? (
                <Withheld why={r.media_withheld} />
              ) : (
                r.clips.map((c) => c.setting).join(', ')
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ItemTable({ rows }: { rows: ItemRow[] }) {
  return (
    <table className="t">
      <thead>
        <tr>
          <th>Item</th>
          <th>Type</th>
          <th>Question</th>
          <th>Answer</th>
          <th>Video</th>
          <th>Media</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.question_id}>
            <td className="mono">{r.question_id}</td>
            <td>{r.type}</td>
            <td className="rowtext wide">{r.question}</td>
            <td className="rowtext">
              {r.answer === null ? <span className="t3">withheld</span> : answerText(r.answer)}
            </td>
            <td className="mono">{r.video_id}</td>
            <td>
              {r.media_withheld ? (
                <Withheld why={r.media_withheld} />
              ) : r.granularity === 'clip' ? (
                'clip'
              ) : (
                'video'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
