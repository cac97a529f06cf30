import { Tabs } from '@mantine/core';
import { Link } from 'wouter';
import { useMe } from '../../shared/api/session';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { PageHead } from '../../shared/ui/page';
import { BatchesTab } from './BatchesTab';
import { DecisionsTab } from './DecisionsTab';
import { LeasesTab } from './LeasesTab';
import { PolicyTab } from './PolicyTab';
import type { Kind } from './types';
import './rounds.css';

/** `/p/:slug/rounds`: how review is run: what is out, who is at work, what counts, under which policy. */
export default function RoundsPage({ slug }: { slug: string }) {
  usePage({ title: 'Review rounds', crumbs: [{ label: 'Review rounds' }] });
  const [params, set] = useUrlState();
  const project = useMe().data?.memberships.find((one) => one.project.slug === slug)?.project;
  const kind: Kind = project?.kind === 'longemo' ? 'item' : 'episode';
  const tab = params.get('tab') ?? 'batches';
  return (
    <div className="dash rounds">
      <PageHead
        title="Review rounds"
        sub="What is out for review, who is at work, what counts, and under which policy."
      >
        <Link href={`/p/${slug}/progress`} className="linkish">
          Progress and forecast
        </Link>
      </PageHead>
      <Tabs
        value={tab}
        onChange={(next) => set({ tab: next === 'batches' ? null : next })}
        keepMounted={false}
      >
        <Tabs.List aria-label="About review">
          <Tabs.Tab value="batches">Batches</Tabs.Tab>
          <Tabs.Tab value="now">At work now</Tabs.Tab>
          <Tabs.Tab value="decisions">Decisions</Tabs.Tab>
          <Tabs.Tab value="policy">Policy</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="batches" pt="md">
          <BatchesTab slug={slug} kind={kind} />
        </Tabs.Panel>
        <Tabs.Panel value="now" pt="md">
          <LeasesTab slug={slug} />
        </Tabs.Panel>
        <Tabs.Panel value="decisions" pt="md">
          <DecisionsTab slug={slug} />
        </Tabs.Panel>
        <Tabs.Panel value="policy" pt="md">
          <PolicyTab slug={slug} kind={kind} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
