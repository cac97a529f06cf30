import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { words } from '../../../shared/lib/format';
import { TargetChip } from '../../../shared/ui/TargetChip';
import type { EpisodeView } from '../api/types';
import { measuredFacts, type Fact } from '../model/facts';

const ICON = { pass: IconCheck, warn: IconAlertTriangle, fail: IconX, info: null };
const TONE = { pass: 'ok', warn: 'warn', fail: 'no', info: '' };
/** Beside "Bearing" the rest goes without saying. */
const SHORT: Record<string, string> = { bearing_at_start: 'At the start' };
const WORD = { pass: 'met', warn: 'warns', fail: 'not met', info: '' };

function FactChip({ fact }: { fact: Fact }) {
  const Icon = ICON[fact.outcome];
  return (
    <span className={`chip ${TONE[fact.outcome]}`}>
      {Icon && <Icon size={13} stroke={2} aria-hidden />}
      {SHORT[fact.id] ?? fact.label} <b className="num">{fact.value}</b>
      {fact.bound && (
        <span>
          {/^[≥≤]/.test(fact.bound) ? '' : 'of '}
          {fact.bound}
        </span>
      )}
      {WORD[fact.outcome] && <span className="sr">{WORD[fact.outcome]}</span>}
    </span>
  );
}

/** The intended challenge, and what the engine measured of it. */
export function EpisodeFacts({ episode }: { episode: EpisodeView }) {
  return (
    <>
      <span className="chip ac">
        <b>{words(episode.challenge || episode.action || episode.family)}</b>
      </span>
      <TargetChip people={episode.people} />
      <div className="rev-chips">
        <span className="t3 f12">measured</span>
        {measuredFacts(episode.measured).map((fact) => (
          <FactChip key={fact.id} fact={fact} />
        ))}
      </div>
    </>
  );
}
