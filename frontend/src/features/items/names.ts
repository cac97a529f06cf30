import { shortId, words } from '../../shared/lib/format';
import { granularityWord, type TaskKind } from '../../shared/taxonomy';

export const ORIGINS: Record<string, string> = {
  written: 'Written here',
  imported: 'Imported',
  mapped: 'Older format',
  drafted: 'Drafted',
};

export const nameOf = (item: { id: string; external_id: string }): string =>
  item.external_id || shortId(item.id);

export const kindKey = (kind: Pick<TaskKind, 'granularity' | 'type'>): string =>
  `${kind.granularity}/${kind.type}`;

/** "Emotion trajectory, clip": the same type has two forms. */
export const kindWords = (kind: { granularity: string; type: string }): string =>
  kind.type ? `${words(kind.type)}, ${granularityWord(kind.granularity).toLowerCase()}` : 'Kind not chosen';

/** The same in a narrow column: "Trajectory, clip". */
export const kindShort = (kind: { granularity: string; type: string }): string =>
  kind.type
    ? `${words(kind.type.replace(/^emotion(al)? | emotion$/, ''))}, ${kind.granularity === 'clip' ? 'clip' : 'video'}`
    : 'Not chosen';

/** The kinds as groups of a native select. */
export const kindGroups = (kinds: readonly TaskKind[]) =>
  ['clip', 'episode'].map((granularity) => ({
    group: granularityWord(granularity),
    items: kinds
      .filter((k) => k.granularity === granularity)
      .map((k) => ({ value: kindKey(k), label: kindWords(k) })),
  }));
