import { Popover } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { plural } from '../lib/format';
import { added, boundsWords, hit, matching } from './search';
import type { Category } from './taxonomy';
import './taxonomy.css';

interface Props {
  label: string;
  categories: readonly Category[];
  value: readonly string[];
  onChange: (next: string[]) => void;
  min?: number;
  max?: number;
  /** Beside the label, such as a key cap. */
  aside?: ReactNode;
  /** What is wrong with the field; read out with it. */
  /** The value breaks a rule, which is told beside it. */
  wrong?: boolean | undefined;
  /** The name by which the page finds the field to focus it. */
  field?: string;
  readOnly?: boolean;
}

function Word({ text, letters }: { text: string; letters: string }) {
  const at = hit(text, letters);
  if (!at) return text;
  return (
    <>
      {text.slice(0, at[0])}
      <u>{text.slice(at[0], at[1])}</u>
      {text.slice(at[1])}
    </>
  );
}

const ENOUGH = 210;
const EDGE = 16;
interface Room {
  side: 'bottom-start' | 'top-start';
  height: number;
}

/** Below the field where there is enough room for a few labels, for above it stands what the answer is about. */
function roomFor(field: Element | null): Room {
  const box = field?.getBoundingClientRect();
  if (!box) return { side: 'bottom-start', height: ENOUGH };
  const below = window.innerHeight - box.bottom - EDGE;
  const above = box.top - EDGE;
  return below >= Math.min(ENOUGH, above)
    ? { side: 'bottom-start', height: below }
    : { side: 'top-start', height: above };
}

/** TX10: labels from the keyboard. Letters filter, arrows move, Enter adds, Backspace in the empty field takes the
 *  last, Esc closes. Nothing is marked before a letter or an arrow, so that Enter alone adds nothing. */
