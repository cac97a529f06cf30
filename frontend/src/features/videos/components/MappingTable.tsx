import { Select } from '@mantine/core';
import type { Header } from '../../../shared/lib/header';
import { FIELDS, type Mapping } from '../model/manifest';

interface Props {
  header: Header;
  value: Mapping;
  onChange: (next: Mapping) => void;
}

/** Columns of the manifest to fields, each with what its first row says. */
export function MappingTable({ header, value, onChange }: Props) {
  return (
    <div className="mapgrid">
      {FIELDS.map((f) => {
        const column = value[f.id] ?? null;
        const example = column ? header.example[header.columns.indexOf(column)] : undefined;
        return (
          <Select
            key={f.id}
            label={f.label}
            description={example ? `e.g. ${example}` : f.hint || ' '}
            data={header.columns}
            value={column}
            clearable
            searchable
            placeholder="not in the table"
            onChange={(chosen) => {
              const { [f.id]: _, ...rest } = value;
              onChange(chosen ? { ...rest, [f.id]: chosen } : rest);
            }}
            withAsterisk={f.id === 'file'}
          />
        );
      })}
    </div>
  );
}
