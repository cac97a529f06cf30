import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRows } from '../../shared/api/list';
import { clock, shortId, words } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/DataTable';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty } from '../../shared/ui/states';
import type { OpenLease } from './types';
import { WithReason } from './WithReason';

const REFRESH_MS = 15_000;

const columnsOf = (onRelease: (lease: OpenLease) => void): Column<OpenLease>[] => [
  { id: 'who', head: 'Reviewer', cell: (lease) => <b>{lease.reviewer_name}</b>, width: 180 },
  {
    id: 'what',
    head: 'Looks at',
    cell: (lease) => (
      <>
        {words(lease.kind)} <span className="mono">{shortId(lease.subject)}</span>
      </>
    ),
    width: 170,
  },
  { id: 'batch', head: 'Batch', cell: (lease) => lease.batch_name, wide: true },
  { id: 'since', head: 'Since', cell: (lease) => clock(lease.served_at), right: true, width: 80 },
  { id: 'until', head: 'Until', cell: (lease) => clock(lease.expires_at), right: true, width: 80 },
  {
    id: 'release',
    head: <span className="sr">Release</span>,
    cell: (lease) => (
      <Button size="compact-xs" variant="default" onClick={() => onRelease(lease)}>
        Release
      </Button>
    ),
    right: true,
    width: 90,
  },
];

/** Who looks at what just now, and until when it is theirs. */
export function LeasesTab({ slug }: { slug: string }) {
  const list = useRows<OpenLease>(`/projects/${slug}/review/open-leases`, {}, { refetch: REFRESH_MS });
  const [releasing, setReleasing] = useState<OpenLease | null>(null);
  return (
    <div className="rounds-table">
      <RowsTable
        list={list}
        what="who is at work"
        label="Open leases"
        columns={columnsOf(setReleasing)}
        rowKey={(lease) => lease.id}
        empty={
          <Empty title="Nobody is reviewing just now">
            Whoever opens something to judge appears here for as long as it is theirs.
          </Empty>
        }
      />
      {releasing && (
        <WithReason
          slug={slug}
          path={`/projects/${slug}/review/leases/${releasing.id}/revoke`}
          title={`Release what ${releasing.reviewer_name} looks at`}
          button="Release"
          onClose={() => setReleasing(null)}
        >
          <p className="f13">
            It goes to somebody else. If {releasing.reviewer_name} is judging it at this moment, the verdict
            is not counted; the note stays in their browser.
          </p>
        </WithReason>
      )}
    </div>
  );
}