export function LabelPicker({
  label,
  categories,
  value,
  onChange,
  min = 1,
  max,
  aside,
  wrong,
  field: name,
  readOnly = false,
}: Props) {
  const id = useId();
  const [letters, setLetters] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [room, setRoom] = useState<Room>({ side: 'bottom-start', height: ENOUGH });
  const box = useRef<HTMLDivElement>(null);
  const options = matching(categories, letters);
  const active = open ? options[at] : undefined;
  const full = max !== undefined && value.length >= max;
  const word = (label_id: string) => categories.find((c) => c.id === label_id)?.label ?? label_id;

  useEffect(() => {
    if (at >= 0) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const show = () => {
    if (!open) setRoom(roomFor(box.current));
    setOpen(true);
  };
  const filter = (text: string) => {
    setLetters(text);
    setAt(text.trim() === '' ? -1 : 0);
    show();
  };
  const add = (c: Category) => {
    if (value.includes(c.id)) return setSaid(`${c.label} is chosen already`);
    if (full) return setSaid(`${max} are chosen, which is all this field takes; remove one first`);
    onChange(added(value, c.id, max));
    setSaid(`${c.label} added, ${value.length + 1} chosen`);
    setLetters('');
    setAt(-1);
  };
  const remove = (label_id: string) => {
    onChange(value.filter((v) => v !== label_id));
    setSaid(`${word(label_id)} removed, ${value.length - 1} chosen`);
    field.current?.focus();
  };
  const move = (to: number) => {
    show();
    if (options.length > 0) setAt((to + options.length) % options.length);
  };
  const onKeyDown = (e: KeyboardEvent<HTMLInputElement>) => {
    if (e.nativeEvent.isComposing) return;
    const mod = e.ctrlKey || e.metaKey;
    // Taking back letters of the filter is the field's own business, not the form's history.
    if (mod && e.code === 'KeyZ' && letters !== '') return e.stopPropagation();
    if (mod || e.altKey) return;
    if (e.key === 'ArrowDown') move(at + 1);
    else if (e.key === 'ArrowUp') move(at < 0 ? options.length - 1 : at - 1);
    else if (e.key === 'Home' && at >= 0) move(0);
    else if (e.key === 'End' && at >= 0) move(options.length - 1);
    else if (e.key === 'Enter') {
      if (active) add(active);
      else show();
    } else if (e.key === 'Backspace' && letters === '') {
      const last = value.at(-1);
      if (last !== undefined) remove(last);
    } else if (e.key === 'Escape') {
      e.stopPropagation();
      if (open) {
        setOpen(false);
        setAt(-1);
      } else field.current?.blur();
    } else return;
    e.preventDefault();
  };

  const bounds = boundsWords(min, max);
  const count = value.length === 0 ? 'none chosen' : `${value.length} chosen`;
  return (
    <div className="picker-field">
      <div className="picker-head">
        <label htmlFor={id}>{label}</label>
        {aside}
        <span className="f12 t3 num" id={`${id}-bounds`}>
          {[bounds, count].filter(Boolean).join(' · ')}
        </span>
      </div>
      <Popover
        opened={open && !readOnly}
        onChange={setOpen}
        position={room.side}
        offset={6}
        withRoles={false}
        withinPortal
        // Out of every scrolling box, yet inside the page's landmark; fixed, so that the page does not grow by it.
        portalProps={{ target: '#content' }}
        floatingStrategy="fixed"
        returnFocus={false}
        trapFocus={false}
        closeOnEscape={false}
        width="target"
        middlewares={{ flip: false, shift: { padding: 8 } }}
      >
        <Popover.Target>
          {/* A click beside the pills goes to the field, as in a native one. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
          <div
            className="picker"
            ref={box}
            data-error={wrong || undefined}
            onClick={(e) => {
              if (e.target === e.currentTarget) field.current?.focus();
            }}
          >
            {value.length > 0 && (
              <ul className="pills" aria-label={`${label}: chosen`}>
                {value.map((v) => (
                  <li key={v} className="pill">
                    {word(v)}
                    {!readOnly && (
                      <button type="button" onClick={() => remove(v)} aria-label={`Remove ${word(v)}`}>
                        <IconX size={14} stroke={2} aria-hidden />
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )}
            {!readOnly && (
              <input
                id={id}
                ref={field}
                data-field={name}
                type="text"
                role="combobox"
                autoComplete="off"
                spellCheck={false}
                placeholder={full ? 'Full' : 'Add label'}
                value={letters}
                aria-expanded={open}
                aria-haspopup="listbox"
                aria-autocomplete="list"
                aria-controls={open ? `${id}-list` : undefined}
                aria-activedescendant={active ? `${id}-${active.id}` : undefined}
                aria-describedby={`${id}-bounds`}
                aria-invalid={wrong || undefined}
                onChange={(e) => filter(e.currentTarget.value)}
                onFocus={show}
                onClick={show}
                onBlur={() => {
                  setOpen(false);
                  setAt(-1);
                }}
                onKeyDown={onKeyDown}
              />
            )}
          </div>
        </Popover.Target>
        <Popover.Dropdown className="picker-drop" style={{ maxHeight: Math.min(room.height, 420) }}>
          <div
            id={`${id}-list`}
            ref={list}
            role="listbox"
            aria-label={`Labels for ${label}`}
            aria-multiselectable
            className="picker-list"
            tabIndex={-1}
            // The field keeps the focus; a click must not take it.
            onMouseDown={(e) => e.preventDefault()}
          >
            {options.map((c, i) => (
              // Keys are handled by the field, which points at the option by aria-activedescendant.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={c.id}
                id={`${id}-${c.id}`}
                role="option"
                aria-selected={value.includes(c.id)}
                data-active={i === at || undefined}
                className="picker-option"
                onClick={() => add(c)}
                onMouseMove={() => setAt(i)}
              >
                <span className="picker-word">
                  <Word text={c.label} letters={letters} />
                </span>
                <span className="t2">{c.definition}</span>
                {value.includes(c.id) && <IconCheck size={15} aria-hidden />}
              </div>
            ))}
          </div>
          {options.length === 0 && <p className="picker-none t2">No label has “{letters.trim()}”.</p>}
          <p className="picker-foot f12 t3" aria-hidden>
            {letters.trim() === ''
              ? `${plural(categories.length, 'label')}, A–Z`
              : `${options.length} of ${plural(categories.length, 'label')}`}
            . Enter adds, ⌫ takes the last, Esc closes.
          </p>
        </Popover.Dropdown>
      </Popover>
      <span className="sr" role="status">
        {said}
      </span>
    </div>
  );
}
