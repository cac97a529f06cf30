import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import type { DeskState } from '../items';
import { clockSeconds } from '../lib/format';
import './desk.css';

/** Always in sight: whether what is written is on the server, and since when. */
export function SavedAt({ state }: { state: DeskState }) {
  const { status, savedAt, unkept, conflicts } = state;
  const since = savedAt ? `Saved ${clockSeconds(savedAt)}` : 'No changes';
  const [Icon, words, tone] =
    conflicts.length > 0
      ? ([IconAlertTriangle, 'Kept here until you decide', 'warn'] as const)
      : status === 'refused'
        ? ([IconAlertTriangle, 'Not saved, kept here', 'warn'] as const)
        : status === 'waiting'
          ? ([IconAlertTriangle, 'Server not reached, kept here', 'warn'] as const)
          : status === 'saved'
            ? ([IconCheck, since, 't2'] as const)
            : ([IconClock, 'Saving', 't2'] as const);
  return (
    <span className={`savedat f12 num ${tone}`} role="status">
      <Icon size={14} aria-hidden />
      {unkept && status !== 'saved' ? 'This browser keeps nothing: wait until it is saved' : words}
    </span>
  );
}
