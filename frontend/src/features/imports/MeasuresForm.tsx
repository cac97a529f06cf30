import { Select } from '@mantine/core';
import { AXES, UNITS } from './choices';
import type { Measures } from './mapping';

/** Unit and axis of all files. */
export function MeasuresForm({
  value,
  columns,
  onChange,
}: {
  value: Measures;
  /** Whether a column of the table says it for each file. */
  columns: { unit: boolean; upAxis: boolean };
  onChange: (next: Measures) => void;
}) {
  return (
    <div className="mapgrid" style={{ marginTop: 12 }}>
      <Select
        label="Unit of all files"
        data={UNITS}
        value={value.unit || null}
        onChange={(v) => onChange({ ...value, unit: v ?? '' })}
        placeholder={columns.unit ? 'by a column' : 'Recognised, or as before'}
        disabled={columns.unit}
        clearable
      />
      <Select
        label="Axis that points up"
        data={AXES}
        value={value.upAxis || null}
        onChange={(v) => onChange({ ...value, upAxis: v ?? '' })}
        placeholder={columns.upAxis ? 'by a column' : 'Recognised, or as before'}
        disabled={columns.upAxis}
        clearable
      />
    </div>
  );
}
