import { dateTime } from '../lib/format';
import { called, CommentText, type Seek } from '../talk';
import { Chip } from '../ui/chips';
import { timecode } from '../video/times';
import type { HistoryDecision, HistoryRound } from './api';
import { outcomeWords } from './order';

const TONES = { KEPT: 'ok', REMOVED: 'no', RETURNED: 'warn' } as const;

/** A round: how it ended, and of its decisions those that may be seen. */
export function RoundEntry({ round, onSeek }: { round: HistoryRound; onSeek: Seek | undefined }) {
  const tone = TONES[round.outcome as keyof typeof TONES] ?? 'wait';
  return (
    <>
      <Chip tone={tone}>{outcomeWords(round)}</Chip>
      {round.decisions.length === 0 && round.state === 'OPEN' && (
        <p className="t2 f12">What is decided in it can be read here once it has closed.</p>
      )}
      <div className="decisions">
        {round.decisions.map((decision) => (
          <Decision
            key={`${called(decision.by)} ${decision.withdrawn !== null}`}
            decision={decision}
            round={round}
            onSeek={onSeek}
          />
        ))}
      </div>
    </>
  );
}

interface Props {
  decision: HistoryDecision;
  round: HistoryRound;
  onSeek: Seek | undefined;
}

function Decision({ decision, round, onSeek }: Props) {
  const problems = decision.judgements.filter((j) => j.value === 'problem');
  const labels = new Map(round.judgements.map((j) => [j.id, j.label]));
  return (
    <section className={decision.withdrawn === null ? 'decision' : 'decision withdrawn'}>
      <div className="row wrap">
        <b>{called(decision.by)}</b>
        <Chip tone={decision.verdict === 'accept' ? 'ok' : 'no'}>
          {decision.verdict === 'accept' ? 'Accept' : 'Reject'}
        </Chip>
        {decision.at && <span className="f12 t3 num">{dateTime(decision.at)}</span>}
      </div>
      {decision.withdrawn !== null && (
        <p className="f12">Withdrawn by a maintainer, counted nowhere: {decision.withdrawn}</p>
      )}
      {problems.length === 0 && <p className="t2">Nothing to object to.</p>}
      {problems.length > 0 && (
        <ul className="reasons">
          {problems.map((j) => (
            <li key={j.id}>
              <span className="t2">{labels.get(j.id) ?? j.id}:</span> {j.reasons.join('; ')}
            </li>
          ))}
        </ul>
      )}
      {decision.note && <CommentText text={decision.note} onSeek={onSeek} />}
      {decision.pins.map((pin) => (
        <p key={`${pin.judgement} ${pin.time_s}`} className="f13">
          {onSeek ? (
            <button type="button" className="linkish num timelink" onClick={() => onSeek(pin.time_s)}>
              {timecode(pin.time_s, 1)}
            </button>
          ) : (
            <span className="num">{timecode(pin.time_s, 1)}</span>
          )}{' '}
          <span className="t2">{labels.get(pin.judgement) ?? pin.judgement}</span> {pin.note}
        </p>
      ))}
    </section>
  );
}
