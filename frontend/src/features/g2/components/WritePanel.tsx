import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import {
  Conflicts,
  ErrorLinks,
  goToField,
  LossNote,
  RestoredNote,
  ReturnedNote,
  SavedAt,
  SignInNote,
  TakenNote,
  useBeat,
  useDraftDesk,
  useTypingPauses,
  useWriting,
  type ItemDetail,
} from '../../../shared/desk';
import {
  AnswerForm,
  asForm,
  Intervals,
  placed,
  same,
  type Evidence,
  type Problem,
} from '../../../shared/items';
import { K, usePageKeys, type BindingId } from '../../../shared/keys';
import { useOtherTab } from '../../../shared/lib/useOtherTab';
import { GuidelinePanel, type TaskKind, type Taxonomy } from '../../../shared/taxonomy';
import { plural } from '../../../shared/lib/format';
import { TopBarSlot } from '../../../shared/ui/chrome';
import { ErrorNote } from '../../../shared/ui/states';
import { CueList, intervalOf, type Desk } from '../../../shared/video';
import { shareWords } from '../model/coverage';
import { neededGap, tie } from '../model/evidence';
import type { Mark } from '../model/marks';
import type { Marks } from '../useMarks';
import type { Watching } from '../useWatching';
import { gapWords, playGap } from './CoverageBar';
import { MarkList } from './MarkList';
import { TiedEvidence } from './TiedEvidence';

/** The evidence of the open item, for the time line beside it. */
export interface EvidenceDesk {
  rows: readonly Evidence[];
  change: ((rows: Evidence[]) => void) | null;
  history: { undo: (() => void) | null; redo: (() => void) | null };
}
interface Props {
  slug: string;
  item: ItemDetail;
  kind: TaskKind;
  taxonomy: Taxonomy;
  desk: Desk;
  /** The place of the selected stretch of evidence; -1 for none. */
  selected: number;
  marks: Marks;
  watching: Watching;
  needed: number;
  maxSpeed: number;
  /** Has to stay the same function. */
  onEvidence: (evidence: EvidenceDesk | null) => void;
  onSubmitted: () => void;
}

const NONE: readonly Evidence[] = [];
const MAX_GAPS = 3;
const EVIDENCE_ENDS = ['', '.start', '.end', '.item'];

