import { NativeSelect, SegmentedControl } from '@mantine/core';
import { count, words } from '../../shared/lib/format';
import type { Counts, Split } from './api';

interface Props {
  kind: string;
  values: URLSearchParams;
  set: (patch: Record<string, string | null>) => void;
  counts: Counts | undefined;
  scheme: Split['scheme'];
}

/** A chosen value stays choosable, also where nothing matches it any more. */
function withChosen(options: { value: string; label: string }[], chosen: string | null) {
  if (!chosen || options.some((o) => o.value === chosen)) return options;
  return [...options, { value: chosen, label: words(chosen) }];
}

/** "answer.incomplete" as the scheme words it. */
export function reasonWords(scheme: Split['scheme'], reason: string): string {
  const [judgement, code] = reason.split('.');
  const found = scheme.find((j) => j.id === judgement);
  const label = found?.reasons.find((r) => r.code === code)?.label ?? words(code ?? reason);
  return `${found?.label ?? words(judgement ?? '')}: ${label}`;
}

export function SplitFilters({ kind, values, set, counts, scheme }: Props) {
  const value = (name: string) => values.get(name) ?? '';
  const select = (name: string, label: string, all: string, options: { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={label}
      value={value(name)}
      onChange={(e) => set({ [name]: e.currentTarget.value })}
      data={[{ value: '', label: all }, ...withChosen(options, values.get(name))]}
    />
  );
  const types = [...new Set(counts?.types.map((t) => t.type))].map((type) => ({
    value: type,
    label: `${words(type)} (${count(counts!.types.filter((t) => t.type === type).reduce((n, t) => n + t.n, 0))})`,
  }));
  return (
    <div className="row wrap splits-filters">
      {kind === 'item' && (
        <SegmentedControl
          aria-label="Clip or whole video"
          value={value('granularity')}
          onChange={(granularity) => set({ granularity, type: null })}
          data={[
            { value: '', label: 'All' },
            { value: 'clip', label: 'G1 clips' },
            { value: 'episode', label: 'G2 whole videos' },
          ]}
        />
      )}
      {select('type', 'Type', 'All types', types)}
      {select(
        'judgement',
        'Judgement',
        'Split in the verdict',
        scheme.map((j) => ({ value: j.id, label: `Split in ${j.label.toLowerCase()}` })),
      )}
      {select(
        'reason',
        'Reason',
        'All reasons',
        (counts?.reasons ?? []).map((r) => ({
          value: r.reason,
          label: `${reasonWords(scheme, r.reason)} (${count(r.n)})`,
        })),
      )}
      {select(
        'cause',
        'Cause',
        'All causes',
        (counts?.causes ?? []).map((c) => ({ value: c.cause, label: `${c.label} (${count(c.n)})` })),
      )}
      {select('rounds', 'Rounds', 'First rounds', [{ value: 'all', label: 'All rounds' }])}
    </div>
  );
}
