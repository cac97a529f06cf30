import { IconEyeOff } from '@tabler/icons-react';
import { Tooltip } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Handlers } from '../../../shared/keys';
import { shortId } from '../../../shared/lib/format';
import { commonTimeline, startOf } from '../../../shared/player/timeline';
import type { TimeMark } from '../../../shared/player/lanes';
import { useClockPart, usePlayer } from '../../../shared/player/usePlayer';
import { TopBarSlot } from '../../../shared/ui/chrome';
import type { Decided, Lease } from '../api/types';
import { openingForm, useForm, type Saved } from '../hooks/useForm';
import { usePageKeys } from '../../../shared/keys';
import type { Journal } from '../model/journal';
import {
  acceptRests,
  bodyOf,
  problemsIn,
  reasonForDigit,
  rejectRests,
  type DecisionBody,
  type Form,
  type Verdict,
} from '../model/judging';
import { frameOf, quantity } from '../model/facts';
import { playerKeys } from '../../../shared/player/playerKeys';
import { FactBar } from './FactBar';
import { JudgementPanel } from './JudgementPanel';
import { ChecksPanel, DecidedPanel, Note, SkipPanel } from './SidePanels';
import { Stage } from './Stage';
import { VerdictBar } from './VerdictBar';

export interface WorkbenchProps {
  lease: Lease;
  journal: Journal;
  decided: readonly Decided[];
  minutes: number;
  breakEvery: number;
  sending: boolean;
  /** Covered by a break or a notice: keys and clock rest. */
  covered: boolean;
  notices: ReactNode;
  cover: ReactNode;
  onDecide: (verdict: Verdict, body: DecisionBody) => void;
  onSkip: (reason: string, note: string) => void;
  onTakeBack: () => void;
  onBreak: () => void;
  canTakeBack: boolean;
}

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** One episode, one screen: look left, judge right. Mounted anew for every lease. */
export function Workbench(props: WorkbenchProps) {
  const { lease, journal, covered, sending } = props;
  const { episode } = lease;
  const [opening] = useState(() => openingForm(lease, journal));
  const clock = usePlayer(
    useMemo(() => commonTimeline(episode.clips), [episode]),
    opening.watched,
  );
  const { form, dispatch, saved, keep } = useForm(lease, journal, opening.form, clock);
  const played = useClockPart(clock, (state) => state.played);
  const [chosen, setChosen] = useState(episode.clips[0]?.setting ?? '');
  const [large, setLarge] = useState(false);
  const [skipping, setSkipping] = useState(false);
  const [said, setSaid] = useState<{ about: string; form: Form } | null>(null);
  const [unplayable, setUnplayable] = useState<readonly string[]>([]);
  const note = useRef<HTMLTextAreaElement>(null);

  const now = { questions: lease.judgements, played, unplayable, sending, paused: covered };
  const restsAccept = acceptRests(form, now);
  const restsReject = rejectRests(form, now);
  const rejecting = problemsIn(form).length > 0;
  const skipReasons = lease.skip_reasons;
  const marks = useMarks(lease, form.pins, clock.timeline.fps);

  useEffect(() => {
    if (covered) clock.pause();
  }, [covered, clock]);

  const say = (about: string) => setSaid({ about, form });
  const decide = (verdict: Verdict, rests: string | null) => {
    if (rests) {
      say(verdict);
      return;
    }
    keep();
    props.onDecide(verdict, bodyOf(form));
  };
  const accept = () => decide('accept', restsAccept);
  const reject = () => decide('reject', restsReject);
  const answers: Record<string, string | null> = { accept: restsAccept, reject: restsReject };
  const spoken =
    said?.form === form ? (said.about in answers ? (answers[said.about] ?? null) : said.about) : null;
  const skip = (code: string) => props.onSkip(code, form.note.trim());
  const choose = (step: number) => {
    const at = episode.clips.findIndex((clip) => clip.setting === chosen);
    const next = episode.clips[(at + step + episode.clips.length) % episode.clips.length];
    if (next) setChosen(next.setting);
  };
  const pin = () => {
    const { frame } = clock.snapshot();
    if (!form.marked || form.judgements[form.marked]?.value !== 'problem') {
      say('Mark a problem first, then pin the moment to it');
      return;
    }
    clock.pause();
    dispatch({
      type: 'pin',
      pin: { frame, time_s: Math.round(startOf(clock.timeline, frame) * 1000) / 1000, setting: chosen },
    });
  };
  const digit = (n: number) => {
    if (skipping) {
      const reason = skipReasons[n - 1];
      if (reason) skip(reason.code);
      return;
    }
    const code = reasonForDigit(lease.judgements, form, n);
    if (code) dispatch({ type: 'reason', code });
  };
  const judge = (i: number) => {
    const question = lease.judgements[i];
    if (question) dispatch({ type: 'toggle', id: question.id });
  };
  const handlers: Handlers = {
    ...playerKeys(
      clock,
      marks.map((mark) => mark.frame),
    ),
    'judge.1': () => judge(0),
    'judge.2': () => judge(1),
    'judge.3': () => judge(2),
    ...Object.fromEntries(DIGITS.map((n) => [`reason.${n}`, () => digit(n)])),
    accept,
    reject,
    mark: pin,
    note: () => note.current?.focus(),
    skip: () => setSkipping((open) => !open),
    'view.next': () => choose(1),
    large: () => setLarge((on) => !on),
    break: props.onBreak,
    undo: props.onTakeBack,
  };
  usePageKeys(handlers, !covered);
  usePageKeys(
    {
      close: () =>
        document.activeElement === note.current
          ? note.current?.blur()
          : skipping
            ? setSkipping(false)
            : setLarge(false),
    },
    !covered,
  );

  const page = useRef<HTMLDivElement>(null);
  useLettingGo(page);

  return (
    <div className="rev-page" data-lease={lease.id} ref={page}>
      <TopBarSlot>
        <Tooltip label="Nobody's verdict on this episode is shown to you until all reviewers have decided. The emotion label stays hidden throughout.">
          <button type="button" className="chip line blind">
            <IconEyeOff size={14} aria-hidden />
            Blind
          </button>
        </Tooltip>
        <SavedAt saved={saved} restored={opening.restored} />
      </TopBarSlot>
      <h1 className="sr">
        Review of episode {shortId(episode.id)}, {lease.position} of {lease.total}
      </h1>
      {props.notices}
      <FactBar lease={lease} minutes={props.minutes} breakEvery={props.breakEvery} />
      <div className="rev" inert={covered}>
        <Stage
          episode={episode}
          clock={clock}
          chosen={chosen}
          large={large}
          marks={marks}
          onChoose={setChosen}
          onClip={(setting, state) =>
            setUnplayable((list) =>
              state === 'failed' ? [...new Set([...list, setting])] : list.filter((one) => one !== setting),
            )
          }
        />
        <aside className="side" aria-label="Your judgement">
          <div className="body" data-scroll>
            {skipping ? (
              <SkipPanel reasons={skipReasons} onSkip={skip} onClose={() => setSkipping(false)} />
            ) : (
              <JudgementPanel
                questions={lease.judgements}
                form={form}
                dispatch={dispatch}
                onPin={pin}
                onSeek={(frame) => {
                  clock.pause();
                  clock.seek(frame);
                }}
              />
            )}
            <Note value={form.note} field={note} onChange={(text) => dispatch({ type: 'note', text })} />
            <ChecksPanel checks={episode.checks} folded={lease.policy.fold_checks} />
            <DecidedPanel decided={props.decided} questions={lease.judgements} />
          </div>
          <VerdictBar
            acceptRests={restsAccept}
            rejectRests={restsReject}
            said={spoken}
            rejecting={rejecting}
            played={played}
            canTakeBack={props.canTakeBack}
            onAccept={accept}
            onReject={reject}
            onSkip={() => setSkipping((open) => !open)}
            onTakeBack={props.onTakeBack}
          />
        </aside>
      </div>
      {props.cover}
    </div>
  );
}

