import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import {
  Conflicts,
  endOf,
  ErrorLinks,
  goToField,
  LossNote,
  Reference,
  RestoredNote,
  ReturnedNote,
  SavedAt,
  SignInNote,
  SourcePanel,
  TakenNote,
  useDraftDesk,
  useItemVideo,
  useWriting,
  type ItemDetail,
} from '../../../shared/desk';
import { AnswerForm, asForm, placed, same, type Segment } from '../../../shared/items';
import { K, usePageKeys } from '../../../shared/keys';
import { GuidelinePanel, type TaskKind, type Taxonomy } from '../../../shared/taxonomy';
import { TopBarSlot } from '../../../shared/ui/chrome';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import { ItemHeader } from './ItemHeader';
import type { Seeker } from './VideoPane';

interface Props {
  slug: string;
  item: ItemDetail;
  kind: TaskKind;
  taxonomy: Taxonomy;
}

// What not every visit needs comes when it is asked for.
const VideoPane = lazy(() => import('./VideoPane'));
const Unlinked = lazy(() => import('./Unlinked'));
const TimeLine = lazy(() => import('../../../shared/history/TimeLine'));
const NO_SEGMENTS: readonly Segment[] = [];
const SOURCE_PLACES = ['source', 'source.from', 'source.segments', 'evidence', 'subtitles'];

