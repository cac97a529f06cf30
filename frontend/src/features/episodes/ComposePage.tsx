import { Button, Checkbox, Menu, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../shared/api/client';
import { K, useKeys } from '../../shared/keys';
import { count, plural } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';
import type { Composition } from './api';
import { isStored, useCompose, useDryRun, usePlanCheck, usePlanNames, usePlanSchema } from './compose/api';
import { CompositionResult } from './compose/CompositionResult';
import { Compositions } from './compose/Compositions';
import { EXAMPLES, STARTER_PLAN } from './compose/examples';
import { Running } from './compose/Running';
import './episodes.css';
import './compose/compose.css';

const PlanEditor = lazy(() => import('./compose/PlanEditor'));
const STILL_MS = 400;

/** What is missing is made on another page. */
function Remedy({ slug, code }: { slug: string; code: string }) {
  if (code === 'plan.no_scene') return <Link href={`/p/${slug}/scenes`}>Add a scene</Link>;
  if (code === 'plan.no_motion') return <Link href={`/p/${slug}/import`}>Import motions</Link>;
  return null;
}

export default function ComposePage({ slug }: { slug: string }) {
  usePage({ title: 'Compose', crumbs: [{ label: 'Compose' }] });
  const store = `affectory.plan.${slug}`;
  const [params, set] = useUrlState();
  const running = params.get('composition');
  const [plan, setPlan] = useState(() => localStorage.getItem(store) ?? STARTER_PLAN);
  const [seed, setSeed] = useState<number | string>(1);
  const [render, setRender] = useState(true);
  const [still] = useDebouncedValue(plan, STILL_MS);
  const schema = usePlanSchema();
  const names = usePlanNames(slug);
  const check = usePlanCheck(slug, still);
  const dry = useDryRun(slug);
  const compose = useCompose(slug);
  const tried = dry.data && !isStored(dry.data) ? dry.data : null;
  const failed = dry.error ?? compose.error;
  const faults = check.data?.faults ?? [];
  const asked = check.data?.asked ?? 0;
  const edit = (text: string) => {
    setPlan(text);
    localStorage.setItem(store, text);
  };
  const tryIt = () => {
    compose.reset();
    set({ composition: null });
    dry.mutate(
      { plan, seed: Number(seed) || 0 },
      { onSuccess: (found) => isStored(found) && set({ composition: found.id }) },
    );
  };
  const start = () =>
    compose.mutate(
      { plan, seed: Number(seed) || 0, render },
      {
        onSuccess: (c) => {
          dry.reset();
          set({ composition: c.id });
        },
      },
    );
  const openPlan = (c: Composition, its: number) => {
    edit(c.plan_text);
    setSeed(its);
  };
  const again = (c: Composition) => {
    openPlan(c, c.seed + 1);
    dry.reset();
    set({ composition: null });
  };
  useKeys({ submit: tryIt });
  return (
    <div className="composepage">
      <div className="listmain">
        <PageHead
          title="Compose episodes"
          sub="A plan says what is asked for, how many and within which bounds. The same plan and seed give the same episodes."
        >
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <Button variant="default">Examples</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {EXAMPLES.map((example) => (
                <Menu.Item key={example.name} onClick={() => edit(example.text)}>
                  <b>{example.name}</b>
                  <div className="t2 f12">{example.says}</div>
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <NumberInput
            aria-label="Seed"
            value={seed}
            onChange={setSeed}
            w={110}
            allowDecimal={false}
            prefix="seed "
          />
          <Checkbox
            label="Render what passes"
            checked={render}
            onChange={(e) => setRender(e.currentTarget.checked)}
            size="xs"
          />
          <Button variant="default" onClick={tryIt} loading={dry.isPending}>
            Dry run
          </Button>
          <Button onClick={start} loading={compose.isPending}>
            {asked > 0 ? `Compose ${count(asked)}` : 'Compose'}
          </Button>
        </PageHead>
        <div className="composecols">
          <div className="planside">
            <Suspense fallback={<div className="planeditor skeleton" aria-busy="true" />}>
              <PlanEditor
                value={plan}
                onChange={edit}
                onRun={tryIt}
                faults={faults}
                schema={schema.data ?? null}
                names={names.data ?? {}}
              />
            </Suspense>
            <div className="row wrap f12 planstate" role="status">
              {faults.length > 0 ? (
                <ul className="plainlist faults">
                  {faults.slice(0, 4).map((fault) => (
                    <li key={`${fault.line} ${fault.message}`}>
                      {fault.line ? `Line ${fault.line}: ` : ''}
                      {fault.message}
                    </li>
                  ))}
                  {faults.length > 4 && <li>and {plural(faults.length - 4, 'more fault')}</li>}
                </ul>
              ) : check.data ? (
                <span className="t2">
                  Asks for {plural(asked, 'episode')} in {plural(check.data.groups.length, 'group')}.
                </span>
              ) : (
                <span className="t3">Reading the plan</span>
              )}
              <span className="row t3 end">
                <K id="submit" /> dry run
              </span>
            </div>
            <div className="compositionlist">
              <Card title="Compositions">
                <Compositions
                  slug={slug}
                  chosen={running}
                  onChoose={(id) => {
                    dry.reset();
                    compose.reset();
                    set({ composition: id });
                  }}
                />
              </Card>
            </div>
          </div>
          <div className="composeresult">
            <Card title={running ? 'Composition' : 'Result'}>
              {failed && <ErrorNote error={failed} safe="Your plan is kept." />}
              <Remedy slug={slug} code={failed instanceof ApiError ? failed.code : ''} />
              {running ? (
                <Running
                  key={running}
                  slug={slug}
                  id={running}
                  onPlan={(c) => openPlan(c, c.seed)}
                  onAgain={again}
                />
              ) : dry.isPending ? (
                <p className="t2" role="status">
                  Trying the first episodes of each group
                </p>
              ) : tried ? (
                <CompositionResult slug={slug} report={tried} />
              ) : (
                !failed && (
                  <p className="t2">
                    Try the plan with a dry run: it takes a few seconds and stores nothing. It shows what is
                    asked, what fits, and which check refuses the rest.
                  </p>
                )
              )}
            </Card>
          </div>
        </div>
      </div>
    </div>
  );
}
