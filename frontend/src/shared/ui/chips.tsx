import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { words } from '../lib/format';

export type Tone = 'ok' | 'no' | 'warn' | 'wait' | 'none';
const ICONS: Record<Tone, Icon> = {
  ok: IconCheck,
  no: IconX,
  warn: IconAlertTriangle,
  wait: IconClock,
  none: IconCircleDashed,
};

/** Icon, word and colour together: never colour alone. */
export function Chip({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Mark = ICONS[tone];
  return (
    <span className={`chip ${tone === 'none' ? 'line dashed' : tone === 'wait' ? '' : tone}`}>
      <Mark size={13} stroke={2} aria-hidden />
      {children}
    </span>
  );
}

const TONES: Record<string, Tone> = {
  ready: 'ok',
  kept: 'ok',
  done: 'ok',
  frozen: 'ok',
  published: 'ok',
  pass: 'ok',
  accepted: 'ok',
  imported: 'ok',
  succeeded: 'ok',
  submitted: 'ok',
  new: 'ok',
  changed: 'ok',
  unchanged: 'none',
  rejected: 'no',
  refused: 'no',
  removed: 'no',
  failed: 'no',
  fail: 'no',
  returned: 'warn',
  needs_mapping: 'warn',
  warn: 'warn',
  warning: 'warn',
  excluded: 'none',
  cancelled: 'none',
  withdrawn: 'none',
  draft: 'none',
  discarded: 'none',
  undefined: 'none',
  '': 'none',
};
const WORDS: Record<string, string> = {
  pass: 'Pass',
  warn: 'Warns',
  fail: 'Fails',
  in_review: 'In review',
  needs_mapping: 'Needs mapping',
  ready_to_render: 'Ready to render',
};

export const toneOf = (state: string): Tone => TONES[state.toLowerCase()] ?? 'wait';

export function StateChip({ state, word }: { state: string; word?: string }) {
  return (
    <Chip tone={toneOf(state)}>
      {word ?? WORDS[state.toLowerCase()] ?? (state ? words(state) : 'Not known')}
    </Chip>
  );
}

const GLYPH: Record<string, string> = { angry: '▲', fearful: '◆', happy: '●', neutral: '■', sad: '▼' };
export const EMOTIONS = ['angry', 'fearful', 'happy', 'neutral', 'sad'] as const;

/** A label as glyph and word. Not for reviewing pages: there the label is not even in the payload. */
export function Emotion({ label }: { label: string | null | undefined }) {
  if (!label) return <span className="t3">no label</span>;
  return (
    <span className="emo">
      <span aria-hidden style={{ color: `var(--e-${label})` }}>
        {GLYPH[label] ?? '○'}
      </span>
      {label}
    </span>
  );
}
