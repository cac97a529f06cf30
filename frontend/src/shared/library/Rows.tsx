import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useKeys } from '../keys';
import { sortedBy, sortsOf } from './address';
import { isChosen, type Selection } from './selection';
import { useWindow } from './useWindow';

export interface LibraryColumn<T> {
  id: string;
  head: string;
  cell: (row: T) => ReactNode;
  right?: boolean;
  wide?: boolean;
  width?: number;
  /** The order that a click on the heading asks for. */
  sort?: string;
}
export interface Card {
  title: ReactNode;
  lines: ReactNode;
}
export interface RowsProps<T extends { id: string }> {
  rows: readonly T[];
  label: string;
  href: (row: T) => string;
  /** A picture; `lively` while somebody points at it or has come to it. */
  renderThumb: (row: T, lively: boolean) => ReactNode;
  more: { has: boolean; loading: boolean; load: () => void };
  chooses: boolean;
  /** What the list is asked for; another one begins at its first row. */
  where: string;
  /** The view was switched by pointer, and the keys are for the rows again. */
  takesFocus: boolean;
  selection: Selection;
  onToggle: (id: string, range: boolean) => void;
  onAll: () => void;
  onNothing: () => void;
}

const ROW = { dense: 30, roomy: 52 } as const;
const HEAD = 32;
const CARD = { width: 216, height: 226, gap: 10 } as const;
const AHEAD = 30;

/** Where the keys are: `J` `K` and arrows move, `X` chooses, `Enter` opens. */
function useCursor<T extends { id: string }>(
  props: RowsProps<T>,
  across: number,
  show: (row: number) => void,
) {
  const [at, setAt] = useState(-1);
  const [, go] = useLocation();
  const { rows } = props;
  const move = (by: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, at + by));
    setAt(next);
    show(Math.floor(next / across));
  };
  const row = rows[at];
  useKeys({
    'list.next': () => move(1),
    'list.previous': () => move(-1),
    'list.open': () => row && go(props.href(row)),
    'library.down': () => move(across),
    'library.up': () => move(-across),
    ...(across > 1 ? { 'library.right': () => move(1), 'library.left': () => move(-1) } : {}),
    ...(props.chooses
      ? {
          'library.choose': () => row && props.onToggle(row.id, false),
          'library.range': () => row && props.onToggle(row.id, true),
          'library.all': props.onAll,
          close: props.onNothing,
        }
      : {}),
  });
  return { at, setAt, open: (one: T) => go(props.href(one)) };
}

function useMore({ more, rows }: Pick<RowsProps<{ id: string }>, 'more' | 'rows'>, end: number) {
  const wanted = more.has && !more.loading && end >= rows.length - AHEAD;
  const { load } = more;
  useEffect(() => {
    if (wanted) load();
  }, [wanted, load]);
}

const isControl = (e: MouseEvent): boolean =>
  (e.target as HTMLElement).closest('a,button,input,label') !== null;

/** A picture that cannot be had leaves its place empty. */
const hideBroken = ({ target }: { target: EventTarget }) => {
  if (target instanceof HTMLImageElement) target.style.visibility = 'hidden';
};

/** The box beside a row; with shift it draws a range. */
function Tick<T extends { id: string }>({ row, props, name }: { row: T; props: RowsProps<T>; name: string }) {
  return (
    <Checkbox
      size="xs"
      aria-label={`Choose ${name}`}
      checked={isChosen(props.selection, row.id)}
      onChange={() => undefined}
      onClick={(e) => props.onToggle(row.id, e.shiftKey)}
    />
  );
}

