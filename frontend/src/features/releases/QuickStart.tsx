import { Tabs } from '@mantine/core';
import { Link } from 'wouter';
import { useUrlState } from '../../shared/lib/url';
import { Snippet } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useAccess } from './access';
import { quickStart } from './quickstart';
import type { ReleaseDetail } from './types';

/** The Use tab: the tool one has, five lines, and what guards against a stale cache. */
export function QuickStart({ slug, release }: { slug: string; release: ReleaseDetail }) {
  const [params, set] = useUrlState();
  const access = useAccess(slug);
  if (access.isPending) return <Loading what="how to get the data" rows={3} />;
  if (access.isError) return <ErrorNote error={access.error} retry={() => void access.refetch()} />;
  const splits = Object.keys(release.counts_by_split);
  const isPublic = access.data.mode === 'public';
  const repository = release.published_at ? access.data.repository : null;
  const tools = quickStart({
    origin: window.location.origin,
    slug,
    repository,
    version: release.version,
    split: splits.includes('test') ? 'test' : (splits[0] ?? 'test'),
    isPublic,
  });
  const shown = tools.find((tool) => tool.id === params.get('tool')) ?? tools[0]!;
  return (
    <div className="measure col gap12">
      <p className="f14 t2">
        {isPublic ? (
          'These data are public: no account and no token are needed.'
        ) : (
          <>
            Put a token that may read releases in place of <span className="mono">aff_…</span>{' '}
            <Link href="/me#tokens">Make a token</Link>
          </>
        )}
      </p>
      <Tabs
        value={shown.id}
        onChange={(id) => set({ tool: id === tools[0]!.id ? null : id })}
        variant="pills"
        keepMounted={false}
      >
        <Tabs.List aria-label="Tool">
          {tools.map((tool) => (
            <Tabs.Tab key={tool.id} value={tool.id}>
              {tool.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown.id} pt="sm">
          <Snippet label={shown.install || shown.label}>{shown.code}</Snippet>
          <p className="f13 t2">{shown.why}</p>
        </Tabs.Panel>
      </Tabs>
      {repository ? (
        <p className="f13 t2">
          In the Hub protocol this is the dataset <span className="mono">{repository}</span>, revision{' '}
          <span className="mono">v{release.version}</span>. The revision <span className="mono">main</span>{' '}
          moves with each release: name the version in what you publish.
        </p>
      ) : (
        !release.published_at && (
          <p className="f13 t2">The tools of the Hub can read this release once it is published.</p>
        )
      )}
    </div>
  );
}
