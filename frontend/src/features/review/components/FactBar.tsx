import { Progress } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { words } from '../../../shared/lib/format';
import type { Lease } from '../api/types';
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

/** The intended challenge, what the engine measured of it, and where one is in the batch. */
export function FactBar({
  lease,
  minutes,
  breakEvery,
}: {
  lease: Lease;
  minutes: number;
  breakEvery: number;
}) {
  const { episode, position, total } = lease;
  return (
    <div className="sbar rev-facts">
      <span className="chip ac">
        <b>{words(episode.challenge || episode.family)}</b>
      </span>
      <div className="rev-chips">
        <span className="t3 f12">measured</span>
        {measuredFacts(episode.measured).map((fact) => (
          <FactChip key={fact.id} fact={fact} />
        ))}
      </div>
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
    </div>
  );
}
