import { Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconPlayerSkipForward, IconX } from '@tabler/icons-react';
import { K } from '../../../shared/keys';

interface Props {
  acceptRests: string | null;
  rejectRests: string | null;
  /** Shown when a key was pressed that rests. */
  said: string | null;
  rejecting: boolean;
  played: number;
  /** "the clips": what has to run. */
  playedOf: string;
  canTakeBack: boolean;
  onAccept: () => void;
  onReject: () => void;
  onSkip: () => void;
  onTakeBack: () => void;
}

/** Both verdicts in one size. Buttons that rest stay focusable and say why, so that nobody has to guess. */
export function VerdictBar(props: Props) {
  const { acceptRests, rejectRests, said, rejecting, played, canTakeBack } = props;
  return (
    <div className="foot">
      <p className="rests" role="status">
        {said ?? (rejecting ? rejectRests : acceptRests) ?? ''}
      </p>
      <div className="row">
        <Tooltip label={acceptRests ?? 'Everything is fine'} withinPortal position="top">
          <button
            type="button"
            className="big okb"
            aria-disabled={acceptRests !== null}
            onClick={props.onAccept}
          >
            {played < 1 ? <Ring share={played} of={props.playedOf} /> : <IconCheck size={17} aria-hidden />}
            Accept
            <K id="accept" />
          </button>
        </Tooltip>
        <Tooltip label={rejectRests ?? 'Reject for the reasons marked'} withinPortal position="top">
          <button
            type="button"
            className={rejecting && !rejectRests ? 'big nob fill' : 'big nob'}
            aria-disabled={rejectRests !== null}
            onClick={props.onReject}
          >
            <IconX size={17} aria-hidden />
            Reject
            <K id="reject" fill={rejecting && !rejectRests} />
          </button>
        </Tooltip>
      </div>
      <div className="row foot-more">
        <button type="button" className="quiet" onClick={props.onSkip}>
          <IconPlayerSkipForward size={15} aria-hidden />
          Skip with reason
          <K id="skip" />
        </button>
        <button type="button" className="quiet" aria-disabled={!canTakeBack} onClick={props.onTakeBack}>
          <IconArrowBackUp size={15} aria-hidden />
          Take back
          <K id="undo" />
        </button>
      </div>
    </div>
  );
}

const R = 7;
const AROUND = 2 * Math.PI * R;

/** How much of what has to run has run. */
function Ring({ share, of }: { share: number; of: string }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      role="img"
      aria-label={`${Math.floor(share * 100)} % of ${of} played`}
    >
      <circle cx="9" cy="9" r={R} fill="none" stroke="var(--line-2)" strokeWidth="2.5" />
      <circle
        cx="9"
        cy="9"
        r={R}
        fill="none"
        stroke="var(--ac)"
        strokeWidth="2.5"
        strokeLinecap="butt"
        transform="rotate(-90 9 9)"
        strokeDasharray={`${AROUND * share} ${AROUND}`}
      />
    </svg>
  );
}
