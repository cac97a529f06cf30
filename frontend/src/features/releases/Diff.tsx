import { Button, SegmentedControl, Select } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, query } from '../../shared/api/client';
import { rowsOf } from '../../shared/api/list';
import { useRoles } from '../../shared/api/session';
import { count, words } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { isUuid, shortId, useWords } from './kinds';
import { diffCounts, shownValue } from './logic';
import type { Page, ReleaseDiff, ReleaseDiffRow, ReleaseRow } from './types';

const PAGE = 50;

/** The rows in which this version differs from another one, with filters in the address. */
export function DiffView({ slug, version }: { slug: string; version: string }) {
  const [params, set] = useUrlState();
  const releases = useQuery({
    queryKey: ['releases', slug, 'comparable'],
    queryFn: () => api.get<Page<ReleaseRow>>(`/projects/${slug}/releases${query({ limit: 100 })}`),
  });
  const others = rowsOf(releases.data)
    .filter((r) => r.state === 'frozen' && r.version !== version)
    .map((r) => r.version);
  const before = rowsOf(releases.data).map((r) => r.version);
  const usual = before[before.indexOf(version) + 1];
  const base = params.get('against') ?? (usual && others.includes(usual) ? usual : others[0]);
  if (releases.isPending) return <Loading what="the other versions" />;
  if (releases.isError) return <ErrorNote error={releases.error} />;
  if (!base)
    return (
      <p className="f14">This is the only frozen version. A difference needs another to compare with.</p>
    );
  return (
    <div className="col gap12">
      <Select
        label="Compare with"
        data={others.map((v) => ({ value: v, label: `v${v}` }))}
        value={base}
        onChange={(v) => set({ against: v, kind: null })}
        allowDeselect={false}
        w={180}
      />
      <Rows
        slug={slug}
        version={version}
        base={base}
        kind={params.get('kind') ?? ''}
        setKind={(kind) => set({ kind })}
      />
    </div>
  );
}

function Rows({
  slug,
  version,
  base,
  kind,
  setKind,
}: {
  slug: string;
  version: string;
  base: string;
  kind: string;
  setKind: (kind: string | null) => void;
}) {
  const maintainer = useRoles(slug).has('maintainer');
  const named = useWords();
  const [only, what] = kind.split('.');
  const diff = useInfiniteQuery({
    queryKey: ['release-diff', slug, version, base, kind],
    queryFn: ({ pageParam }) =>
      api.get<ReleaseDiff>(
        `/projects/${slug}/releases/${version}/diff/${base}${query({ kind: only || null, what: what ?? null, after: pageParam, limit: PAGE })}`,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  if (diff.isPending) return <Loading what="the difference" />;
  if (diff.isError) return <ErrorNote error={diff.error} retry={() => void diff.refetch()} />;
  const head = diff.data.pages[0]!;
  const rows = diff.data.pages.flatMap((page) => page.rows);
  return (
    <>
      <p className="f14">
        {head.reasons.join(', ').replace(/\.$/, '')}. From v{base} this demands{' '}
        <b className="num">{head.required}</b> or higher ({head.bump}).
      </p>
      <div className="row wrap">
        <SegmentedControl
          value={kind}
          onChange={(value) => setKind(value || null)}
          aria-label="Rows"
          data={diffCounts(head).map(({ id, label, n }) => ({
            value: id,
            label: `${label} ${count(n)}`,
            disabled: n === 0 && id !== '',
          }))}
        />
        <a
          className="f13"
          href={`/api/v1/projects/${slug}/releases/${version}/diff/${base}`}
          download={`${slug}-${base}-to-${version}.json`}
        >
          All of it as JSON
        </a>
      </div>
      {rows.length > 0 && (
        <div className="scrollx">
          <table className="t">
            <thead>
              <tr>
                <th>{named.Many.slice(0, -1)}</th>
                <th>Change</th>
                <th>Split</th>
                <th>{named.stratum}</th>
                <th>What differs</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    {maintainer && isUuid(row.id) ? (
                      <Link className="mono" href={named.page(slug, row.id)}>
                        {row.id.slice(0, 8)}
                      </Link>
                    ) : (
                      <span className="mono">{shortId(row.id)}</span>
                    )}
                  </td>
                  <td>{row.kind === 'changed' ? `${words(row.what)} changed` : words(row.kind)}</td>
                  <td>{row.split}</td>
                  <td>{words(row.label)}</td>
                  <td>
                    <Fields row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {diff.hasNextPage && (
        <Button
          variant="default"
          w={140}
          loading={diff.isFetchingNextPage}
          onClick={() => void diff.fetchNextPage()}
        >
          More rows
        </Button>
      )}
    </>
  );
}

function Fields({ row }: { row: ReleaseDiffRow }) {
  if (!row.fields) return <span className="t3">the whole row</span>;
  return (
    <ul className="difflist">
      {row.fields.map((field) => (
        <li key={field.name}>
          <span className="t2">{field.name}</span> <del>{shownValue(field.old)}</del>{' '}
          <ins>{shownValue(field.new)}</ins>
        </li>
      ))}
    </ul>
  );
}
