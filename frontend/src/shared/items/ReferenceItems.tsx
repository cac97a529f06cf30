import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { K, KeyCap } from '../keys';
import { ITEM_WORDS, type Change, type Details, type Prefix, type ReferenceItem } from './content';
import type { Problem } from './problems';
import { Problems } from './Problems';
import { TextField } from './TextField';

interface Props<P extends Problem> {
  prefix: Prefix;
  details: Details | null;
  onChange: (change: Change) => void;
  at: (field: string) => P[] | undefined;
  mend?: ((problem: P) => ReactNode) | undefined;
  readOnly?: boolean | undefined;
  /** The id of a list of emotion words to choose from. */
  words: string;
  /** What a page shows under each of them. */
  renderBeside?: ((id: string) => ReactNode) | undefined;
}

const path = (place: number, key: string) => `answer_details.items[${place}].${key}`;

/** Stages, factors or components: added, taken out and moved from the keyboard; their ids follow their places. */
export function ReferenceItems<P extends Problem>(props: Props<P>) {
  const { prefix, details, onChange, at, mend, readOnly } = props;
  const words = ITEM_WORDS[prefix];
  const items = details?.items ?? [];
  const box = useRef<HTMLElement>(null);
  const [go, setGo] = useState<{ field: string } | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  useEffect(() => {
    if (go) box.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(go.field)}"]`)?.focus();
  }, [go]);

  const add = () => {
    onChange({ do: 'item.add' });
    setGo({ field: path(items.length, 'description') });
  };
  const remove = (place: number) => {
    onChange({ do: 'item.remove', place });
    const next = Math.min(place, items.length - 2);
    setGo({ field: next < 0 ? 'answer_details.items' : path(next, 'description') });
  };
  const move = (place: number, by: number, key: string) => {
    if (place + by < 0 || place + by >= items.length) return;
    onChange({ do: 'item.move', place, by });
    setGo({ field: path(place + by, key) });
  };
  const onKeyDown = (place: number) => (e: KeyboardEvent<HTMLElement>) => {
    if (readOnly || !(e.ctrlKey || e.metaKey) || (e.key !== 'ArrowUp' && e.key !== 'ArrowDown')) return;
    e.preventDefault();
    const field = (e.target as HTMLElement).dataset.field ?? '';
    move(place, e.key === 'ArrowUp' ? -1 : 1, field.split('.').at(-1) || 'description');
  };

  return (
    <section className="refs" ref={box} aria-label={words.many}>
      <div className="field-head">
        <h2>{words.many}</h2>
        {!readOnly && items.length > 1 && (
          <span className="f12 t3 row">
            <KeyCap>Ctrl ↑↓</KeyCap> moves the one you are in
          </span>
        )}
      </div>
      {details && (
        <TextField
          label={`What holds for all ${words.many.toLowerCase()}`}
          field="answer_details.description"
          value={details.description}
          onChange={(text) => onChange({ do: 'details', text })}
          readOnly={readOnly}
          problems={at('answer_details.description')}
          mend={mend}
        />
      )}
      <ol className="reflist">
        {items.map((item, place) => (
          // The keys move the whole item; each field inside is a control of its own.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={item.id}
            className={prefix === 'S' ? 'ref' : 'ref plain'}
            data-over={(dragged !== null && dragged !== place) || undefined}
            onKeyDown={onKeyDown(place)}
            onDragOver={(e) => dragged !== null && e.preventDefault()}
            onDrop={(e) => {
              if (dragged === null) return;
              e.preventDefault();
              if (dragged !== place) move(dragged, place - dragged, 'description');
              setDragged(null);
            }}
          >
            <span className="ref-id">
              <b className="num">{item.id}</b>
              {!readOnly && items.length > 1 && (
                <span
                  className="ref-grip"
                  draggable
                  aria-hidden
                  title="Drag, or Ctrl ↑↓"
                  onDragStart={(e) => {
                    e.dataTransfer.setData('text/plain', item.id);
                    e.dataTransfer.effectAllowed = 'move';
                    setDragged(place);
                  }}
                  onDragEnd={() => setDragged(null)}
                >
                  <IconGripVertical size={15} />
                </span>
              )}
            </span>
            <Entry {...props} item={item} place={place} />
            {!readOnly && <Tools {...{ place, last: items.length - 1, id: item.id, move, remove }} />}
          </li>
        ))}
      </ol>
      {!readOnly && (
        <div>
          <Button
            variant="default"
            data-field="answer_details.items"
            leftSection={<IconPlus size={15} />}
            rightSection={<K id="field.3" />}
            onClick={add}
          >
            Add {words.one} {prefix}
            {items.length + 1}
          </Button>
        </div>
      )}
      <Problems problems={at('answer_details.items')} mend={mend} />
    </section>
  );
}

interface ToolsProps {
  id: string;
  place: number;
  last: number;
  move: (place: number, by: number, key: string) => void;
  remove: (place: number) => void;
}

function Tools({ id, place, last, move, remove }: ToolsProps) {
  return (
    <div className="ref-tools">
      <Tooltip label="Move up (Ctrl ↑)">
        <ActionIcon
          size={24}
          disabled={place === 0}
          onClick={() => move(place, -1, 'description')}
          aria-label={`Move ${id} up`}
        >
          <IconArrowUp size={15} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Move down (Ctrl ↓)">
        <ActionIcon
          size={24}
          disabled={place === last}
          onClick={() => move(place, 1, 'description')}
          aria-label={`Move ${id} down`}
        >
          <IconArrowDown size={15} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Remove">
        <ActionIcon size={24} onClick={() => remove(place)} aria-label={`Remove ${id}`}>
          <IconTrash size={15} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

const STAGE_PARTS = [
  { key: 'anchor', label: 'Anchor', hint: 'what can be seen there' },
  { key: 'emotion', label: 'Emotion', hint: 'fear' },
  { key: 'intensity', label: 'Intensity', hint: 'if it is asked for' },
] as const;

function Entry<P extends Problem>({
  item,
  place,
  prefix,
  onChange,
  at,
  mend,
  readOnly,
  words,
  renderBeside,
}: Props<P> & { item: ReferenceItem; place: number }) {
  const edit = (key: 'description' | 'anchor' | 'emotion' | 'intensity') => (text: string) =>
    onChange({ do: 'item.edit', place, key, text });
  return (
    <div className="ref-main">
      <TextField
        label={`${item.id}, description`}
        quiet
        field={path(place, 'description')}
        value={item.description}
        onChange={edit('description')}
        placeholder={`What ${item.id} is`}
        readOnly={readOnly}
        problems={at(path(place, 'description'))}
        mend={mend}
      />
      {prefix === 'S' && (
        <div className="ref-parts">
          {STAGE_PARTS.map((part) => (
            <div key={part.key}>
              <TextInput
                label={part.label}
                aria-label={`${item.id}, ${part.label.toLowerCase()}`}
                data-field={path(place, part.key)}
                value={item[part.key] ?? ''}
                onChange={(e) => edit(part.key)(e.currentTarget.value)}
                placeholder={part.hint}
                readOnly={readOnly}
                list={part.key === 'emotion' ? words : undefined}
                error={at(path(place, part.key))?.some((p) => p.severity === 'error')}
              />
              <Problems problems={at(path(place, part.key))} mend={mend} />
            </div>
          ))}
        </div>
      )}
      {renderBeside?.(item.id)}
      <Problems problems={at(`answer_details.items[${place}]`)} mend={mend} />
    </div>
  );
}
