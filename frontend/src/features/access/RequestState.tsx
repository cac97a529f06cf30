import { Chip, type Tone } from '../../shared/ui/chips';

const STATES: Record<string, { tone: Tone; word: string }> = {
  requested: { tone: 'wait', word: 'Waits' },
  approved: { tone: 'ok', word: 'Approved' },
  refused: { tone: 'no', word: 'Refused' },
  revoked: { tone: 'no', word: 'Revoked' },
  taken_back: { tone: 'none', word: 'Taken back' },
};

export function RequestState({ state }: { state: string }) {
  const shown = STATES[state] ?? { tone: 'none' as Tone, word: state };
  return <Chip tone={shown.tone}>{shown.word}</Chip>;
}
