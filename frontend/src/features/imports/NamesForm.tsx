import { SegmentedControl, TextInput } from '@mantine/core';
import { ForAllForm } from './ForAllForm';
import type { NamePreset } from './api';
import type { NameMapping } from './mapping';

const SHORT: Record<string, string> = {
  'kdae-names': 'KDAE',
  'emilya-names': 'Emilya',
  'bandai-namco-names': 'Bandai-Namco',
  'dyadic-names': 'Pairs of two',
};

/** What the names of files say, where no table does. */
export function NamesForm({
  presets,
  value,
  problem,
  onChange,
}: {
  presets: readonly NamePreset[];
  value: NameMapping;
  problem: string | undefined;
  onChange: (next: NameMapping) => void;
}) {
  const set = (patch: Partial<NameMapping>) => onChange({ ...value, ...patch });
  const chosen = presets.find((p) => p.id === value.preset);
  const choose = (id: string) => {
    const preset = presets.find((p) => p.id === id);
    if (preset)
      set({
        preset: id,
        pattern: preset.file_pattern,
        labelPreset: preset.label_preset,
        licence: preset.constants.licence ?? '',
      });
    else set({ preset: id, pattern: id === 'own' ? value.pattern : '' });
  };
  return (
    <div className="mapform">
      <SegmentedControl
        value={value.preset}
        onChange={choose}
        data={[
          { value: '', label: 'Nothing' },
          ...presets.map((p) => ({ value: p.id, label: SHORT[p.id] ?? p.id })),
          { value: 'own', label: 'A pattern of my own' },
        ]}
        aria-label="What the names say"
      />
      <p className="t2 f12">
        {chosen ? (
          <>
            {chosen.title}. For example <span className="mono">{chosen.example}</span>
          </>
        ) : value.preset === 'own' ? (
          'Places in braces are read; everything else must stand there as it is.'
        ) : (
          'The files come in under their own names, without labels. A table can say more later.'
        )}
      </p>
      {value.preset !== '' && (
        <TextInput
          label="Pattern"
          description="{performer} {performance} {part:A|B} {source_label:letters} {scenario:digits} {*} is passed over"
          value={value.pattern}
          onChange={(e) => set({ pattern: e.currentTarget.value })}
          error={problem}
          spellCheck={false}
          placeholder="{performer}_{source_label}_{*:digits}.bvh"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
      <ForAllForm value={value} onChange={set} />
    </div>
  );
}
