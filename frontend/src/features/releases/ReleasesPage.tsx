import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { rowsOf } from '../../shared/api/list';
import { useRoles } from '../../shared/api/session';
import type { Page } from '../../shared/api/types';
import { bytes, count, dateTime, plural } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { useProjectWords } from './kinds';
import { stateOf } from './logic';
import type { ReleaseRow } from './types';

export default function ReleasesPage({ slug }: { slug: string }) {
  usePage({ title: 'Releases', crumbs: [{ label: 'Releases' }] });
  const maintainer = useRoles(slug).has('maintainer');
  const row = useProjectWords(slug);
  const list = useQuery({
    queryKey: ['releases', slug],
    queryFn: () => api.get<Page<ReleaseRow> | ReleaseRow[]>(`/projects/${slug}/releases`),
  });
  if (list.isPending) return <Loading what="the releases" />;
  if (list.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      </div>
    );
  const rows = rowsOf(list.data);
  const start = maintainer && (
    <Button component={Link} href={`/p/${slug}/releases/new`} leftSection={<IconPlus size={16} />}>
      Prepare a release
    </Button>
  );
  return (
    <div className="dash">
      <PageHead title="Releases" sub={rows.length > 0 ? plural(rows.length, 'version') : undefined}>
        {rows.length > 0 && start}
      </PageHead>
      {rows.length === 0 ? (
        <Empty title="Nothing is released yet" action={start || undefined}>
          {maintainer
            ? `A release pins the kept ${row.many}, splits them without leakage and writes files with checksums. The first is usually 0.1.0.`
            : 'The first version appears here once a maintainer has frozen it.'}
        </Empty>
      ) : (
        <Card flush>
          <table className="t">
            <thead>
              <tr>
                <th>Version</th>
                <th>State</th>
                <th className="r">{row.Many}</th>
                <th>Splits</th>
                <th className="r">Size</th>
                <th>Frozen</th>
                <th>Notes</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((r) => (
                <tr key={r.version}>
                  <td>
                    <Link
                      className="b"
                      href={
                        r.state === 'draft' && maintainer
                          ? `/p/${slug}/releases/new?version=${r.version}`
                          : `/p/${slug}/releases/${r.version}`
                      }
                    >
                      v{r.version}
                    </Link>
                  </td>
                  <td>
                    <StateChip state={stateOf(r)} />
                  </td>
                  <td className="r">{r.row_count ? count(r.row_count) : '–'}</td>
                  <td className="num">
                    {Object.entries(r.counts_by_split)
                      .map(([k, n]) => `${k} ${count(n)}`)
                      .join(' · ') || '–'}
                  </td>
                  <td className="r">{r.total_bytes ? bytes(r.total_bytes) : '–'}</td>
                  <td>{dateTime(r.frozen_at)}</td>
                  <td className="t2 clip-text notes">{r.notes}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </div>
  );
}
