import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { rowsOf, useRows } from '../../shared/api/list';
import { useProject } from '../../shared/api/project';
import type { Page } from '../../shared/api/types';
import { seconds, words } from '../../shared/lib/format';
import { totalWords } from '../../shared/lib/totals';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { Emotion, EMOTIONS, StateChip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Facets } from '../../shared/ui/Facets';
import { PageHead } from '../../shared/ui/page';
import { Empty } from '../../shared/ui/states';
import type { MotionRow } from './api';
import { named } from './names';

const COLUMNS: Column<MotionRow>[] = [
  { id: 'name', head: 'Motion', cell: (m) => m.name, width: 230 },
  {
    id: 'label',
    head: 'Label',
    cell: (m) =>
      m.label ? (
        <Emotion label={m.label} />
      ) : (
        <span className="t3" title={m.exclusion_reason}>
          {m.exclusion_reason ? 'excluded' : 'none'}
        </span>
      ),
  },
  { id: 'source', head: 'Source label', cell: (m) => m.source_label || <span className="t3">none</span> },
  { id: 'performer', head: 'Performer', cell: (m) => m.performer ?? <span className="t3">not known</span> },
  {
    id: 'collection',
    head: 'Collection',
    cell: (m) => (
      <span className="short" title={named(m.collection)}>
        {named(m.collection)}
      </span>
    ),
  },
  {
    id: 'duration',
    head: 'Length',
    right: true,
    cell: (m) => (m.duration_s === null ? '–' : seconds(m.duration_s)),
  },
  {
    id: 'checks',
    head: 'Checks',
    cell: (m) => (m.checks_outcome ? <StateChip state={m.checks_outcome} /> : <span className="t3">–</span>),
  },
  { id: 'state', head: 'State', cell: (m) => <StateChip state={m.state} /> },
];

export default function MotionsPage({ slug }: { slug: string }) {
  usePage({ title: 'Motions', crumbs: [{ label: 'Motions' }] });
  const [params, set] = useUrlState();
  const project = useProject(slug);
  const collections = useQuery({
    queryKey: ['collections', slug],
    queryFn: () =>
      api.get<Page<{ id: string; name: string }> | { id: string; name: string }[]>(
        `/projects/${slug}/collections`,
      ),
  });
  const filters = Object.fromEntries(
    ['label', 'state', 'collection', 'search'].map((k) => [k, params.get(k)]),
  );
  const list = useRows<MotionRow>(`/projects/${slug}/motions`, filters);
  const states = project.data?.funnel.motions ?? {};
  const filtered = Object.values(filters).some(Boolean);
  return (
    <div className="listpage">
      <Facets
        values={params}
        onChange={set}
        search="Find a motion"
        facets={[
          {
            id: 'state',
            label: 'State',
            options: Object.entries(states).map(([value, n]) => ({ value, label: words(value), n })),
          },
          { id: 'label', label: 'Label', options: EMOTIONS.map((value) => ({ value, label: words(value) })) },
          {
            id: 'collection',
            label: 'Collection',
            options: rowsOf(collections.data).map((c) => ({ value: c.id, label: c.name })),
          },
        ]}
      />
      <div className="listmain">
        <PageHead
          title="Motions"
          sub={totalWords(
            { rows: list.rows.length, total: list.total, more: list.hasNextPage, filtered },
            states,
          )}
        >
          <Button
            component={Link}
            href={`/p/${slug}/import`}
            variant="default"
            leftSection={<IconUpload size={15} />}
          >
            Import
          </Button>
        </PageHead>
        <RowsTable
          list={list}
          what="the motions"
          skeletons={12}
          columns={COLUMNS}
          rowKey={(m) => m.id}
          href={(m) => `/p/${slug}/motions/${m.id}`}
          label="Motions"
          empty={
            filtered ? (
              <Empty title="No motion matches these filters" />
            ) : (
              <Empty
                title="There are no motions yet"
                action={
                  <Button component={Link} href={`/p/${slug}/import`}>
                    Import motions
                  </Button>
                }
              >
                Bring in BVH files, with a table that says label, performer and licence.
              </Empty>
            )
          }
        />
      </div>
    </div>
  );
}
