import { Progress, Tooltip } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { TopBarSlot } from '../../../shared/ui/chrome';
import { useLettingGo, type BenchProps, type Deciding } from '../hooks/useDeciding';
import type { Saved } from '../hooks/useForm';
import { Note, SkipPanel, DecidedPanel } from './SidePanels';
import { VerdictBar } from './VerdictBar';

interface Props {
  bench: BenchProps;
  deciding: Deciding;
  /** "Review of an episode, 3 of 12". */
  title: string;
  blind: string;
  /** In the bar over the picture: what is judged. */
  about: ReactNode;
  stage: ReactNode;
  judgements: ReactNode;
  notePlaceholder: string;
  noteDescription?: string;
  /** Under the note. */
  children?: ReactNode;
  played: number;
  playedOf: string;
}

/** One thing to decide, on one screen: look left, judge right. The frame of every kind of review. */
export function BenchFrame(props: Props) {
  const { bench, deciding, played } = props;
  const { lease, active, covered } = bench;
  const page = useRef<HTMLDivElement>(null);
  useLettingGo(page);
  return (
    <div
      className={active ? 'rev-page' : 'rev-page ahead'}
      data-kind={lease.kind}
      data-lease={lease.id}
      data-subject={lease.subject}
      ref={page}
      inert={!active}
      aria-hidden={!active}
    >
      {active && (
        <>
          <TopBarSlot>
            <Tooltip label={props.blind}>
              <button type="button" className="chip line blind">
                <IconEyeOff size={14} aria-hidden />
                Blind
              </button>
            </Tooltip>
            <SavedAt saved={deciding.saved} restored={bench.opening.restored} />
          </TopBarSlot>
          <h1 className="sr">{props.title}</h1>
          {bench.notices}
        </>
      )}
      <div className="sbar rev-facts">
        {props.about}
        <Where bench={bench} />
      </div>
      <div className="rev" inert={covered}>
        {props.stage}
        <aside className="side" aria-label="Your judgement">
          <div className="body" data-scroll>
            {deciding.skipping ? (
              <SkipPanel reasons={lease.skip_reasons} onSkip={deciding.skip} onClose={deciding.toggleSkip} />
            ) : (
              props.judgements
            )}
            <Note
              value={deciding.form.note}
              field={deciding.note}
              placeholder={props.notePlaceholder}
              {...(props.noteDescription && { description: props.noteDescription })}
              onChange={(text) => deciding.dispatch({ type: 'note', text })}
            />
            {props.children}
            <DecidedPanel decided={bench.decided} questions={lease.judgements} />
          </div>
          <VerdictBar
            acceptRests={deciding.restsAccept}
            rejectRests={deciding.restsReject}
            said={deciding.spoken}
            rejecting={deciding.rejecting}
            played={played}
            playedOf={props.playedOf}
            canTakeBack={bench.canTakeBack}
            onAccept={deciding.accept}
            onReject={deciding.reject}
            onSkip={deciding.toggleSkip}
            onTakeBack={bench.onTakeBack}
          />
        </aside>
      </div>
      {active && bench.cover}
    </div>
  );
}

/** Where one is in the batch, and how long one has been looking. */
function Where({ bench: { lease, minutes, breakEvery } }: { bench: BenchProps }) {
  const { position, total } = lease;
  return (
    <span className="end row f12 t2 rev-where">
      <span className="num">
        <b className="rev-strong">{position}</b> of {total}
      </span>
      <Progress
        w={80}
        size={5}
        value={total ? (100 * position) / total : 0}
        aria-label={`${position} of ${total} in this batch`}
      />
      <span className="t3 num">
        {minutes} min · break at {breakEvery}
      </span>
    </span>
  );
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