export function TableRows<T extends { id: string }>(
  props: RowsProps<T> & {
    columns: readonly LibraryColumn<T>[];
    dense: boolean;
    params: URLSearchParams;
    go: (next: URLSearchParams) => void;
  },
) {
  const { rows, columns, dense, chooses, params } = props;
  const height = dense ? ROW.dense : ROW.roomy;
  const { box, measure, show, start, end } = useWindow(props, height, rows.length, HEAD);
  const { at, setAt, open } = useCursor(props, 1, show);
  const [pointed, setPointed] = useState('');
  useMore(props, end);
  const sorts = sortsOf(params);
  const span = columns.length + (chooses ? 1 : 0) + (dense ? 0 : 1);
  return (
    <div
      className="tablebox"
      ref={box}
      onScroll={measure}
      onErrorCapture={hideBroken}
      tabIndex={0}
      role="region"
      aria-label={props.label}
    >
      <table className="t list library" style={{ '--row': `${height}px` } as React.CSSProperties}>
        <thead>
          <tr>
            {chooses && (
              <th scope="col" className="tick">
                <AllTick props={props} />
              </th>
            )}
            {!dense && (
              <th scope="col" className="thumbcell">
                <span className="sr">Picture</span>
              </th>
            )}
            {columns.map((c) => {
              const place = sorts.findIndex((s) => s.name === c.sort);
              const sort = sorts[place];
              return (
                <th
                  key={c.id}
                  scope="col"
                  className={c.right ? 'r' : undefined}
                  style={{ width: c.width }}
                  aria-sort={sort ? (sort.down ? 'descending' : 'ascending') : undefined}
                >
                  {c.sort ? (
                    <button
                      type="button"
                      className="sorthead"
                      title="Sort; with Shift beside the other columns"
                      onClick={(e) => props.go(sortedBy(params, c.sort!, e.shiftKey))}
                    >
                      {c.head}
                      {sort && (sort.down ? <IconArrowDown size={13} /> : <IconArrowUp size={13} />)}
                      {sort && sorts.length > 1 && <span className="n">{place + 1}</span>}
                    </button>
                  ) : (
                    c.head
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {start > 0 && (
            <tr aria-hidden className="spacer">
              <td colSpan={span} style={{ height: start * height }} />
            </tr>
          )}
          {rows.slice(start, end).map((row, i) => (
            <tr
              key={row.id}
              className="opens"
              aria-selected={start + i === at || undefined}
              data-chosen={(chooses && isChosen(props.selection, row.id)) || undefined}
              onPointerEnter={() => setPointed(row.id)}
              onPointerLeave={() => setPointed('')}
              onClick={(e) => {
                if (isControl(e)) return;
                if (chooses && (e.shiftKey || e.ctrlKey || e.metaKey)) props.onToggle(row.id, e.shiftKey);
                else {
                  setAt(start + i);
                  open(row);
                }
              }}
            >
              {chooses && (
                <td className="tick">
                  <Tick row={row} props={props} name={`row ${start + i + 1}`} />
                </td>
              )}
              {!dense && (
                <td className="thumbcell">
                  {props.renderThumb(row, pointed === row.id || start + i === at)}
                </td>
              )}
              {columns.map((c, k) => (
                <td key={c.id} className={c.right ? 'r' : c.wide ? 'wide' : undefined}>
                  {k === 0 ? (
                    <Link href={props.href(row)} className="rowlink">
                      {c.cell(row)}
                    </Link>
                  ) : (
                    c.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
          {end < rows.length && (
            <tr aria-hidden className="spacer">
              <td colSpan={span} style={{ height: (rows.length - end) * height }} />
            </tr>
          )}
        </tbody>
      </table>
      <MoreBelow {...props.more} />
    </div>
  );
}

export function GridRows<T extends { id: string }>(props: RowsProps<T> & { card: (row: T) => Card }) {
  const { rows, chooses } = props;
  const [across, setAcross] = useState(4);
  const height = CARD.height + CARD.gap;
  const lines = Math.ceil(rows.length / across);
  const { box, measure, show, width, start, end } = useWindow(props, height, lines, CARD.gap);
  const fits = Math.max(1, Math.floor((width - CARD.gap) / (CARD.width + CARD.gap)));
  if (fits !== across) setAcross(fits);
  const { at, setAt } = useCursor(props, across, show);
  const [pointed, setPointed] = useState('');
  useMore(props, end * across);
  return (
    <div
      className="tablebox"
      ref={box}
      onScroll={measure}
      onErrorCapture={hideBroken}
      tabIndex={0}
      role="region"
      aria-label={props.label}
    >
      <ul
        className="cards"
        style={{
          gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
          paddingTop: start * height + CARD.gap,
          paddingBottom: (lines - end) * height + CARD.gap,
        }}
      >
        {rows.slice(start * across, end * across).map((row, i) => {
          const index = start * across + i;
          const card = props.card(row);
          return (
            <li
              key={row.id}
              className="librarycard"
              style={{ height: CARD.height }}
              data-at={index === at || undefined}
              data-chosen={(chooses && isChosen(props.selection, row.id)) || undefined}
              onPointerEnter={() => setPointed(row.id)}
              onPointerLeave={() => setPointed('')}
            >
              <div className="cardthumb">{props.renderThumb(row, pointed === row.id || index === at)}</div>
              {chooses && (
                <span className="cardtick">
                  <Tick row={row} props={props} name={`card ${index + 1}`} />
                </span>
              )}
              <Link
                href={props.href(row)}
                className="rowlink cardtitle"
                onFocus={() => setAt(index)}
                onClick={(e) => {
                  if (!chooses || !(e.shiftKey || e.ctrlKey || e.metaKey)) return;
                  e.preventDefault();
                  props.onToggle(row.id, e.shiftKey);
                }}
              >
                {card.title}
              </Link>
              <div className="cardlines">{card.lines}</div>
            </li>
          );
        })}
      </ul>
      <MoreBelow {...props.more} />
    </div>
  );
}

function AllTick<T extends { id: string }>({ props }: { props: RowsProps<T> }) {
  const { selection } = props;
  const whole = selection.all && selection.ids.size === 0;
  const flip = () => (whole ? props.onNothing() : props.onAll());
  return (
    <Checkbox
      size="xs"
      aria-label="Choose all that match"
      checked={whole}
      indeterminate={!whole && (selection.all || selection.ids.size > 0)}
      onChange={flip}
      onKeyDown={(e: KeyboardEvent) => {
        if (e.key === 'Enter') flip();
      }}
    />
  );
}

function MoreBelow({ has, loading, load }: { has: boolean; loading: boolean; load: () => void }) {
  if (!has) return null;
  return (
    <button type="button" className="linkish loadmore" onClick={load} disabled={loading}>
      {loading ? 'Loading more rows' : 'Load more rows'}
    </button>
  );
}