/** A click with the mouse leaves no button focused, so that Space goes on playing instead of pressing it again. */
function useLettingGo(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    const letGo = (event: MouseEvent) => {
      if (event.detail > 0 && document.activeElement instanceof HTMLButtonElement)
        document.activeElement.blur();
    };
    element?.addEventListener('click', letGo);
    return () => element?.removeEventListener('click', letGo);
  }, [page]);
}

function SavedAt({ saved, restored }: { saved: Saved; restored: boolean }) {
  const text =
    saved === 'nowhere'
      ? 'Not kept: this browser stores nothing'
      : saved
        ? `Saved ${saved.at.toLocaleTimeString('en-GB')}`
        : restored
          ? 'Restored'
          : '';
  return (
    <span
      className={saved === 'nowhere' ? 'f12 num saved-no' : 't3 f12 num'}
      data-saved={saved ? '' : undefined}
    >
      {text}
    </span>
  );
}

function useMarks(lease: Lease, pins: readonly { frame: number; time_s: number }[], fps: number): TimeMark[] {
  return useMemo(() => {
    const motionFps = lease.episode.motion.fps || fps;
    const checks = lease.episode.checks.flatMap((check): TimeMark[] => {
      const frame = frameOf(check);
      if (frame === null) return [];
      const seconds = frame / motionFps;
      return [
        {
          frame: Math.round(seconds * fps),
          kind: 'check',
          label: `${check.label ?? check.id} ${quantity(check.value, check.unit)} at ${seconds.toFixed(1)} s`,
        },
      ];
    });
    return [
      ...checks,
      ...pins.map((pin): TimeMark => ({
        frame: pin.frame,
        kind: 'pin',
        label: `Pin at ${pin.time_s.toFixed(2)} s`,
      })),
    ];
  }, [lease, pins, fps]);
}
