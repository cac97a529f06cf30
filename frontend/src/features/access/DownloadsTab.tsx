import { useRows } from '../../shared/api/list';
import { bytes, count, dateTime } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/DataTable';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty } from '../../shared/ui/states';
import type { Download } from './api';

const COLUMNS: Column<Download>[] = [
  { id: 'at', head: 'Last', cell: (d) => dateTime(d.last_at), width: 150 },
  {
    id: 'who',
    head: 'Who',
    cell: (d) =>
      d.person ? (
        <>
          {d.person} {d.token_hint && <span className="t3 mono">…{d.token_hint}</span>}
        </>
      ) : (
        <span className="t2">unknown {d.who}</span>
      ),
    width: 190,
  },
  { id: 'version', head: 'Release', cell: (d) => `v${d.version}`, width: 80 },
  { id: 'path', head: 'File', cell: (d) => <span className="mono">{d.path}</span>, wide: true },
  { id: 'bytes', head: 'Sent', cell: (d) => bytes(d.bytes), right: true, width: 90 },
  { id: 'requests', head: 'Requests', cell: (d) => count(d.requests), right: true, width: 80 },
  {
    id: 'agent',
    head: 'Program',
    cell: (d) => (
      <span className="short t2" title={d.agent}>
        {d.agent || '–'}
      </span>
    ),
    width: 170,
  },
];

/** One row per person, file, day and program. */
export function DownloadsTab({ slug }: { slug: string }) {
  const list = useRows<Download>(`/projects/${slug}/access/downloads`, {});
  return (
    <div className="downloads">
      <RowsTable
        list={list}
        what="the downloads"
        label="Downloads"
        columns={COLUMNS}
        rowKey={(d) => String(d.id)}
        empty={
          <Empty title="Nothing was fetched yet">
            Each file that somebody fetches from a release appears here, one row per person and day.
          </Empty>
        }
      />
    </div>
  );
}
