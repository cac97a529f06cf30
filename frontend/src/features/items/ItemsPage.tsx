import { Button, Menu } from '@mantine/core';
import { IconDownload, IconLink, IconPlus, IconUpload, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { query } from '../../shared/api/client';
import { useRows } from '../../shared/api/list';
import { useRoles } from '../../shared/api/session';
import { download } from '../../shared/lib/download';
import { clock, plural, words } from '../../shared/lib/format';
import { totalWords } from '../../shared/lib/totals';
import { useUrlState } from '../../shared/lib/url';
import { granularityWord, useTaxonomy } from '../../shared/taxonomy';
import { usePage } from '../../shared/ui/chrome';
import { Chip, StateChip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { Facets } from '../../shared/ui/Facets';
import { PageHead } from '../../shared/ui/page';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty, ErrorNote } from '../../shared/ui/states';
import { itemsPath, type ItemRow } from '../../shared/desk/api';
import { useLinkItems, useVideos } from './api';
import { NewItemDialog } from './components/NewItemDialog';
import { kindShort, kindWords, ORIGINS } from './names';
import './items.css';

const day = (iso: string): string =>
  new Date(iso).toDateString() === new Date().toDateString()
    ? clock(iso)
    : new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

const COLUMNS: Column<ItemRow>[] = [
  {
    id: 'question',
    head: 'Question',
    wide: true,
    cell: (i) => (
      <span className="itemquestion" title={i.question}>
        {i.question || <span className="t3">No question yet</span>}
      </span>
    ),
  },
  { id: 'kind', head: 'Kind', cell: (i) => <span title={kindWords(i)}>{kindShort(i)}</span> },
  {
    id: 'video',
    head: 'Video',
    cell: (i) => <span className="short">{i.video?.name ?? (i.video_name || '–')}</span>,
  },
  {
    id: 'state',
    head: 'State',
    cell: (i) => (
      <>
        <StateChip state={i.state} word={i.state === 'submitted' ? `Revision ${i.revisions}` : undefined} />
        {i.state === 'submitted' && i.has_draft && <span className="chip line tagchip">edited</span>}
        {i.video_lost && <span className="chip warn tagchip">video gone</span>}
      </>
    ),
  },
  {
    id: 'lints',
    head: 'Lints',
    cell: (i) => (i.lints > 0 ? <Chip tone="warn">{i.lints}</Chip> : <span className="t3">–</span>),
  },
  { id: 'saved', head: 'Saved', right: true, cell: (i) => day(i.saved_at) },
  { id: 'author', head: 'Author', cell: (i) => i.author ?? <span className="t3">nobody yet</span> },
];

const STATES = ['draft', 'submitted', 'in_review', 'returned', 'kept', 'removed', 'discarded'] as const;
const FACETS = ['granularity', 'type', 'state', 'origin', 'video', 'author', 'search'] as const;

function ExportMenu({ slug, filters }: { slug: string; filters: Record<string, string | null> }) {
  const [error, setError] = useState<unknown>(null);
  const filtered = Object.values(filters).some(Boolean);
  const save = (format: 'json' | 'jsonl') => {
    setError(null);
    download(`${itemsPath(slug)}/export${query({ ...filters, format })}`, `${slug}-items.${format}`).catch(
      setError,
    );
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={15} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {filtered ? 'Items that match the filters' : 'All items'}, latest revision of each
          </Menu.Label>
          <Menu.Item onClick={() => save('json')}>JSON, one list</Menu.Item>
          <Menu.Item onClick={() => save('jsonl')}>JSON Lines, one item a line</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}

/** Items whose ids, sources or file names are those of videos registered since. */
function LinkAll({ slug }: { slug: string }) {
  const link = useLinkItems(slug);
  return (
    <>
      {link.data && (
        <span className="f12 t2" role="status">
          {plural(link.data.linked, 'item')} linked
        </span>
      )}
      {link.isError && <ErrorNote error={link.error} />}
      <Button
        variant="default"
        leftSection={<IconLink size={15} />}
        loading={link.isPending}
        onClick={() => link.mutate()}
      >
        Link by name
      </Button>
    </>
  );
}

/** All items of a project; filters stand in the address. */
export default function ItemsPage({ slug }: { slug: string }) {
  usePage({ title: 'Items', crumbs: [{ label: 'Items' }] });
  const maintainer = useRoles(slug).has('maintainer');
  const [params, set] = useUrlState();
  const taxonomy = useTaxonomy().data;
  const videos = useVideos(slug, '');
  const [writing, setWriting] = useState(false);
  const filters = Object.fromEntries(FACETS.map((k) => [k, params.get(k)]));
  const list = useRows<ItemRow>(itemsPath(slug), filters);
  const filtered = Object.values(filters).some(Boolean);
  const granularity = params.get('granularity');
  const types = [
    ...new Set(
      (taxonomy?.kinds ?? []).filter((k) => !granularity || k.granularity === granularity).map((k) => k.type),
    ),
  ];
  const write = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setWriting(true)}>
      New item
    </Button>
  );
  const bringIn = maintainer && (
    <Button
      component={Link}
      href={`/p/${slug}/items/import`}
      variant="default"
      leftSection={<IconUpload size={15} />}
    >
      Import
    </Button>
  );
  return (
    <div className="listpage">
      <Facets
        values={params}
        onChange={set}
        search="Search items"
        facets={[
          {
            id: 'granularity',
            label: 'About',
            options: ['clip', 'episode'].map((value) => ({ value, label: granularityWord(value) })),
          },
          { id: 'type', label: 'Type', options: types.map((value) => ({ value, label: words(value) })) },
          {
            id: 'state',
            label: 'State',
            options: STATES.map((value) => ({ value, label: words(value) })),
          },
          {
            id: 'origin',
            label: 'Origin',
            options: Object.entries(ORIGINS).map(([value, label]) => ({ value, label })),
          },
          {
            id: 'video',
            label: 'Video',
            options: [
              { value: 'none', label: 'Not linked' },
              ...(videos.data?.results ?? []).map((v) => ({ value: v.id, label: v.name })),
            ],
          },
          ...(params.get('author')
            ? [
                {
                  id: 'author',
                  label: 'Author',
                  options: [{ value: params.get('author')!, label: params.get('author')! }],
                },
              ]
            : []),
        ]}
      />
      <div className="listmain">
        <PageHead
          title="Items"
          sub={totalWords(
            { rows: list.rows.length, total: list.total, more: list.hasNextPage, filtered },
            {},
          )}
        >
          {maintainer && filters.video === 'none' && list.rows.length > 0 && <LinkAll slug={slug} />}
          {maintainer && (
            <Button
              component={Link}
              href={`/p/${slug}/queues`}
              variant="default"
              leftSection={<IconUsers size={15} />}
            >
              Who writes what
            </Button>
          )}
          {maintainer && list.rows.length > 0 && <ExportMenu slug={slug} filters={filters} />}
          {bringIn}
          {write}
        </PageHead>
        <RowsTable
          list={list}
          what="the items"
          skeletons={12}
          columns={COLUMNS}
          rowKey={(i) => i.id}
          href={(i) => `/p/${slug}/items/${i.id}`}
          label="Items"
          empty={
            filtered ? (
              <Empty title="No item matches these filters" />
            ) : (
              <Empty
                title="There are no items yet"
                action={
                  <div className="row wrap">
                    {bringIn}
                    {write}
                  </div>
                }
              >
                An item is a question about a video with its reference answer.{' '}
                {maintainer
                  ? 'Import a file of existing questions (ten fields, or older ones with options), or write the first one.'
                  : 'Write the first one; items of others are not shown here.'}
              </Empty>
            )
          }
        />
      </div>
      {writing && taxonomy && (
        <NewItemDialog slug={slug} taxonomy={taxonomy} onClose={() => setWriting(false)} />
      )}
    </div>
  );
}
