import { count, plural, words } from '../../shared/lib/format';
import type { Effects } from './api';

/** What a change would do to what was made of these motions. */
export function EffectsNote({ effects, nothing = '' }: { effects: Effects; nothing?: string }) {
  const { motions, stricter, opener, leaving, returning, losing_media, gaining_media, releases } = effects;
  const episodes = Object.entries(effects.episodes).filter(([, n]) => n > 0);
  const lines = [
    stricter > 0 && `${plural(stricter, 'motion')} may be used for less than now.`,
    opener > 0 && `${plural(opener, 'motion')} may be used for more than now.`,
    motions > 0 && episodes.length === 0 && 'Nothing has been composed of them yet.',
    episodes.length > 0 &&
      `Episodes of them: ${episodes.map(([state, n]) => `${count(n)} ${words(state).toLowerCase()}`).join(', ')}.`,
    leaving > 0 && `The next release loses ${plural(leaving, 'kept episode')}.`,
    returning > 0 && `The next release gains ${plural(returning, 'kept episode')}.`,
    losing_media > 0 && `The next release leaves out the clips of ${plural(losing_media, 'kept episode')}.`,
    gaining_media > 0 && `The next release takes in the clips of ${plural(gaining_media, 'kept episode')}.`,
    releases.length > 0 &&
      `Frozen releases stay as they are: ${releases
        .map((r) => `${r.version} with ${plural(r.rows, 'such episode')}${r.published ? ', published' : ''}`)
        .join('; ')}. Withdraw what must not be served any more.`,
  ].filter(Boolean);
  return (
    <div
      className={losing_media + leaving + stricter > 0 ? 'note warn effects' : 'note effects'}
      role="status"
    >
      <p>
        <b>{motions === 0 ? `No motion changes${nothing}.` : `${plural(motions, 'motion')} would change.`}</b>
      </p>
      {lines.map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
    </div>
  );
}
