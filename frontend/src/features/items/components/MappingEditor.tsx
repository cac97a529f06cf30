import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import type { TaskKind } from '../../../shared/taxonomy';
import { granularityWord } from '../../../shared/taxonomy';
import { find, meaning, pathsOf, TARGETS, TRANSLATED, type Mapping, type Target } from '../model/mapping';
import type { Json } from '../model/records';
import { Preview } from './Preview';

interface Props {
  mapping: Mapping;
  onChange: (next: Mapping) => void;
  records: readonly Json[];
  kinds: readonly TaskKind[];
}

/** The words that a translated field may have. */
export const wordsOf = (target: Target, kinds: readonly TaskKind[]): string[] =>
  target === 'granularity' ? ['clip', 'episode'] : [...new Set(kinds.map((k) => k.type))];

/** Which field of the file feeds which field of a draft; what the values mean; what stands where nothing does. */
export function MappingEditor({ mapping, onChange, records, kinds }: Props) {
  const paths = pathsOf(records);
  const set = (patch: Partial<Mapping>) => onChange({ ...mapping, ...patch });
  const name = (list: 'segmentKeys' | 'subtitleKeys', place: number, label: string) => (
    <TextInput
      key={list + label}
      label={label}
      value={mapping[list][place] ?? ''}
      onChange={(e) => {
        const next = [...mapping[list]];
        next[place] = e.currentTarget.value;
        onChange({ ...mapping, [list]: next });
      }}
    />
  );
  return (
    <div className="mapping">
      <table className="t mapping-table">
        <thead>
          <tr>
            <th scope="col">Our field</th>
            <th scope="col">Fields of the file, the first that is there</th>
            <th scope="col">Where nothing is found</th>
          </tr>
        </thead>
        <tbody>
          {TARGETS.map((t) => (
            <tr key={t.id}>
              <th scope="row">
                {t.label}
                <span className="f11 t3">{t.hint}</span>
              </th>
              <td>
                <MultiSelect
                  aria-label={`${t.label}: fields of the file`}
                  data={[...new Set([...paths, ...(mapping.paths[t.id] ?? [])])]}
                  value={mapping.paths[t.id] ?? []}
                  onChange={(value) => set({ paths: { ...mapping.paths, [t.id]: value } })}
                  searchable
                  placeholder={mapping.paths[t.id]?.length ? undefined : 'not in the file'}
                  error={'needed' in t && !mapping.paths[t.id]?.length}
                  maxDropdownHeight={260}
                />
              </td>
              <td>
                {TRANSLATED.includes(t.id) ? (
                  <NativeSelect
                    size="xs"
                    aria-label={`${t.label}: where nothing is found`}
                    value={mapping.constants[t.id] ?? ''}
                    onChange={(e) =>
                      set({ constants: { ...mapping.constants, [t.id]: e.currentTarget.value } })
                    }
                    data={['', ...wordsOf(t.id, kinds)]}
                  />
                ) : ['video', 'origin'].includes(t.id) ? (
                  <TextInput
                    aria-label={`${t.label}: where nothing is found`}
                    value={mapping.constants[t.id] ?? ''}
                    onChange={(e) =>
                      set({ constants: { ...mapping.constants, [t.id]: e.currentTarget.value } })
                    }
                  />
                ) : (
                  <span className="t3">–</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Values mapping={mapping} onChange={onChange} records={records} kinds={kinds} />
      {(mapping.paths.segments?.length ?? 0) > 0 && (
        <div className="row wrap">
          {['Start of a stretch', 'End of a stretch'].map((label, i) => name('segmentKeys', i, label))}
        </div>
      )}
      {(mapping.paths.subtitles?.length ?? 0) > 0 && (
        <div className="row wrap">
          {['Times of a line', 'Speaker of a line', 'Text of a line'].map((label, i) =>
            name('subtitleKeys', i, label),
          )}
        </div>
      )}
      <Preview mapping={mapping} records={records} kinds={kinds} />
    </div>
  );
}

/** Values that our words do not know, as far as the first records show them. */
function Values({ mapping, onChange, records, kinds }: Props) {
  const foreign = TRANSLATED.flatMap((target) => {
    const given = new Set(
      records.map((r) => find(mapping, target, r)).filter((v): v is string => typeof v === 'string'),
    );
    const known = wordsOf(target, kinds);
    const bare = { ...mapping, values: {} };
    return [...given]
      .filter((value) => meaning(bare, target, value, known) === undefined)
      .map((value) => ({ target, value, known }));
  });
  if (foreign.length === 0) return null;
  return (
    <fieldset className="plainset">
      <legend>What these values mean</legend>
      <div className="mapping-values">
        {foreign.map(({ target, value, known }) => (
          <NativeSelect
            key={`${target} ${value}`}
            size="xs"
            label={`“${value}”`}
            value={mapping.values[target]?.[value] ?? ''}
            onChange={(e) => {
              const pairs = { ...mapping.values[target], [value]: e.currentTarget.value };
              if (e.currentTarget.value === '') delete pairs[value];
              onChange({ ...mapping, values: { ...mapping.values, [target]: pairs } });
            }}
            data={[
              { value: '', label: 'not said' },
              ...known.map((w) => ({ value: w, label: target === 'granularity' ? granularityWord(w) : w })),
            ]}
          />
        ))}
      </div>
    </fieldset>
  );
}
