import { createContext, useContext } from 'react';
import { useMe } from '../../shared/api/session';

/** What people call the rows of a project's releases, and where one of them is looked at. */
export interface RowWords {
  one: string;
  many: string;
  Many: string;
  /** Column of the rights table. */
  source: string;
  /** Heading of the stratum that a row stands under. */
  stratum: string;
  alike: string;
  page: (slug: string, id: string) => string;
  kept: (slug: string) => string;
}

const EPISODES: RowWords = {
  one: 'episode',
  many: 'episodes',
  Many: 'Episodes',
  source: 'Collection',
  stratum: 'Label',
  alike: 'Motions',
  page: (slug, id) => `/p/${slug}/episodes/${id}`,
  kept: (slug) => `/p/${slug}/episodes?state=kept`,
};
const ITEMS: RowWords = {
  one: 'item',
  many: 'items',
  Many: 'Items',
  source: 'Source',
  stratum: 'Type',
  alike: 'Items',
  page: (slug, id) => `/p/${slug}/items/${id}`,
  kept: (slug) => `/p/${slug}/items?state=kept`,
};

export const wordsOf = (kind: unknown): RowWords => (kind === 'longemo' ? ITEMS : EPISODES);

/** For a page that has no release at hand: by the project as its members know it. */
export function useProjectWords(slug: string): RowWords {
  return wordsOf(useMe().data?.memberships.find((one) => one.project.slug === slug)?.project.kind);
}

const Context = createContext<RowWords>(EPISODES);
export const RowWordsProvider = Context.Provider;
export const useWords = (): RowWords => useContext(Context);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
export const isUuid = (id: string): boolean => UUID.test(id);
/** The beginning of an id that nobody reads; one such as G1_Q000126 whole. */
export const shortId = (id: string): string => (isUuid(id) ? id.slice(0, 8) : id);
