import type { Drafters, NewRun } from './api';

/** What the form holds; numbers as they are typed. */
export interface Wish {
  drafter: string;
  types: string[];
  perVideo: number | string;
  which: 'all' | 'chosen';
  chosen: string[];
  search: string;
  subtitles: '' | 'yes' | 'no';
  skipDrafted: boolean;
  profile: string | null;
  prompt: string;
  money: string;
  tokens: string;
  options: Record<string, number | string | null>;
}

/** The drafter that needs nothing comes first; a model is asked only when somebody chooses it. */
export const FIRST = (drafters: Drafters): Wish => ({
  drafter: (drafters.drafters.find((d) => !d.uses_model) ?? drafters.drafters[0])?.id ?? '',
  types: drafters.tasks.map((task) => task.type),
  perVideo: Math.max(1, drafters.tasks.length),
  which: 'all',
  chosen: [],
  search: '',
  subtitles: '',
  skipDrafted: true,
  profile: drafters.endpoints[0]?.id ?? null,
  prompt: drafters.prompts.at(-1) ?? '',
  money: '',
  tokens: '',
  options: drafters.options,
});

const orNull = (text: number | string | null): number | null =>
  text === '' || text === null ? null : Number(text);

export function toRequest(wish: Wish): NewRun {
  const all = wish.which === 'all';
  const options = Object.entries(wish.options).map(([name, value]) => [name, orNull(value)] as const);
  return {
    drafter: wish.drafter,
    types: wish.types,
    per_video: Number(wish.perVideo) || 0,
    options: Object.fromEntries(options),
    videos: all ? null : wish.chosen,
    search: all ? wish.search.trim() : '',
    subtitles: all ? wish.subtitles : '',
    skip_drafted: wish.skipDrafted,
    profile: wish.profile,
    prompt: wish.prompt,
    limit_money: wish.money.trim() === '' ? null : wish.money.trim(),
    limit_tokens: orNull(wish.tokens.replaceAll(/[\s,]/g, '')),
  };
}
