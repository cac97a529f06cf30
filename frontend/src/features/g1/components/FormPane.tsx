import { Button, SegmentedControl, Tabs } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { Link } from 'wouter';
import {
  Conflicts,
  ErrorLinks,
  goToField,
  Reference,
  RestoredNote,
  SavedAt,
  SourcePanel,
  TakenNote,
  type Writing,
  ReturnedNote,
  SignInNote,
  LossNote,
  type Lost,
  type VideoLoss,
} from '../../../shared/desk';
import { AnswerForm, placed, type Content, type DeskState, type DraftDesk } from '../../../shared/items';
import { isTyping, K, usePageKeys } from '../../../shared/keys';
import { clock as clockTime, shortDay } from '../../../shared/lib/format';
import { GuidelinePanel } from '../../../shared/taxonomy';
import { TopBarSlot } from '../../../shared/ui/chrome';
import { ErrorNote } from '../../../shared/ui/states';
import { SHORT } from '../names';
import type { BenchProps } from './Bench';
import type { useRetype } from '../useRetype';
import { DraftBeside } from './DraftBeside';
import { LostNote, OtherTabNote } from './Notes';
import type { Player } from './WithVideo';

const Revisions = lazy(() => import('./Revisions'));
const TimeLine = lazy(() => import('../../../shared/history/TimeLine'));

interface Props extends BenchProps {
  desk: DraftDesk;
  state: DeskState;
  writing: Writing;
  retype: Pick<ReturnType<typeof useRetype>, 'choose' | 'failure'>;
  form: RefObject<HTMLDivElement | null>;
  /** What the item began with, where it is somebody's or some drafter's proposal. */
  initial: Partial<Content> | undefined;
  unchanged: boolean;
  player: Player;
  hasSubtitles: boolean;
  until: string | null;
  lost: Lost | null;
  loss: VideoLoss | null;
  otherTab: boolean;
  failure: unknown;
  onTakeAgain: () => void;
}

/** Esc gives the letters back to the page. */
function leaveField() {
  const field = document.activeElement;
  if (field instanceof HTMLElement && isTyping(field)) field.blur();
}

const SOURCE = ['source', 'source.from', 'source.segments', 'evidence', 'subtitles'];