/** `?t=724.3`: where a time in a thread led from another page. */
function timeInAddress(): number | null {
  const text = new URLSearchParams(location.search).get('t');
  const seconds = Number(text);
  return text !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** The item at work: video, source and guideline at the left, its form at the right. */
export function ItemEditor({ slug, item, kind, taxonomy }: Props) {
  const { desk, state } = useDraftDesk(slug, item, kind);
  const { content, conflicts } = state;
  const form = useRef<HTMLDivElement>(null);
  const links = useRef<HTMLElement>(null);
  const video = useItemVideo(slug, item.video?.id ?? null).data;
  const writing = useWriting(slug, item, desk, state, form, {
    kind,
    families: taxonomy.rubrics.families,
    videoEnd: endOf(video),
  });
  const { problems, blocking, mend, busy } = writing;
  const [tab, setTab] = useState<string | null>('source');
  const [reference, setReference] = useState(true);
  const [submitted, setSubmitted] = useState<number | null>(null);
  const [seeker, setSeeker] = useState<Seeker | null>(null);
  const wanted = useRef(timeInAddress());
  const readOnly = !item.can_edit;
  useEffect(() => {
    if (writing.listed) links.current?.focus();
  }, [writing.listed]);

  /** A time that somebody wrote: the player comes back, and goes there once it is there. */
  const goTo = (seconds: number) => {
    wanted.current = seconds;
    setTab('source');
  };
  const ready = useCallback((found: Seeker | null) => {
    setSeeker(found);
    if (found === null || wanted.current === null) return;
    found.to(wanted.current);
    wanted.current = null;
  }, []);

  const submit = async () => {
    const done = await writing.submit();
    if (done) setSubmitted(done.revision.number);
  };
  const second = kind.answer_form === 'before_after' ? 'answer.before' : 'answer';
  const third = kind.answer_form === 'before_after' ? 'answer.after' : 'answer_details.items';
  usePageKeys({
    'field.1': () => goToField(['question']),
    'field.2': () => goToField([second]),
    'field.3': () => goToField([third, second]),
    guideline: () => setTab((t) => (t === 'guideline' ? 'source' : 'guideline')),
    ...(item.reference && { reference: () => setReference((on) => !on) }),
    ...(!readOnly && {
      submit: () => void submit(),
      'edit.undo': writing.undo,
      'edit.redo': writing.redo,
    }),
  });

  const segments = content.source.segments ?? NO_SEGMENTS;
  const sourcePlaces = [
    ...SOURCE_PLACES,
    ...segments.flatMap((_, i) => ['', '.start', '.end'].map((end) => `source.segments[${i}]${end}`)),
    ...(content.evidence ?? []).flatMap((_, i) =>
      ['', '.start', '.end', '.item'].map((end) => `evidence[${i}]${end}`),
    ),
  ];
  const found = placed(problems, sourcePlaces);
  const ofSource = problems.filter((p) => sourcePlaces.some((s) => found.get(s)?.includes(p)));
  const latest = item.revisions.at(-1);
  const unlike = latest ? !same(asForm(latest.content, kind), content) : true;
  const nothingNew = latest !== undefined && !unlike;
  return (
    <div className="itempage">
      <TopBarSlot>
        <SavedAt state={state} />
      </TopBarSlot>
      <div className="itemleft">
        <Tabs value={tab} onChange={setTab} keepMounted={false} className="itemtabs">
          <Tabs.List>
            <Tabs.Tab value="source">{item.video ? 'Video and source' : 'Source'}</Tabs.Tab>
            <Tabs.Tab value="guideline" rightSection={<K id="guideline" />}>
              Guideline
            </Tabs.Tab>
            <Tabs.Tab value="history">History</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="source" className="itempanel">
            <Suspense fallback={item.video && <Loading what="the player" rows={3} />}>
              {item.video && !item.video_loss && (
                <VideoPane
                  slug={slug}
                  id={item.video.id}
                  segments={segments}
                  onReady={ready}
                  onSegments={
                    readOnly
                      ? undefined
                      : (rows) => desk.change({ do: 'segments', segments: rows.length > 0 ? rows : null })
                  }
                />
              )}
              {!item.video && <Unlinked slug={slug} item={item} />}
            </Suspense>
            <div className="scrollx sourcebox" tabIndex={0} role="region" aria-label="Source">
              <SourcePanel
                slug={slug}
                content={content}
                onChange={desk.change}
                at={(field) => (field === '' ? undefined : found.get(field))}
                mend={mend}
                readOnly={readOnly}
                isEpisode={kind.granularity === 'episode'}
                video={item.video && { id: item.video.id, hasSubtitles: (video?.subtitles.length ?? 0) > 0 }}
                onSeek={seeker?.to}
              />
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="guideline" className="itempanel scrolls">
            <GuidelinePanel taxonomy={taxonomy} granularity={kind.granularity} type={kind.type} />
          </Tabs.Panel>
          <Tabs.Panel value="history" className="itempanel scrolls">
            <Suspense fallback={<Loading what="the history" rows={4} />}>
              <TimeLine
                slug={slug}
                id={item.id}
                draft={latest && unlike ? content : null}
                onSeek={item.video ? goTo : undefined}
              />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      </div>
      <div className="itemright">
        <ItemHeader slug={slug} item={item} taxonomy={taxonomy} desk={desk} />
        <div className="itemform" ref={form} role="region" aria-label="Item" tabIndex={0}>
          <ReturnedNote returned={item.returned} />
          <RestoredNote at={state.restored} onClose={desk.acknowledge} />
          {state.restored === null && <TakenNote taken={state.taken} onClose={desk.acknowledge} />}
          <Conflicts conflicts={conflicts} onDecide={desk.decide} />
          {item.video_loss && <LossNote loss={item.video_loss} text={content.question} />}
          {state.error?.status === 401 || state.error?.code === 'not_authenticated' ? (
            <SignInNote onSignedIn={() => void desk.flush()} />
          ) : (
            state.status === 'refused' &&
            state.error && <ErrorNote error={state.error} safe="Your text is kept in this browser." />
          )}
          {writing.failure !== null && (
            <ErrorNote error={writing.failure} safe="Your text is saved as a draft." />
          )}
          {submitted !== null && nothingNew && (
            <div className="note ok" role="status">
              <p>Revision {submitted} is submitted. What you change from here becomes the next one.</p>
            </div>
          )}
          {writing.listed && blocking.length > 0 && (
            <ErrorLinks
              ref={links}
              problems={blocking}
              ids={content.answer_details?.items.map((i) => i.id) ?? []}
              onGo={(field) => {
                const inSource = SOURCE_PLACES.some((place) => field.startsWith(place));
                goToField([field], () => inSource && setTab('source'));
              }}
            />
          )}
          <AnswerForm
            kind={kind}
            taxonomy={taxonomy}
            content={content}
            onChange={desk.change}
            problems={problems.filter((p) => !ofSource.includes(p))}
            mend={mend}
            readOnly={readOnly}
            reference={
              item.reference && (
                <Reference
                  reference={item.reference}
                  needsRecheck={item.needs_scope_recheck}
                  rechecked={writing.rechecked}
                  onRechecked={writing.setRechecked}
                  shown={reference}
                  onToggle={() => setReference((on) => !on)}
                />
              )
            }
          />
        </div>
        {!readOnly && (
          <div className="itembar">
            <Tooltip label="Undo (Ctrl Z)">
              <ActionIcon disabled={!state.canUndo} onClick={writing.undo} aria-label="Undo">
                <IconArrowBackUp size={18} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Redo (Ctrl Shift Z)">
              <ActionIcon disabled={!state.canRedo} onClick={writing.redo} aria-label="Redo">
                <IconArrowForwardUp size={18} />
              </ActionIcon>
            </Tooltip>
            <span className="f12 t2 num">
              {nothingNew && writing.again
                ? `As in revision ${latest.number}; submit it again to give it back to review`
                : nothingNew
                  ? `Nothing has changed since revision ${latest.number}`
                  : blocking.length > 0
                    ? `${blocking.length} to see to before it can be submitted`
                    : ''}
            </span>
            <Button
              className="end"
              size="sm"
              loading={busy}
              disabled={(nothingNew && !writing.again) || conflicts.length > 0}
              rightSection={<K id="submit" fill />}
              onClick={() => void submit()}
            >
              Submit
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
