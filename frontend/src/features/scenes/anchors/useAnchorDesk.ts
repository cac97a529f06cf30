import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { api } from '../../../shared/api/client';
import { anchorsKey, anchorsPath, useAnchors } from './api';
import {
  fresh,
  valuesOf,
  type Anchor,
  type AnchorValues,
  type Flat,
  type Kind,
  type Spot,
  type Step,
} from './model';

const SETTLES_MS = 500;
const KEPT = 200;
const OUTLIVES_PAGE = { keepalive: true } as const;

export interface DeskAnchor extends Anchor {
  /** The same through every change: each makes another row with another id. */
  key: string;
}
export interface AnchorDesk {
  anchors: DeskAnchor[];
  isPending: boolean;
  loadError: unknown;
  selected: DeskAnchor | null;
  select: (key: string | null) => void;
  placing: Kind | null;
  setPlacing: (kind: Kind | null) => void;
  /** Points of the walkway that is being drawn. */
  drawing: readonly Flat[];
  draw: (points: readonly Flat[]) => void;
  endDrawing: (points?: readonly Flat[]) => void;
  place: (kind: Kind, spot: Spot, yaw: number) => void;
  /** Shown at once; saved when it has rested for half a second, or when it is settled. */
  change: (values: AnchorValues) => void;
  settle: () => void;
  remove: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  error: unknown;
  saving: boolean;
}

/** What is shown as changed and not yet on its way. */
interface Resting {
  key: string;
  values: AnchorValues;
  timer: ReturnType<typeof setTimeout>;
}

/** The anchors of a scene as one person edits them: shown as changed at once, saved one after the other; what the
 *  server refuses comes back as it was. */