/** The form of the item's task beside guideline, subtitles and revisions. */
export function FormPane(props: Props) {
  const { slug, item, kind, taxonomy, desk, state, writing, retype, form, player, until, lost } = props;
  const { content } = state;
  const [tab, setTab] = useState('item');
  const [beside, setBeside] = useState(true);
  const source = useRef<HTMLDetailsElement>(null);
  const links = useRef<HTMLElement>(null);
  const readOnly = !item.can_edit;
  // Whoever wants to submit sees what stands in the way, wherever they were looking.
  const [listed, setListed] = useState(writing.listed);
  if (listed !== writing.listed) {
    setListed(writing.listed);
    if (writing.listed) setTab('item');
  }
  useEffect(() => {
    if (listed) links.current?.focus();
  }, [listed]);
  const second = kind.answer_form === 'before_after' ? 'answer.before' : 'answer';
  const third = kind.answer_form === 'before_after' ? 'answer.after' : 'answer_details.items';
  const to = (...fields: string[]) => goToField(fields, () => setTab('item'));
  usePageKeys(
    {
      'field.1': () => to('question'),
      'field.2': () => to(second),
      'field.3': () => to(third, second),
      guideline: () => setTab((t) => (t === 'guideline' ? 'item' : 'guideline')),
      reference: () => setBeside((on) => !on),
      close: leaveField,
    },
    props.pausedAt === null,
  );

  const places = [
    ...SOURCE,
    ...(content.source.segments ?? []).flatMap((_, i) =>
      ['', '.start', '.end'].map((end) => `source.segments[${i}]${end}`),
    ),
    ...(content.evidence ?? []).flatMap((_, i) =>
      ['', '.start', '.end', '.item'].map((end) => `evidence[${i}]${end}`),
    ),
  ];
  const found = placed(writing.problems, places);
  const ofSource = writing.problems.filter((p) => places.some((place) => found.get(place)?.includes(p)));
  const signedOut = state.error?.status === 401 || state.error?.code === 'not_authenticated';
  const types = taxonomy.kinds.filter((k) => k.granularity === 'clip');
  return (
    <>
      <TopBarSlot>
        <SavedAt state={state} />
        {until && !lost && (
          <span className="chip hide-s num">
            Yours until {shortDay(until)}
            {clockTime(until)}
          </span>
        )}
      </TopBarSlot>
      <h1 className="sr">Write the item</h1>
      <Tabs
        value={tab}
        onChange={(value) => value && setTab(value)}
        keepMountedMode="display-none"
        classNames={{ root: 'wb-tabs', panel: 'wb-panel' }}
      >
        <Tabs.List>
          <Tabs.Tab value="item">Item</Tabs.Tab>
          {player.subtitles && <Tabs.Tab value="subtitles">Subtitles</Tabs.Tab>}
          <Tabs.Tab value="guideline" rightSection={<K id="guideline" />}>
            Guideline
          </Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="item">
          <div className="wb-form" ref={form} data-scroll tabIndex={0} role="region" aria-label="Form">
            {item.revisions.length === 0 && !readOnly && (
              <SegmentedControl
                aria-label="Task"
                size="xs"
                value={item.type}
                onChange={retype.choose}
                data={types.map((k) => ({ value: k.type, label: SHORT[k.type] ?? k.type }))}
              />
            )}
            {retype.failure !== null && <ErrorNote error={retype.failure} safe="What you wrote is kept." />}
            {lost && <LostNote lost={lost} onTakeAgain={props.onTakeAgain} onNext={props.onNext} />}
            {props.loss && (
              <LossNote loss={props.loss} text={content.question}>
                <Button size="compact-sm" onClick={props.onNext}>
                  Next item
                </Button>
              </LossNote>
            )}
            {props.otherTab && <OtherTabNote />}
            <ReturnedNote returned={item.returned} />
            <RestoredNote at={state.restored} onClose={desk.acknowledge} />
            {state.restored === null && <TakenNote taken={state.taken} onClose={desk.acknowledge} />}
            <Conflicts conflicts={state.conflicts} onDecide={desk.decide} />
            {signedOut ? (
              <SignInNote onSignedIn={() => void desk.flush()} />
            ) : (
              state.status === 'refused' &&
              state.error &&
              !lost && <ErrorNote error={state.error} safe="Your text is kept in this browser." />
            )}
            {props.failure !== null && <ErrorNote error={props.failure} safe="Your text is kept." />}
            {writing.failure !== null && (
              <ErrorNote error={writing.failure} safe="Your text is saved as a draft." />
            )}
            {writing.listed && writing.blocking.length > 0 && (
              <ErrorLinks
                ref={links}
                problems={writing.blocking}
                ids={content.answer_details?.items.map((i) => i.id) ?? []}
                onGo={(field) => {
                  if (SOURCE.some((place) => field.startsWith(place)) && source.current)
                    source.current.open = true;
                  goToField([field]);
                }}
              />
            )}
            <AnswerForm
              kind={kind}
              taxonomy={taxonomy}
              content={content}
              onChange={desk.change}
              problems={writing.problems.filter((p) => !ofSource.includes(p))}
              mend={writing.mend}
              readOnly={readOnly}
              reference={
                <>
                  {props.initial && (
                    <DraftBeside
                      kind={kind}
                      origin={item.origin}
                      initial={props.initial}
                      content={content}
                      unchanged={props.unchanged}
                      shown={beside}
                      onToggle={() => setBeside((on) => !on)}
                    />
                  )}
                  {item.reference && (
                    <Reference
                      reference={item.reference}
                      needsRecheck={item.needs_scope_recheck}
                      rechecked={writing.rechecked}
                      onRechecked={writing.setRechecked}
                      shown={beside}
                      onToggle={() => setBeside((on) => !on)}
                    />
                  )}
                </>
              }
            />
            <details className="wb-source" ref={source} open={ofSource.length > 0 || undefined}>
              <summary>Interval, evidence and subtitles</summary>
              <SourcePanel
                slug={slug}
                content={content}
                onChange={desk.change}
                at={(field) => (field === '' ? undefined : found.get(field))}
                mend={writing.mend}
                readOnly={readOnly}
                isEpisode={false}
                video={item.video && { id: item.video.id, hasSubtitles: props.hasSubtitles }}
                onSeek={player.desk?.seekTo}
              />
            </details>
          </div>
        </Tabs.Panel>
        {player.subtitles && (
          <Tabs.Panel value="subtitles" className="flushpanel">
            {player.subtitles}
          </Tabs.Panel>
        )}
        <Tabs.Panel value="guideline" className="scrollpanel">
          <GuidelinePanel taxonomy={taxonomy} granularity={kind.granularity} type={kind.type} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className="scrollpanel">
          {tab === 'history' && (
            <>
              <Suspense>
                <Revisions kind={kind} initial={props.initial} revisions={item.revisions} content={content} />
                <TimeLine slug={slug} id={item.id} onSeek={player.desk?.seekTo} />
              </Suspense>
              <p className="f12 t2">
                <Link href={`/p/${slug}/items/${item.id}`}>The page of this item</Link>
              </p>
            </>
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
