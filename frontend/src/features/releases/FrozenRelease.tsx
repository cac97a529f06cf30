import { ActionIcon, Tabs } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { GapBar } from '../../shared/agreement/GapBar';
import { alphaText } from '../../shared/agreement/model';
import { useRows } from '../../shared/api/list';
import { download } from '../../shared/lib/download';
import { bytes, count, dateTime, percent, words } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { Copy, Digest, Facts, Snippet } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';
import { DiffView } from './Diff';
import { DuplicatesView } from './Duplicates';
import { useWords } from './kinds';
import { QualityView } from './Quality';
import { QuickStart } from './QuickStart';
import { Rows } from './Rows';
import { ChangesView, LeakageView, LeftOut, RightsView, SplitTableView } from './SplitSections';
import { PROFILE, type ReleaseDetail, type ReleaseFile } from './types';

function Data({ slug, release }: { slug: string; release: ReleaseDetail }) {
  const pinned = release.header;
  return (
    <div className="col gap12">
      {pinned && (
        <>
          <h2>Splits</h2>
          <SplitTableView table={pinned.split_table} />
          <QualityView quality={pinned.split_quality} />
          <h2>Leakage</h2>
          <LeakageView leakage={pinned.leakage} />
          <DuplicatesView duplicates={pinned.duplicates} />
        </>
      )}
      {(pinned?.hidden?.length ?? 0) > 0 && (
        <p className="f14">
          Answers, their details and rubrics of the split {pinned!.hidden!.join(', ')} are withheld.
        </p>
      )}
      <Rows slug={slug} release={release} />
      {pinned && (
        <>
          <h2>Left out</h2>
          <LeftOut rows={pinned.left_out} />
          <h2>Rights</h2>
          <RightsView rights={pinned.rights} />
          <h2>Changes</h2>
          <ChangesView changes={pinned.changes} />
        </>
      )}
    </div>
  );
}

