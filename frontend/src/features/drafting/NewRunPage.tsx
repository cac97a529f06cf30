import { Button } from '@mantine/core';
import { IconFlask, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../shared/api/client';
import { plural } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { runPath, useDrafters, usePlan, useStart, type Drafters } from './api';
import { PlanResult } from './components/PlanResult';
import { WishForm } from './components/WishForm';
import { FIRST, toRequest, type Wish } from './wish';
import './drafting.css';

/** Choices at the left, the dry run of exactly these at the right, and then the run. */
export default function NewRunPage({ slug }: { slug: string }) {
  usePage({
    title: 'Ask for drafts',
    crumbs: [{ label: 'Drafting', to: `/p/${slug}/drafting` }, { label: 'Ask for drafts' }],
  });
  const drafters = useDrafters(slug);
  if (drafters.isPending) return <Loading what="the drafters" />;
  if (drafters.isError)
    return (
      <div className="dash">
        <ErrorNote error={drafters.error} retry={() => void drafters.refetch()} />
      </div>
    );
  return <Asking slug={slug} drafters={drafters.data} />;
}

function Asking({ slug, drafters }: { slug: string; drafters: Drafters }) {
  const [, go] = useLocation();
  const [wish, setWish] = useState<Wish>(() => FIRST(drafters));
  const [tried, setTried] = useState<string | null>(null);
  const plan = usePlan(slug);
  const start = useStart(slug);
  const request = toRequest(wish);
  const key = JSON.stringify(request);
  const change = (patch: Partial<Wish>) => setWish((before) => ({ ...before, ...patch }));
  const tryOut = () => {
    start.reset();
    setTried(key);
    plan.mutate(request);
  };
  const current = tried === key && plan.isSuccess ? plan.data : null;
  const error = start.error ?? (tried === key ? plan.error : null);
  const fields = error instanceof ApiError ? error.fields : {};
  const usesModel = drafters.drafters.find((d) => d.id === wish.drafter)?.uses_model ?? false;
  const canStart = current !== null && current.videos > 0 && !start.isPending;
  return (
    <div className="dash">
      <PageHead
        title="Ask for drafts"
        sub="Drafts wait in the annotators’ queue. Nothing that a drafter proposes is an item before a person has submitted it."
      />
      <form
        className="dgrid"
        onSubmit={(e) => {
          e.preventDefault();
          tryOut();
        }}
      >
        <Card span={7}>
          <WishForm slug={slug} drafters={drafters} wish={wish} onChange={change} fields={fields} />
        </Card>
        <Card title="Dry run" span={5}>
          {error && <ErrorNote error={error} safe="Your choices are kept." />}
          {current ? (
            <PlanResult plan={current} />
          ) : (
            !error && (
              <p className="t2">
                {plan.isPending
                  ? 'Looking at the videos.'
                  : 'Try out what these choices would do. Nothing is kept and nothing is sent.'}
              </p>
            )
          )}
          <div className="row wrap askbuttons">
            <Button
              type="submit"
              variant={canStart ? 'default' : 'filled'}
              leftSection={<IconFlask size={16} />}
              loading={plan.isPending}
            >
              Try out
            </Button>
            <Button
              leftSection={<IconPlayerPlay size={16} />}
              disabled={!canStart}
              loading={start.isPending}
              onClick={() => start.mutate(request, { onSuccess: (run) => go(runPath(slug, run.id)) })}
            >
              {current ? `Ask for ${plural(current.drafts, 'draft')}` : 'Ask for drafts'}
            </Button>
          </div>
          {current && usesModel && wish.money === '' && wish.tokens === '' && (
            <p className="f12 warned">Set a limit in money or in tokens before you ask.</p>
          )}
        </Card>
      </form>
    </div>
  );
}