export function useAnchorDesk(slug: string, scene: string): AnchorDesk {
  const client = useQueryClient();
  const list = useAnchors(slug, scene);
  const cacheKey = anchorsKey(slug, scene);
  const [keys, setKeys] = useState<ReadonlyMap<string, string>>(new Map());
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const [placing, setPlacing] = useState<Kind | null>(null);
  const [drawing, setDrawing] = useState<readonly Flat[]>([]);
  const [shownAs, setShownAs] = useState<{ key: string; values: AnchorValues } | null>(null);
  const [past, setPast] = useState<readonly Step[]>([]);
  const [future, setFuture] = useState<readonly Step[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [waiting, setWaiting] = useState(0);
  const heads = useRef(new Map<string, string>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const resting = useRef<Resting | null>(null);
  const counter = useRef(0);

  const anchors = useMemo(
    () =>
      (list.data ?? []).map((anchor): DeskAnchor => {
        const key = keys.get(anchor.id) ?? anchor.id;
        return shownAs?.key === key ? { ...anchor, ...shownAs.values, key } : { ...anchor, key };
      }),
    [list.data, keys, shownAs],
  );
  const selected = anchors.find((anchor) => anchor.key === selectedKey) ?? null;
  const leave = useEffectEvent(settle);
  useEffect(() => {
    const close = () => {
      // A name is a change once its field is left.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      leave();
    };
    window.addEventListener('pagehide', close);
    return () => {
      window.removeEventListener('pagehide', close);
      leave();
    };
  }, []);

  const edit = (change: (rows: Anchor[]) => Anchor[]) =>
    client.setQueryData<Anchor[]>(cacheKey, (rows) => change(rows ?? []));

  /** What it was before. */
  async function save(key: string, after: AnchorValues | null): Promise<AnchorValues | null> {
    const id = heads.current.get(key) ?? (key.startsWith('new-') ? null : key);
    const before = client.getQueryData<Anchor[]>(cacheKey);
    const own = id ?? key;
    const was = before?.find((row) => row.id === own);
    await client.cancelQueries({ queryKey: cacheKey });
    // Stopping a fetch puts the list back to how it was when the fetch began, without what was saved meanwhile.
    client.setQueryData(cacheKey, before);
    if (after === null) edit((rows) => rows.filter((row) => row.id !== own));
    else
      edit((rows) =>
        rows.some((row) => row.id === own)
          ? rows.map((row) => (row.id === own ? { ...row, ...after } : row))
          : [...rows, { ...after, id: own, source: 'hand', quality: 1, created_by: null, created_at: '' }],
      );
    if (!id) setKeys((known) => new Map(known).set(own, key));
    try {
      if (after === null) await api.delete(`${anchorsPath(slug, scene)}/${id}`, OUTLIVES_PAGE);
      else {
        const row = await api.post<Anchor>(
          anchorsPath(slug, scene),
          { ...valuesOf(after), replaces: id },
          OUTLIVES_PAGE,
        );
        heads.current.set(key, row.id);
        setKeys((known) => new Map(known).set(row.id, key));
        edit((rows) => rows.map((each) => (each.id === own ? row : each)));
      }
      setError(null);
      return was ? valuesOf(was) : null;
    } catch (problem) {
      client.setQueryData(cacheKey, before);
      setError(problem);
      void client.invalidateQueries({ queryKey: cacheKey });
      throw problem;
    }
  }

  function run(key: string, after: AnchorValues | null, done: (before: AnchorValues | null) => void): void {
    setWaiting((n) => n + 1);
    queue.current = queue.current
      .then(() => save(key, after))
      .then(done, () => undefined)
      .finally(() => {
        setWaiting((n) => n - 1);
        setShownAs((shown) => (shown?.key === key && resting.current?.key !== key ? null : shown));
      });
  }

  function step(key: string, after: AnchorValues | null): void {
    run(key, after, (before) => {
      setPast((steps) => [...steps, { key, before, after }].slice(-KEPT));
      setFuture([]);
    });
  }

  function rested(): Resting | null {
    const rest = resting.current;
    if (rest) clearTimeout(rest.timer);
    resting.current = null;
    return rest;
  }

  function settle(): void {
    const rest = rested();
    if (rest) step(rest.key, rest.values);
  }

  function add(values: AnchorValues): void {
    counter.current += 1;
    const key = `new-${counter.current}`;
    setSelectedKey(key);
    step(key, values);
  }

  function back(from: readonly Step[], which: 'before' | 'after'): (() => void) | null {
    const last = from.at(-1);
    if (!last || waiting > 0) return null;
    return () =>
      run(last.key, last[which], () => {
        setSelectedKey(last[which] ? last.key : null);
        if (which === 'before') {
          setPast((steps) => steps.slice(0, -1));
          setFuture((steps) => [...steps, last]);
        } else {
          setFuture((steps) => steps.slice(0, -1));
          setPast((steps) => [...steps, last]);
        }
      });
  }

  /** What was changed and not yet saved is taken back by not saving it. */
  function drop(): void {
    rested();
    setShownAs(null);
  }

  return {
    anchors,
    isPending: list.isPending,
    loadError: list.error,
    selected,
    select: setSelectedKey,
    placing,
    setPlacing: (kind) => {
      setPlacing(kind);
      setDrawing([]);
    },
    drawing,
    draw: setDrawing,
    endDrawing: (points = drawing) => {
      if (points.length > 1) {
        const [[x, z]] = points as [Flat];
        add({ ...fresh('walkway', [x, 0, z]), path: points });
      }
      setDrawing([]);
    },
    place: (kind, spot, yaw) => add(fresh(kind, spot, yaw)),
    change: (to) => {
      if (!selected) return;
      const { key } = selected;
      const values = valuesOf(to);
      if (resting.current?.key === key) rested();
      else settle();
      setShownAs({ key, values });
      resting.current = { key, values, timer: setTimeout(settle, SETTLES_MS) };
    },
    settle,
    remove: () => {
      if (!selected) return;
      if (resting.current?.key === selected.key) drop();
      setSelectedKey(null);
      step(selected.key, null);
    },
    undo: shownAs !== null && waiting === 0 ? drop : back(past, 'before'),
    redo: back(future, 'after'),
    error,
    saving: waiting > 0,
  };
}
