import { Checkbox, TextInput } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { K, useKeys } from '../keys';
import { count, words } from '../lib/format';
import { toggled, without } from './address';
import type { FacetGroup, Facets } from './api';

const SHOWN = 8;
const FIND_FROM = 15;

interface Props {
  found: Facets | undefined;
  params: URLSearchParams;
  go: (next: URLSearchParams, options?: { replace?: boolean }) => void;
  search: string;
  /** A value in words, where it is neither a name nor a word of ours. */
  wordOf?: (facet: string, value: string, label: string) => ReactNode;
  children?: ReactNode;
}

/** Search and facets: what can be chosen, and how many rows every choice would give. */
export function FacetRail({ found, params, go, search, wordOf, children }: Props) {
  const groups = found?.facets ?? [];
  const chosen = groups.filter((g) => params.has(g.id)).map((g) => g.id);
  const isAsked = chosen.length > 0 || (params.get('search') ?? '') !== '';
  return (
    <aside className="facets" aria-label="Filters">
      <SearchField params={params} go={go} label={search} />
      {children}
      {groups.map((group) => (
        <Group key={group.id} group={group} params={params} go={go} wordOf={wordOf} />
      ))}
      {isAsked && (
        <button
          type="button"
          className="linkish"
          onClick={() => go(without(params, ['search', ...groups.map((g) => g.id)]))}
        >
          Clear all filters
        </button>
      )}
    </aside>
  );
}

function SearchField({ params, go, label }: Pick<Props, 'params' | 'go'> & { label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const asked = params.get('search') ?? '';
  const [text, setText] = useState(asked);
  const [from, setFrom] = useState(asked);
  if (from !== asked) {
    setFrom(asked);
    setText(asked);
  }
  useEffect(() => {
    if (text === asked) return undefined;
    const id = setTimeout(() => {
      const next = without(params, ['search']);
      if (text.trim()) next.set('search', text);
      go(next, { replace: true });
    }, 250);
    return () => clearTimeout(id);
  }, [text, asked, params, go]);
  useKeys({ find: () => field.current?.focus() });
  return (
    <TextInput
      ref={field}
      value={text}
      onChange={(e) => setText(e.currentTarget.value)}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={15} />}
      rightSection={text ? null : <K id="find" />}
      onKeyDown={(e) => {
        if (e.key === 'Escape') field.current?.blur();
      }}
    />
  );
}

function Group({
  group,
  params,
  go,
  wordOf,
}: { group: FacetGroup } & Pick<Props, 'params' | 'go' | 'wordOf'>) {
  const chosen = params.getAll(group.id);
  const store = `affectory.facet.${group.id}`;
  const [shut, setShut] = useState(() => localStorage.getItem(store) === 'shut');
  const [all, setAll] = useState(false);
  const [part, setPart] = useState('');
  const told = group.options.filter((o) => o.n > 0 || chosen.includes(o.value) || isOurs(o.value));
  const options = told.filter((o) => o.label.toLowerCase().includes(part.trim().toLowerCase()));
  const seen = all || part ? options : options.filter((o, i) => i < SHOWN || chosen.includes(o.value));
  if (told.length === 0) return null;
  const flip = () => {
    localStorage.setItem(store, shut ? 'open' : 'shut');
    setShut(!shut);
  };
  return (
    <fieldset>
      <legend>
        <button type="button" className="facethead" aria-expanded={!shut} onClick={flip}>
          <IconChevronDown size={13} aria-hidden className={shut ? 'shut' : undefined} />
          {group.label}
          {chosen.length > 0 && <span className="n">{count(chosen.length)} chosen</span>}
        </button>
      </legend>
      {!shut && told.length >= FIND_FROM && (
        <TextInput
          size="xs"
          className="facetfind"
          value={part}
          onChange={(e) => setPart(e.currentTarget.value)}
          placeholder={`Find in ${count(told.length)}`}
          aria-label={`Find in ${group.label}`}
        />
      )}
      {!shut &&
        seen.map((o) => (
          <label key={o.value} className="facet" data-chosen={chosen.includes(o.value) || undefined}>
            <Checkbox
              size="xs"
              checked={chosen.includes(o.value)}
              onChange={() => go(toggled(params, group.id, o.value))}
            />
            <span className="facetword" title={o.label}>
              {wordOf?.(group.id, o.value, o.label) ?? usual(o.value, o.label)}
            </span>
            <span className="n">{count(o.n)}</span>
          </label>
        ))}
      {!shut && seen.length < options.length && (
        <button type="button" className="linkish" onClick={() => setAll(true)}>
          {count(options.length - seen.length + group.more)} more
        </button>
      )}
    </fieldset>
  );
}

/** Words that always stand there, an empty class as 0; ids and free texts with nothing are left out. */
const isOurs = (value: string): boolean => /^[a-z_]{1,30}$|^[AB]$/.test(value);

const usual = (value: string, label: string): ReactNode =>
  value === 'none' ? (
    <span className="t3">none</span>
  ) : label === value && isOurs(value) ? (
    words(value)
  ) : (
    label
  );
