import { Select, Textarea } from '@mantine/core';
import type { Header } from '../../shared/lib/header';
import { ForAllForm } from './ForAllForm';
import { FIELDS } from './header';
import type { HandMapping } from './mapping';

/** Columns of the manifest to fields, by hand. */
export function MappingForm({
  header,
  value,
  onChange,
}: {
  header: Header | null;
  value: HandMapping;
  onChange: (next: HandMapping) => void;
}) {
  const columns = header?.columns ?? [];
  const set = (patch: Partial<HandMapping>) => onChange({ ...value, ...patch });
  return (
    <div className="mapform">
      {columns.length === 0 && (
        <p className="t2 f12">
          Choose a manifest to map its columns. Without one, the files’ own names are used.
        </p>
      )}
      {columns.length > 0 && (
        <div className="mapgrid">
          {FIELDS.map((f) => {
            const column = value.columns[f.id] ?? null;
            const example = column ? header?.example[columns.indexOf(column)] : undefined;
            return (
              <Select
                key={f.id}
                label={f.label}
                description={example ? `e.g. ${example}` : f.hint || ' '}
                data={columns}
                value={column}
                clearable
                searchable
                placeholder="not in the table"
                onChange={(c) => set({ columns: { ...value.columns, [f.id]: c ?? '' } })}
                required={f.id === 'file'}
                withAsterisk={f.id === 'file'}
                comboboxProps={{ withinPortal: true }}
              />
            );
          })}
        </div>
      )}
      <ForAllForm value={value} onChange={set} columns={value.columns} />
      <Textarea
        label="Further rules (JSON)"
        description="values: what a cell means; otherwise: what stands where nothing fits; unknown_performers: patterns with * and ?"
        value={value.extra}
        onChange={(e) => set({ extra: e.currentTarget.value })}
        placeholder='{"values": {"may_redistribute": {"yes": "media"}}, "otherwise": {"may_redistribute": "annotations"}}'
        autosize
        minRows={2}
        maxRows={8}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
    </div>
  );
}