function Agreement({ release }: { release: ReleaseDetail }) {
  const a = release.header?.agreement;
  if (!a || a.available === false || !a.alpha)
    return (
      <p className="f14">No agreement is reported: {a?.reason ?? 'none was computed before the freeze'}.</p>
    );
  const { observed = null, chance = null, alpha } = a;
  return (
    <div className="measure">
      {observed !== null && chance !== null && <GapBar observed={observed} chance={chance} alpha={alpha} />}
      <p className="f14 sentence">
        {observed === null ? (
          `Observed agreement is undefined: ${alpha.undefined_reason}.`
        ) : (
          <>
            Same verdict on <b>{percent(observed)}</b> of {count(a.n_items ?? 0)} items;{' '}
            {chance === null ? (
              ''
            ) : (
              <>
                <b>{percent(chance)}</b> would match by chance.{' '}
              </>
            )}
          </>
        )}{' '}
        {alpha.value === null ? (
          `α is undefined: ${alpha.undefined_reason}.`
        ) : (
          <>
            <b>α = {alphaText(alpha, 3)}</b>
            {alpha.low !== null && alpha.high !== null
              ? ` (95 % interval ${alphaText({ value: alpha.low }, 3)} to ${alphaText({ value: alpha.high }, 3)})`
              : `, no interval: ${alpha.interval_undefined_reason ?? 'too little data'}`}
            .
          </>
        )}
        {a.reviewers ? ` ${count(a.reviewers)} reviewers.` : ''}
      </p>
      {(a.by_judgement?.length ?? 0) > 0 && (
        <table className="t">
          <thead>
            <tr>
              <th>Judgement</th>
              <th className="r">Items</th>
              <th className="r">Same</th>
              <th className="r">α</th>
            </tr>
          </thead>
          <tbody>
            {a.by_judgement!.map((j) => (
              <tr key={j.id}>
                <td>{words(j.label ?? j.id)}</td>
                <td className="r">{count(j.n)}</td>
                <td className="r">{j.observed === null ? '–' : percent(j.observed)}</td>
                <td className="r">
                  {j.alpha.value === null ? (
                    <span className="undefined" title={j.alpha.undefined_reason ?? undefined}>
                      undefined
                    </span>
                  ) : (
                    alphaText(j.alpha)
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Files({ slug, release }: { slug: string; release: ReleaseDetail }) {
  const base = `/projects/${slug}/releases/${release.version}/files`;
  const list = useRows<ReleaseFile>(base, {}, { limit: 200 });
  const get = useMutation({
    mutationFn: (path: string) =>
      download(
        `${base}/${path.split('/').map(encodeURIComponent).join('/')}`,
        path.split('/').at(-1) ?? path,
      ),
  });
  if (list.isError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  return (
    <>
      {release.manifest_sha256 && (
        <p className="row wrap f13">
          Digest of the release (SHA-256 of manifest.json){' '}
          <span className="mono">{release.manifest_sha256}</span>
          <Copy value={release.manifest_sha256} label="Copy digest" />
        </p>
      )}
      {get.isError && <ErrorNote error={get.error} />}
      <div className="scrollx">
        <table className="t">
          <thead>
            <tr>
              <th>Path</th>
              <th className="r">Size</th>
              <th>SHA-256</th>
              <th>Type</th>
              <th>
                <span className="sr">Download</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map((f) => (
              <tr key={f.path}>
                <td className="mono filepath">{f.path}</td>
                <td className="r">{bytes(f.size)}</td>
                <td>
                  <Digest value={f.sha256} />
                </td>
                <td className="t2">{f.media_type}</td>
                <td className="r">
                  {f.withdrawn_reason ? (
                    <span className="t2" title={f.withdrawn_reason}>
                      Withdrawn
                    </span>
                  ) : (
                    <ActionIcon
                      size={26}
                      onClick={() => get.mutate(f.path)}
                      aria-label={`Download ${f.path}`}
                    >
                      <IconDownload size={16} stroke={1.7} />
                    </ActionIcon>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && (
        <button type="button" className="linkish loadmore" onClick={() => void list.fetchNextPage()}>
          Load more files
        </button>
      )}
    </>
  );
}

const DOCUMENTS = [
  ['datasheet', 'Datasheet'],
  ['annotation-protocol', 'Annotation protocol'],
  ['quality-report', 'Agreement and quality control'],
] as const;

function Documents({ slug, release }: { slug: string; release: ReleaseDetail }) {
  const base = `/api/v1/projects/${slug}/releases/${release.version}`;
  return (
    <div className="measure">
      {release.state === 'frozen' && (
        <ul className="plain col gap6 f14">
          {DOCUMENTS.map(([id, label]) => (
            <li key={id}>
              <a href={`${base}/documents/${id}`} target="_blank" rel="noreferrer">
                {label}
              </a>{' '}
              <a className="f12 t2" href={`${base}/files/${id}.md`}>
                as Markdown
              </a>
            </li>
          ))}
          <li>
            <a href={`${base}/files/croissant.json`}>Croissant 1.1</a>{' '}
            <span className="f12 t2">columns, files and responsible use, for machines</span>
          </li>
        </ul>
      )}
      {PROFILE.filter((f) => f.id !== 'citation').map((f) => (
        <section key={f.id} className="prose">
          <h2>{f.label}</h2>
          <p>{release.header?.profile[f.id] || 'Not stated.'}</p>
        </section>
      ))}
    </div>
  );
}

/** What a frozen release says of itself to everybody who may read it. */
export function FrozenRelease({ slug, release: r }: { slug: string; release: ReleaseDetail }) {
  const [params, set] = useUrlState();
  const row = useWords();
  return (
    <section className="card pad">
      <Facts
        items={[
          [
            row.Many,
            <span key="n" className="num">
              {count(r.row_count)}
            </span>,
          ],
          [
            'Splits',
            Object.entries(r.counts_by_split)
              .map(([k, n]) => `${k} ${count(n)}`)
              .join(', '),
          ],
          ['Size', bytes(r.total_bytes)],
          ['Frozen', dateTime(r.frozen_at)],
          ['Published', r.published_at ? dateTime(r.published_at) : 'not yet'],
          ['Digest', <Digest key="d" value={r.manifest_sha256} />],
        ]}
      />
      <Tabs
        value={params.get('tab') ?? 'use'}
        onChange={(tab) => set({ tab: tab === 'use' ? null : tab })}
        keepMounted={false}
        mt={10}
      >
        <Tabs.List aria-label="About this release">
          {[
            ['use', 'Use'],
            ['data', 'Data'],
            ['datasheet', 'Documents'],
            ['agreement', 'Agreement'],
            ['files', 'Files'],
            ['diff', 'Diff'],
            ['cite', 'Cite'],
          ].map(([id, label]) => (
            <Tabs.Tab key={id} value={id!}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="use" pt="md">
          <QuickStart slug={slug} release={r} />
        </Tabs.Panel>
        <Tabs.Panel value="data" pt="md">
          <Data slug={slug} release={r} />
        </Tabs.Panel>
        <Tabs.Panel value="datasheet" pt="md">
          <Documents slug={slug} release={r} />
        </Tabs.Panel>
        <Tabs.Panel value="agreement" pt="md">
          <Agreement release={r} />
        </Tabs.Panel>
        <Tabs.Panel value="files" pt="md">
          <Files slug={slug} release={r} />
        </Tabs.Panel>
        <Tabs.Panel value="diff" pt="md">
          <DiffView slug={slug} version={r.version} />
        </Tabs.Panel>
        <Tabs.Panel value="cite" pt="md">
          <div className="measure">
            {r.header?.profile.citation ? (
              <Snippet label="Citation">{r.header.profile.citation}</Snippet>
            ) : (
              <p className="f14">The release profile names no citation.</p>
            )}
            <p className="f12 t2">Name the version and its digest with any number you report.</p>
          </div>
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
