import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { api, apiUrl, query } from '../../shared/api/client';
import { useRows } from '../../shared/api/list';
import { useMe } from '../../shared/api/session';
import { dateTime } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { Copy, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { aboutWords, eventWords, kindWords, placeOf } from './audit';
import './audit.css';

export interface AuditEvent {
  id: number;
  at: string;
  actor: string | null;
  event: string;
  project_id: string | null;
  subject_type: string;
  subject_id: string;
  data: Record<string, unknown>;
}

const FILTERS = ['event', 'actor', 'subject', 'since', 'until', 'id'] as const;

/** Who did what when: of a project, or of everything for administrators. */
export default function AuditPage({ slug }: { slug?: string }) {
  usePage({ title: 'Audit log', crumbs: [{ label: 'Audit log' }] });
  const path = slug ? `/projects/${slug}/audit` : '/audit';
  const administrator = useMe().data?.is_administrator ?? false;
  const [params, set] = useUrlState();
  const filters = Object.fromEntries(FILTERS.map((name) => [name, params.get(name)]));
  const kinds = useQuery({
    queryKey: ['audit-kinds', path],
    queryFn: () => api.get<{ events: string[] }>(`${path}/events`),
  });
  const list = useRows<AuditEvent>(path, filters, { limit: 100 });
  const chosen = FILTERS.some((name) => params.get(name));
  const clear = () => set(Object.fromEntries(FILTERS.map((name) => [name, null])));
  return (
    <div className="dash">
      <PageHead
        title="Audit log"
        sub="Everything that people decided and the site did for them. Rows are only ever added."
      >
        {slug && administrator && <Link href="/audit">Log of all projects</Link>}
        {(['csv', 'jsonl'] as const).map((form) => (
          <Button
            key={form}
            component="a"
            href={apiUrl(`${path}.${form}${query(filters)}`)}
            download
            variant="default"
            leftSection={<IconDownload size={15} />}
          >
            {form === 'csv' ? 'CSV' : 'JSON lines'}
          </Button>
        ))}
      </PageHead>
      <div className="row wrap auditfilters">
        <NativeSelect
          label="Event"
          value={params.get('event') ?? ''}
          onChange={(e) => set({ event: e.currentTarget.value || null })}
          data={[
            { value: '', label: 'All' },
            ...(kinds.data?.events ?? []).map((value) => ({ value, label: eventWords(value) })),
          ]}
        />
        <Typed label="Person" value={params.get('actor')} onChange={(actor) => set({ actor })} />
        <Typed
          label="Thing or its kind"
          value={params.get('subject')}
          onChange={(subject) => set({ subject })}
        />
        <TextInput
          label="From"
          type="date"
          value={params.get('since') ?? ''}
          onChange={(e) => set({ since: e.currentTarget.value || null })}
        />
        <TextInput
          label="Before"
          type="date"
          value={params.get('until') ?? ''}
          onChange={(e) => set({ until: e.currentTarget.value || null })}
        />
        {params.get('id') && <span className="chip">Event {params.get('id')}</span>}
        {chosen && (
          <button type="button" className="linkish" onClick={clear}>
            Clear all
          </button>
        )}
      </div>
      {list.isPending ? (
        <Loading what="the log" />
      ) : list.isError ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : list.rows.length === 0 ? (
        <Empty title="No event is like this">
          {chosen ? 'Take a filter away to see more.' : 'Whatever is done from here on is written down.'}
        </Empty>
      ) : (
        <Table rows={list.rows} slug={slug} base={slug ? `/p/${slug}/audit` : '/audit'} />
      )}
      {list.hasNextPage && (
        <button type="button" className="linkish loadmore" onClick={() => void list.fetchNextPage()}>
          Load older events
        </button>
      )}
    </div>
  );
}

/** A field whose text is looked for when writing rests. */
function Typed({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const [text, setText] = useState(value ?? '');
  useEffect(() => {
    if (text === (value ?? '')) return;
    const id = setTimeout(() => onChange(text || null), 300);
    return () => clearTimeout(id);
  }, [text, value, onChange]);
  return <TextInput label={label} value={text} onChange={(e) => setText(e.currentTarget.value)} />;
}

function Table({ rows, slug, base }: { rows: AuditEvent[]; slug: string | undefined; base: string }) {
  return (
    <div className="card flush scrollx" tabIndex={0} role="region" aria-label="Events">
      <table className="t audit">
        <thead>
          <tr>
            <th>When</th>
            <th>Who</th>
            <th>Event</th>
            <th>Thing</th>
            <th>About it</th>
            <th>
              <span className="sr">Address</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="num">
                <time dateTime={row.at}>{dateTime(row.at)}</time>
              </td>
              <td>{row.actor ?? <span className="t3">the site</span>}</td>
              <td>{eventWords(row.event)}</td>
              <td>
                <Thing row={row} slug={slug} />
              </td>
              <td>
                <About data={row.data} />
              </td>
              <td>
                <Copy
                  value={`${location.origin}${base}?id=${row.id}`}
                  label={`Copy the address of event ${row.id}`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Thing({ row, slug }: { row: AuditEvent; slug: string | undefined }) {
  if (!row.subject_id) return null;
  const place = slug ? placeOf(row.subject_type, row.subject_id) : null;
  const kind = kindWords(row.subject_type);
  const id = <span className="mono">{row.subject_id.slice(0, 8)}</span>;
  return (
    <>
      {kind} {place ? <Link href={`/p/${slug}/${place}`}>{id}</Link> : id}
    </>
  );
}

function About({ data }: { data: Record<string, unknown> }) {
  const text = aboutWords(data);
  if (!text) return null;
  if (text.length <= 90) return <span className="t2">{text}</span>;
  return (
    <details>
      <summary className="t2">{`${text.slice(0, 80)}…`}</summary>
      <pre className="audit-data">{JSON.stringify(data, null, 2)}</pre>
    </details>
  );
}
