/** Uploads, one file after the other. A connection that breaks costs the file it broke in, not those after it. Pure. */
export type Phase = 'waiting' | 'sending' | 'done' | 'failed';

export interface Item {
  key: string;
  name: string;
  size: number;
  phase: Phase;
  sent: number;
  upload: string | null;
  error: string;
  /** The connection broke, rather than the server refusing: worth another try by itself. */
  broken: boolean;
}
export interface Queue {
  items: readonly Item[];
  paused: boolean;
  /** Connections that broke one after the other. */
  breaks: number;
}
export type Action =
  | {
      type: 'add';
      files: readonly { key: string; name: string; size: number; upload?: string | undefined }[];
    }
  | { type: 'remove'; key: string }
  | { type: 'begin'; key: string }
  | { type: 'progress'; key: string; sent: number }
  | { type: 'done'; key: string; upload: string }
  | { type: 'fail'; key: string; error: string; broken: boolean }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'retry'; key: string }
  | { type: 'forget'; uploads: readonly string[] }
  | { type: 'clear' };

export const EMPTY_QUEUE: Queue = { items: [], paused: false, breaks: 0 };
/** After so many broken connections in a row the line is down: going on would only fail every file. */
const MAX_BREAKS = 2;

const WAITING = { phase: 'waiting', sent: 0, upload: null, error: '', broken: false } as const;

function change(queue: Queue, key: string, patch: (item: Item) => Partial<Item>): Queue {
  return {
    ...queue,
    items: queue.items.map((item) => (item.key === key ? { ...item, ...patch(item) } : item)),
  };
}

export function reduce(queue: Queue, action: Action): Queue {
  switch (action.type) {
    case 'add': {
      const known = new Set(queue.items.map((item) => item.key));
      const fresh = action.files
        .filter((file) => !known.has(file.key))
        .map(({ key, name, size, upload }): Item => ({
          ...WAITING,
          key,
          name,
          size,
          ...(upload ? { phase: 'done', sent: size, upload } : {}),
        }));
      return { ...queue, items: [...queue.items, ...fresh] };
    }
    case 'remove':
      return { ...queue, items: queue.items.filter((item) => item.key !== action.key) };
    case 'begin':
      return change(queue, action.key, () => ({ phase: 'sending', sent: 0, error: '', broken: false }));
    case 'progress':
      return change(queue, action.key, (item) =>
        item.phase === 'sending' ? { sent: Math.min(action.sent, item.size) } : {},
      );
    case 'done':
      return {
        ...change(queue, action.key, (item) => ({ phase: 'done', sent: item.size, upload: action.upload })),
        breaks: 0,
      };
    case 'fail': {
      const breaks = action.broken ? queue.breaks + 1 : queue.breaks;
      const failed = change(queue, action.key, () => ({
        phase: 'failed',
        error: action.error,
        broken: action.broken,
      }));
      return { ...failed, breaks, paused: queue.paused || breaks >= MAX_BREAKS };
    }
    case 'pause':
      return {
        ...queue,
        paused: true,
        items: queue.items.map((item) => (item.phase === 'sending' ? { ...item, ...WAITING } : item)),
      };
    case 'resume':
      return {
        paused: false,
        breaks: 0,
        items: queue.items.map((item) =>
          item.phase === 'failed' && item.broken ? { ...item, ...WAITING } : item,
        ),
      };
    case 'retry':
      return {
        ...change(queue, action.key, (item) => (item.phase === 'failed' ? WAITING : {})),
        paused: false,
        breaks: 0,
      };
    case 'forget':
      return {
        ...queue,
        items: queue.items.map((item) =>
          item.upload !== null && action.uploads.includes(item.upload) ? { ...item, ...WAITING } : item,
        ),
      };
    case 'clear':
      return EMPTY_QUEUE;
  }
}

/** The file to send now: none while one is on its way or all is paused. */
export function nextOf(queue: Queue): string | null {
  if (queue.paused || queue.items.some((item) => item.phase === 'sending')) return null;
  return queue.items.find((item) => item.phase === 'waiting')?.key ?? null;
}

export interface Totals {
  files: number;
  done: number;
  failed: number;
  bytes: number;
  sent: number;
  /** Every file has been sent or has failed for a reason of its own. */
  settled: boolean;
}

export function totals({ items }: Queue): Totals {
  return {
    files: items.length,
    done: items.filter((item) => item.phase === 'done').length,
    failed: items.filter((item) => item.phase === 'failed').length,
    bytes: items.reduce((sum, item) => sum + item.size, 0),
    sent: items.reduce((sum, item) => sum + (item.phase === 'failed' ? 0 : item.sent), 0),
    settled: items.every((item) => item.phase === 'done' || item.phase === 'failed'),
  };
}
