import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Problem } from './problems';
import { Problems } from './Problems';
import { TimeField } from './TimeField';

export interface Interval {
  start: number;
  end: number;
  item?: string | null;
}
interface Props<T extends Interval, P extends Problem> {
  /** "Segment" or "Evidence". */
  name: string;
  /** The field of the content that holds the list. */
  field: string;
  rows: readonly T[];
  onChange: (rows: T[]) => void;
  /** A new row, after those that are there. */
  fresh: () => T;
  at: (field: string) => P[] | undefined;
  mend?: ((problem: P) => ReactNode) | undefined;
  readOnly?: boolean | undefined;
  /** What evidence may be tied to. */
  items?: readonly string[];
  onSeek?: ((seconds: number) => void) | undefined;
}

const seconds = (value: number): string => String(Number(value.toFixed(9)));

/** Stretches of the original timeline with their exact times, in the order in which they stand. */
export function Intervals<T extends Interval, P extends Problem>(props: Props<T, P>) {
  const { name, field, rows, onChange, fresh, at, mend, readOnly, items, onSeek } = props;
  const set = (place: number, patch: Partial<Interval>) =>
    onChange(rows.map((row, i) => (i === place ? { ...row, ...patch } : row)));
  const wrong = (where: string) => at(where)?.some((p) => p.severity === 'error');
  return (
    <div className="intervals">
      {rows.map((row, place) => {
        const where = `${field}[${place}]`;
        return (
          // Two rows may be equal; their place is what tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={place} className="interval-row">
            <div className="interval">
              <b className="num">{place + 1}</b>
              <TimeField
                label={`${name} ${place + 1}, start`}
                field={`${where}.start`}
                value={row.start}
                onChange={(start) => set(place, { start })}
                wrong={wrong(`${where}.start`) || wrong(where)}
                readOnly={readOnly}
              />
              <span className="t3" aria-hidden>
                –
              </span>
              <TimeField
                label={`${name} ${place + 1}, end`}
                field={`${where}.end`}
                value={row.end}
                onChange={(end) => set(place, { end })}
                wrong={wrong(`${where}.end`) || wrong(where)}
                readOnly={readOnly}
              />
              <span className="f12 t2 num interval-length">{seconds(row.end - row.start)} s</span>
              {items && (
                <NativeSelect
                  size="xs"
                  aria-label={`${name} ${place + 1} shows`}
                  data-field={`${where}.item`}
                  value={row.item ?? ''}
                  onChange={(e) => set(place, { item: e.currentTarget.value || null })}
                  disabled={readOnly ?? false}
                  data={[{ value: '', label: 'the whole' }, ...withOwn(items, row.item)]}
                />
              )}
              {onSeek && (
                <Tooltip label="Show its start">
                  <ActionIcon
                    size={24}
                    onClick={() => onSeek(row.start)}
                    aria-label={`Show the start of ${name.toLowerCase()} ${place + 1}`}
                  >
                    <IconPlayerPlay size={15} />
                  </ActionIcon>
                </Tooltip>
              )}
              {!readOnly && (
                <Tooltip label="Remove">
                  <ActionIcon
                    size={24}
                    onClick={() => onChange(rows.filter((_, i) => i !== place))}
                    aria-label={`Remove ${name.toLowerCase()} ${place + 1}`}
                  >
                    <IconTrash size={15} />
                  </ActionIcon>
                </Tooltip>
              )}
            </div>
            <Problems
              problems={['', '.start', '.end', '.item'].flatMap((end) => at(`${where}${end}`) ?? [])}
              mend={mend}
            />
          </div>
        );
      })}
      {!readOnly && (
        <div>
          <Button
            variant="default"
            data-field={field}
            leftSection={<IconPlus size={15} />}
            onClick={() => onChange([...rows, fresh()])}
          >
            Add {name.toLowerCase()}
          </Button>
        </div>
      )}
      <Problems problems={at(field)} mend={mend} />
    </div>
  );
}

/** An item that is gone stays in sight as long as something is tied to it. */
const withOwn = (items: readonly string[], own: string | null | undefined): string[] =>
  own && !items.includes(own) ? [...items, own] : [...items];
