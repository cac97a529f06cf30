import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { K, useKeys } from '../keys';
import { count } from '../lib/format';

export interface Facet {
  id: string;
  label: string;
  options: { value: string; label: string; n?: number | undefined }[];
}
interface Props {
  facets: Facet[];
  values: URLSearchParams;
  onChange: (patch: Record<string, string | null>) => void;
  search?: string;
}

/** Filters at the left of a list: one value per group, counts where known; `/` goes to the search field. */
export function Facets({ facets, values, onChange, search }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const inUrl = values.get('search') ?? '';
  const [text, setText] = useState(inUrl);
  useEffect(() => {
    if (text === inUrl) return;
    const id = setTimeout(() => onChange({ search: text || null }), 250);
    return () => clearTimeout(id);
  }, [text, inUrl, onChange]);
  useKeys(search ? { find: () => field.current?.focus() } : {});
  const chosen = facets.some((f) => values.get(f.id)) || inUrl !== '';
  return (
    <aside className="facets" aria-label="Filters">
      {search && (
        <TextInput
          ref={field}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
          placeholder={search}
          aria-label={search}
          leftSection={<IconSearch size={15} />}
          rightSection={text ? null : <K id="find" />}
          onKeyDown={(e) => {
            if (e.key === 'Escape') field.current?.blur();
          }}
        />
      )}
      {facets
        .filter((f) => f.options.length > 0)
        .map((facet) => (
          <fieldset key={facet.id}>
            <legend>{facet.label}</legend>
            {facet.options.map((o) => {
              const on = values.get(facet.id) === o.value;
              return (
                <button
                  key={o.value}
                  type="button"
                  className="facet"
                  aria-pressed={on}
                  onClick={() => onChange({ [facet.id]: on ? null : o.value })}
                >
                  <span>{o.label}</span>
                  {o.n !== undefined && <span className="n">{count(o.n)}</span>}
                </button>
              );
            })}
          </fieldset>
        ))}
      {chosen && (
        <button
          type="button"
          className="linkish"
          onClick={() => {
            setText('');
            onChange({ search: null, ...Object.fromEntries(facets.map((f) => [f.id, null])) });
          }}
        >
          Clear all filters
        </button>
      )}
    </aside>
  );
}
