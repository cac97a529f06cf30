import { Select, TextInput } from '@mantine/core';
import { LABEL_PRESETS, RIGHTS } from './choices';

interface ForAll {
  labelPreset: string;
  licence: string;
  mayRedistribute: string;
}

/** What is said of all files at once. A column that says it file by file wins. */
export function ForAllForm({
  value,
  onChange,
  columns = {},
}: {
  value: ForAll;
  onChange: (patch: Partial<ForAll>) => void;
  columns?: { licence?: string; may_redistribute?: string };
}) {
  return (
    <div className="mapgrid">
      <Select
        label="Source labels mean"
        data={LABEL_PRESETS}
        value={value.labelPreset}
        onChange={(v) => onChange({ labelPreset: v ?? 'free' })}
        allowDeselect={false}
      />
      <TextInput
        label="Licence of all"
        value={value.licence}
        onChange={(e) => onChange({ licence: e.currentTarget.value })}
        disabled={!!columns.licence}
        placeholder="CC BY 4.0"
      />
      <Select
        label="All may be passed on as"
        data={RIGHTS}
        value={value.mayRedistribute || null}
        onChange={(v) => onChange({ mayRedistribute: v ?? '' })}
        disabled={!!columns.may_redistribute}
        placeholder="Annotations only"
        clearable
      />
    </div>
  );
}
