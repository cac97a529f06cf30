import { Button } from '@mantine/core';
import { IconPuzzle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useRows } from '../../shared/api/list';
import { useProject } from '../../shared/api/project';
import { seconds, shortId, words } from '../../shared/lib/format';
import { totalWords } from '../../shared/lib/totals';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { Emotion, EMOTIONS, StateChip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Facets } from '../../shared/ui/Facets';
import { PageHead } from '../../shared/ui/page';
import { Empty } from '../../shared/ui/states';
import type { EpisodeRow } from './api';

const COLUMNS: Column<EpisodeRow>[] = [
  { id: 'id', head: 'Episode', cell: (e) => <span className="mono">{shortId(e.id)}</span>, width: 110 },
  { id: 'challenge', head: 'Challenge', cell: (e) => words(e.challenge) },
  { id: 'label', head: 'Label', cell: (e) => <Emotion label={e.label} /> },
  { id: 'motion', head: 'Motion', cell: (e) => e.motion?.name ?? '–' },
  { id: 'scene', head: 'Scene', cell: (e) => e.scene_name ?? '–' },
  { id: 'duration', head: 'Length', right: true, cell: (e) => seconds(e.duration_s) },
  { id: 'state', head: 'State', cell: (e) => <StateChip state={e.state} /> },
  {
    id: 'why',
    head: 'Refused because',
    wide: true,
    cell: (e) => (
      <span className="t2" title={e.refusal}>
        {e.refusal}
      </span>
    ),
  },
];

export default function EpisodesPage({ slug }: { slug: string }) {
  usePage({ title: 'Episodes', crumbs: [{ label: 'Episodes' }] });
  const [params, set] = useUrlState();
  const project = useProject(slug);
  const filters = Object.fromEntries(
    ['state', 'challenge', 'family', 'label', 'composition'].map((k) => [k, params.get(k)]),
  );
  const list = useRows<EpisodeRow>(`/projects/${slug}/episodes`, filters);
  const states = project.data?.funnel?.episodes ?? {};
  const filtered = Object.values(filters).some(Boolean);
  return (
    <div className="listpage">
      <Facets
        values={params}
        onChange={set}
        facets={[
          {
            id: 'state',
            label: 'State',
            options: Object.entries(states).map(([value, n]) => ({ value, label: words(value), n })),
          },
          {
            id: 'challenge',
            label: 'Challenge',
            options: ['far_visible', 'rear_view'].map((value) => ({ value, label: words(value) })),
          },
          { id: 'label', label: 'Label', options: EMOTIONS.map((value) => ({ value, label: words(value) })) },
        ]}
      />
      <div className="listmain">
        <PageHead
          title="Episodes"
          sub={totalWords(
            { rows: list.rows.length, total: list.total, more: list.hasNextPage, filtered },
            states,
          )}
        >
          <Button
            component={Link}
            href={`/p/${slug}/compose`}
            variant="default"
            leftSection={<IconPuzzle size={15} />}
          >
            Compose
          </Button>
        </PageHead>
        <RowsTable
          list={list}
          what="the episodes"
          skeletons={12}
          columns={COLUMNS}
          rowKey={(e) => e.id}
          href={(e) => `/p/${slug}/episodes/${e.id}`}
          label="Episodes"
          empty={
            filtered ? (
              <Empty title="No episode matches these filters" />
            ) : (
              <Empty
                title="There are no episodes yet"
                action={
                  <Button component={Link} href={`/p/${slug}/compose`}>
                    Compose episodes
                  </Button>
                }
              >
                An episode puts a motion into a scene, with a robot that watches. Write a plan and try it with
                a dry run.
              </Empty>
            )
          }
        />
      </div>
    </div>
  );
}