/** One whole-video item at its author's desk: form, evidence, guideline; what is missing before it can go out. */
export function WritePanel(props: Props) {
  const { slug, item, kind, taxonomy, desk: videoDesk, selected, marks, watching, onEvidence } = props;
  const { desk, state } = useDraftDesk(slug, item, kind);
  const { content, conflicts } = state;
  const form = useRef<HTMLDivElement>(null);
  const links = useRef<HTMLElement>(null);
  const gaps = () => unwatched(props);
  const writing = useWriting(slug, item, desk, state, form, {
    kind,
    families: taxonomy.rubrics.families,
    videoEnd: videoDesk.video.table.duration,
    more: gaps,
  });
  const { problems, blocking, mend, busy } = writing;
  const [tab, setTab] = useState<string | null>('item');
  const [submitted, setSubmitted] = useState<number | null>(null);
  const readOnly = !item.can_edit;
  const evidence = content.evidence ?? NONE;
  const items = content.answer_details?.items ?? [];
  const { table } = videoDesk.video;

  useTypingPauses(form, videoDesk.video.clock, true);
  const beat = useBeat(slug, item.id, null);
  const loss = beat.loss ?? item.video_loss;
  const otherTab = useOtherTab(item.id);
  const signedOut = state.error?.status === 401 || state.error?.code === 'not_authenticated';
  useEffect(() => {
    if (writing.listed) links.current?.focus();
  }, [writing.listed]);
  useEffect(() => {
    const change = (rows: Evidence[]) => desk.change({ do: 'evidence', evidence: rows });
    onEvidence({
      rows: evidence,
      change: readOnly ? null : change,
      history: {
        undo: state.canUndo ? () => void desk.undo() : null,
        redo: state.canRedo ? () => void desk.redo() : null,
      },
    });
  }, [evidence, readOnly, desk, state.canUndo, state.canRedo, onEvidence]);
  useEffect(() => () => onEvidence(null), [onEvidence]);

  const submit = async () => {
    // What was played until now counts for this submission.
    await watching.flush();
    const done = await writing.submit();
    if (!done) return;
    setSubmitted(done.revision.number);
    props.onSubmitted();
  };
  const tieTo = (place: number, number: number) => {
    const next = readOnly ? null : tie(evidence, place, items, number);
    if (next) desk.change({ do: 'evidence', evidence: next });
  };
  const ties = Object.fromEntries(
    Array.from({ length: 10 }, (_, number) => [`tie.${number}`, () => tieTo(selected, number)]),
  ) as Partial<Record<BindingId, () => void>>;
  usePageKeys({
    'field.1': () => goTo('question'),
    'field.2': () => goTo('answer'),
    'field.3': () => goTo('answer_details.items'),
    guideline: () => setTab((now) => (now === 'guideline' ? 'item' : 'guideline')),
    ...(!readOnly && {
      submit: () => void submit(),
      'edit.undo': writing.undo,
      'edit.redo': writing.redo,
      ...(selected >= 0 && ties),
    }),
  });
  const goTo = (field: string) => {
    if (field === 'watched') {
      const gap = watching.gaps.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))[0];
      if (gap) playGap(videoDesk, gap, props.maxSpeed);
      return;
    }
    goToField([field], () => setTab(field.startsWith('evidence') ? 'evidence' : 'item'));
  };
  const take = (mark: Mark) => {
    const { start, end } = intervalOf(table, { first: mark.first, end: mark.end! });
    desk.change({ do: 'evidence', evidence: [...evidence, { start, end, item: null }] });
  };
  const taken = (mark: Mark) =>
    evidence.some((one) => {
      const { first, end } = table.inside(one.start, one.end);
      return first === mark.first && end === mark.end;
    });

  const places = [
    'evidence',
    ...evidence.flatMap((_, i) => EVIDENCE_ENDS.map((end) => `evidence[${i}]${end}`)),
  ];
  const found = placed(problems, places);
  const ofEvidence = problems.filter((p) => places.some((place) => found.get(place)?.includes(p)));
  const latest = item.revisions.at(-1);
  const nothingNew = latest !== undefined && same(asForm(latest.content, kind), content);
  return (
    <>
      <TopBarSlot>
        <SavedAt state={state} />
      </TopBarSlot>
      <Tabs value={tab} onChange={setTab} keepMounted={false} className="g2-tabs">
        <Tabs.List>
          <Tabs.Tab value="item">Item</Tabs.Tab>
          <Tabs.Tab value="evidence">Evidence {evidence.length}</Tabs.Tab>
          {videoDesk.cues.length > 0 && <Tabs.Tab value="subtitles">Subtitles</Tabs.Tab>}
          <Tabs.Tab value="guideline" rightSection={<K id="guideline" />}>
            Guideline
          </Tabs.Tab>
        </Tabs.List>
        <div className="g2-form" ref={form} role="region" aria-label="Item" tabIndex={0}>
          <RestoredNote at={state.restored} onClose={desk.acknowledge} />
          {state.restored === null && <TakenNote taken={state.taken} onClose={desk.acknowledge} />}
          <Conflicts conflicts={conflicts} onDecide={desk.decide} />
          {loss && <LossNote loss={loss} text={content.question} />}
          {otherTab && (
            <div className="note" role="status">
              <p>This item is open in another tab too. What you save here and there is joined.</p>
            </div>
          )}
          {signedOut ? (
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
              <p>
                Revision {submitted} is submitted and goes to reviewers. What you change from here becomes the
                next one, until a reviewer opens it.
              </p>
            </div>
          )}
          <ReturnedNote returned={item.returned} />
          {readOnly && (
            <div className="note" role="status">
              <p>This item is with its reviewers, or finished; it can be read here and not changed.</p>
            </div>
          )}
          {writing.listed && blocking.length > 0 && (
            <ErrorLinks ref={links} problems={blocking} ids={items.map((i) => i.id)} onGo={goTo} />
          )}
          <Tabs.Panel value="item">
            <AnswerForm
              kind={kind}
              taxonomy={taxonomy}
              content={content}
              onChange={desk.change}
              problems={problems.filter((p) => !ofEvidence.includes(p))}
              mend={mend}
              readOnly={readOnly}
              renderBeside={(id) => (
                <TiedEvidence
                  id={id}
                  evidence={evidence}
                  selected={selected}
                  desk={videoDesk}
                  onTie={
                    readOnly ? null : (place) => tieTo(place, items.findIndex((one) => one.id === id) + 1)
                  }
                />
              )}
            />
          </Tabs.Panel>
          <Tabs.Panel value="evidence" className="g2-evidence">
            <p className="f12 t2">
              At least two stretches, {Number(neededGap(table.duration).toFixed(1))} s apart: from the end of
              the earlier to the start of the later. Each is tied to what it shows. Kept here, in no file.
            </p>
            <Intervals
              name="Evidence"
              field="evidence"
              rows={evidence}
              onChange={(rows) => desk.change({ do: 'evidence', evidence: rows })}
              fresh={() => ({ ...intervalOf(table, here(videoDesk)), item: null })}
              at={(field) => found.get(field)}
              mend={mend}
              readOnly={readOnly}
              items={items.map((one) => one.id)}
              onSeek={videoDesk.seekTo}
            />
            <h2>My marks</h2>
            <MarkList desk={videoDesk} marks={marks} onTake={readOnly ? null : take} taken={taken} />
          </Tabs.Panel>
          <Tabs.Panel value="subtitles" className="g2-cues">
            <CueList desk={videoDesk} />
          </Tabs.Panel>
          <Tabs.Panel value="guideline">
            <GuidelinePanel taxonomy={taxonomy} granularity={kind.granularity} type={kind.type} />
          </Tabs.Panel>
        </div>
      </Tabs>
      {!readOnly && (
        <div className="itembar g2-bar">
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
                  ? `${plural(blocking.length, 'thing')} to see to before it can be submitted`
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
    </>
  );
}

/** WA7 as the server has it: what is imported was written elsewhere. */
function unwatched({ item, watching, desk, needed }: Props): Problem[] {
  if (watching.enough || item.origin === 'imported') return [];
  const told = watching.gaps
    .slice(0, MAX_GAPS)
    .map((gap) => gapWords(desk, gap))
    .join(', ');
  const more = watching.gaps.length > MAX_GAPS ? ` and ${watching.gaps.length - MAX_GAPS} more` : '';
  const message = `${shareWords(watching.share)} of ${Math.round(needed * 100)} %; missing ${told}${more}. Follow the link to play it.`;
  return [{ rule: 'WA7', severity: 'error', field: 'watched', message }];
}

/** A second from where the picture stands. */
function here({ video: { clock, table } }: Desk) {
  const first = Math.max(0, Math.min(clock.snapshot().frame, table.length - 1));
  const end = Math.max(first + 1, Math.min(table.length, table.shownAt(table.seconds(first) + 1)));
  return { first, end };
}
