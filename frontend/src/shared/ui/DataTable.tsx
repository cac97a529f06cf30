import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useKeys } from '../keys';
import { readDensity } from '../lib/density';
import { visibleRange } from '../lib/window';

export interface Column<T> {
  id: string;
  head: ReactNode;
  cell: (row: T) => ReactNode;
  right?: boolean;
  width?: number | string;
  wide?: boolean;
}
interface Props<T> {
  rows: readonly T[];
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  /** Address of a row; its first cell becomes the link. */
  href?: (row: T) => string;
  label: string;
  more?: { has: boolean; loading: boolean; load: () => void };
  rowHeight?: number;
}

/** A table that keeps only the visible rows in the page; `J` `K` move, `Enter` opens. */
export function DataTable<T>({
  rows,
  columns,
  rowKey,
  href,
  label,
  more,
  rowHeight = readDensity() === 'compact' ? 28 : 34,
}: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [at, setAt] = useState(-1);
  const [, go] = useLocation();
  const measure = useCallback(() => {
    const el = box.current;
    if (el) setView({ top: el.scrollTop, height: el.clientHeight });
  }, []);
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [measure]);
  const { start, end } = visibleRange(view.top, view.height, rowHeight, rows.length);
  const needMore = more?.has && !more.loading && end >= rows.length - 10;
  const load = more?.load;
  useEffect(() => {
    if (needMore) load?.();
  }, [needMore, load]);

  const move = (by: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, at + by));
    setAt(next);
    const el = box.current;
    if (!el) return;
    const top = next * rowHeight;
    if (top < el.scrollTop) el.scrollTop = top;
    else if (top + 2 * rowHeight > el.scrollTop + el.clientHeight)
      el.scrollTop = top + 2 * rowHeight - el.clientHeight;
  };
  const open = () => {
    const row = rows[at];
    if (row !== undefined && href) go(href(row));
  };
  useKeys(href ? { 'list.next': () => move(1), 'list.previous': () => move(-1), 'list.open': open } : {});

  return (
    <div className="tablebox" ref={box} onScroll={measure} tabIndex={0} role="region" aria-label={label}>
      <table className="t list">
        <thead>
          <tr>
            {columns.map((c) => (
              <th key={c.id} scope="col" className={c.right ? 'r' : undefined} style={{ width: c.width }}>
                {c.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {start > 0 && (
            <tr aria-hidden className="spacer">
              <td colSpan={columns.length} style={{ height: start * rowHeight }} />
            </tr>
          )}
          {rows.slice(start, end).map((row, i) => (
            <tr
              key={rowKey(row)}
              aria-selected={start + i === at || undefined}
              className={href ? 'opens' : undefined}
              onClick={
                href
                  ? (e) => {
                      if (!(e.target as HTMLElement).closest('a,button,input')) go(href(row));
                    }
                  : undefined
              }
            >
              {columns.map((c, k) => (
                <td key={c.id} className={c.right ? 'r' : c.wide ? 'wide' : undefined}>
                  {k === 0 && href ? (
                    <Link href={href(row)} className="rowlink">
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
              <td colSpan={columns.length} style={{ height: (rows.length - end) * rowHeight }} />
            </tr>
          )}
        </tbody>
      </table>
      {more?.has && (
        <button type="button" className="linkish loadmore" onClick={more.load} disabled={more.loading}>
          {more.loading ? 'Loading more rows' : 'Load more rows'}
        </button>
      )}
    </div>
  );
}
