import type { ProjectRef } from '../../shared/api/types';

/** What the page is about, as it stands in its address. */
export interface Scope {
  kind: 'episode' | 'item';
  granularity: string;
  type: string;
  judgement: string;
  batch: string;
}
const NAMES = ['granularity', 'type', 'judgement', 'batch'] as const;

/** G1 and G2 are read apart: their questions differ too much for one number. */
export function scopeOf(values: URLSearchParams, project: ProjectRef['kind']): Scope {
  const [granularity, type, judgement, batch] = NAMES.map((name) => values.get(name) ?? '');
  const isItem = project === 'longemo';
  return {
    kind: isItem ? 'item' : 'episode',
    granularity: isItem ? granularity || 'clip' : '',
    type: type ?? '',
    judgement: judgement ?? '',
    batch: batch ?? '',
  };
}

export const asQuery = (scope: Scope): Record<string, string | null> =>
  Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, value || null]));

/** What the scope is called in sentences: "clip items", "episodes". */
export function thingsOf(scope: Pick<Scope, 'kind' | 'granularity'>): [one: string, many: string] {
  if (scope.kind === 'episode') return ['episode', 'episodes'];
  return scope.granularity === 'episode' ? ['G2 item', 'G2 items'] : ['G1 item', 'G1 items'];
}
