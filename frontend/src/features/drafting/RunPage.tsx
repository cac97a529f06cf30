import { Button, Progress, Tabs } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { count, dateTime, percent } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import { Card, Facts, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { isAtWork, isOver, useRun, useSteer, type DraftRunDetail } from './api';
import { BudgetCard } from './components/BudgetCard';
import { LeftOut } from './components/LeftOut';
import { Proposals } from './components/Proposals';
import { Windows } from './components/Windows';
import { done, drafterWords, isAsking, progressWords, taskWord } from './words';
import './drafting.css';

/** One run: how far it is, what it cost, every proposal with its reasons, every call. */
export default function RunPage({ slug, id }: { slug: string; id: string }) {
  usePage({
    title: 'Drafting run',
    crumbs: [{ label: 'Drafting', to: `/p/${slug}/drafting` }, { label: 'Run' }],
  });
  const run = useRun(slug, id);
  if (run.isPending) return <Loading what="the run" />;
  if (run.isError)
    return (
      <div className="dash">
        <ErrorNote error={run.error} retry={() => void run.refetch()} />
      </div>
    );
  return <Run slug={slug} run={run.data} />;
}

function Run({ slug, run }: { slug: string; run: DraftRunDetail }) {
  const [params, set] = useUrlState();
  const steer = useSteer(slug, run.id);
  const tab = params.get('tab') ?? 'proposals';
  const total = run.counts.windows ?? 0;
  const far = done(run.counts);
  const atWork = isAtWork(run.state) && !run.is_stalled;
  const canGoOn =
    run.is_stalled || run.state === 'failed' || (run.state === 'paused' && run.pause_reason !== 'budget');
  return (
    <div className="dash">
      <PageHead
        title={
          <span className="row wrap">
            Drafts by {drafterWords(run.drafter)}
            {run.model && <span className="t2">{run.model}</span>} <StateChip state={run.state} />
          </span>
        }
        sub={progressWords(run.counts)}
      >
        {atWork && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={16} />}
            loading={steer.isPending}
            onClick={() => steer.mutate({ verb: 'pause' })}
          >
            Pause
          </Button>
        )}
        {canGoOn && (
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            loading={steer.isPending}
            onClick={() => steer.mutate({ verb: 'resume' })}
          >
            Resume
          </Button>
        )}
        {!isOver(run.state) && (
          <Button
            variant="default"
            leftSection={<IconX size={16} />}
            disabled={steer.isPending}
            onClick={() => steer.mutate({ verb: 'cancel' })}
          >
            Cancel
          </Button>
        )}
      </PageHead>
      {steer.isError && <ErrorNote error={steer.error} />}
      {run.is_stalled && (
        <p className="note warn" role="status">
          Nobody works on this run: its job has ended. What was proposed is kept; resume it to go on.
        </p>
      )}
      {run.message && (
        <p className={run.state === 'failed' ? 'note no' : 'note'} role="status">
          {run.message}
        </p>
      )}
      <div className="dgrid runcards">
        <Card span={run.budget ? 5 : 12} title="Progress">
          <div className="row far">
            <Progress
              className="grow"
              size={8}
              value={total ? (100 * far) / total : 0}
              aria-label={isAsking(run) ? 'Calls done' : 'Videos looked at'}
            />
            <span className="num f12">
              {count(far)} of {count(total)}
              {total > 0 && <span className="t2"> ({percent(far / total, 0)})</span>}
            </span>
          </div>
          <Facts
            items={[
              ['Asked for', `${dateTime(run.created_at)} by ${run.created_by}`],
              ['Ended', run.finished_at ? dateTime(run.finished_at) : null],
              ['Tasks', run.types.map(taskWord).join(', ')],
              ['Per video', `at most ${run.per_video}`],
              ['Endpoint', run.profile ? `${run.profile.name}, ${run.profile.model}` : null],
              ['Prompt', run.prompt && <span title={`SHA-256 ${run.prompt_sha256}`}>{run.prompt}</span>],
            ]}
          />
        </Card>
        {run.budget && <BudgetCard run={run} budget={run.budget} slug={slug} />}
      </div>
      <Tabs value={tab} onChange={(value) => set({ tab: value, proposal: null })} keepMounted={false} mt={12}>
        <Tabs.List>
          <Tabs.Tab value="proposals">Proposals</Tabs.Tab>
          <Tabs.Tab value="windows">{isAsking(run) ? 'Calls' : 'Videos'}</Tabs.Tab>
          {run.left_out.length > 0 && (
            <Tabs.Tab value="left-out">Left out ({count(run.counts.left_out ?? 0)})</Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="proposals" className="runpanel">
          <Proposals slug={slug} run={run} atWork={atWork} />
        </Tabs.Panel>
        <Tabs.Panel value="windows" className="runpanel">
          <Windows slug={slug} run={run} atWork={atWork} />
        </Tabs.Panel>
        <Tabs.Panel value="left-out" className="runpanel">
          <LeftOut slug={slug} run={run} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
