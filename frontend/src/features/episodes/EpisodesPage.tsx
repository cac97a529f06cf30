import { Button } from '@mantine/core';
import { IconEyeCheck, IconPuzzle, IconTrash, IconVideo } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useRoles } from '../../shared/api/session';
import { seconds, shortId, words } from '../../shared/lib/format';
import { Library, type BulkAction, type LibraryColumn } from '../../shared/library';
import { usePage } from '../../shared/ui/chrome';
import { Emotion, EMOTIONS, StateChip } from '../../shared/ui/chips';
import { Empty } from '../../shared/ui/states';
import type { EpisodeRow } from './api';
import { EpisodeThumb } from './EpisodeThumb';

const TARGETS: Record<string, string> = { A: 'Person A', B: 'Person B', either: 'Either' };

/** What its family says of an episode. */
const kindOf = (e: EpisodeRow): string =>
  e.challenge ? words(e.challenge) : e.action ? words(e.action) : (TARGETS[e.target] ?? words(e.family));

function Labels({ episode }: { episode: EpisodeRow }) {
  if (!episode.second_label) return <Emotion label={episode.label} />;
  return (
    <span className="row">
      <Emotion label={episode.label} />
      <Emotion label={episode.second_label} />
    </span>
  );
}

const SHARED: LibraryColumn<EpisodeRow>[] = [
  {
    id: 'id',
    head: 'Episode',
    sort: 'created',
    cell: (e) => <span className="mono">{shortId(e.id)}</span>,
    width: 110,
  },
  { id: 'kind', head: 'Challenge, action, target', cell: kindOf },
];
const FAMILY: LibraryColumn<EpisodeRow> = {
  id: 'family',
  head: 'Family',
  sort: 'family',
  cell: (e) => words(e.family),
};
const LENGTH: LibraryColumn<EpisodeRow> = {
  id: 'duration',
  head: 'Length',
  sort: 'duration',
  right: true,
  cell: (e) => seconds(e.duration_s),
};
const COLUMNS: LibraryColumn<EpisodeRow>[] = [
  ...SHARED,
  { id: 'label', head: 'Label', sort: 'label', cell: (e) => <Labels episode={e} /> },
  { id: 'state', head: 'State', sort: 'state', cell: (e) => <StateChip state={e.state} /> },
  {
    id: 'motion',
    head: 'Motion',
    sort: 'motion',
    cell: (e) => [e.motion?.name, e.second_motion?.name].filter(Boolean).join(' + ') || '–',
  },
  { id: 'scene', head: 'Scene', sort: 'scene', cell: (e) => e.scene_name ?? '–' },
  LENGTH,
  FAMILY,
  {
    id: 'why',
    head: 'Refused because',
    sort: 'refused',
    wide: true,
    cell: (e) => (
      <span className="t2" title={e.refusal}>
        {e.refusal}
      </span>
    ),
  },
];
const BLIND: LibraryColumn<EpisodeRow>[] = [...SHARED, FAMILY, LENGTH];

const ACTIONS: BulkAction[] = [
  {
    id: 'render',
    label: 'Ask for clips',
    icon: IconVideo,
    done: 'have clips on their way',
    note: 'Clips that are there already are not made again.',
  },
  {
    id: 'review',
    label: 'Put out for review',
    icon: IconEyeCheck,
    done: 'put out for review',
    note: 'Those whose clips are there join a batch.',
    fields: [
      {
        name: 'name',
        label: 'Batch',
        kind: 'line',
        optional: true,
        hint: 'An open batch of this name, or a new one. Empty: the newest open batch.',
      },
    ],
  },
  {
    id: 'discard',
    label: 'Discard',
    icon: IconTrash,
    done: 'discarded',
    foresees: true,
    note: 'Clips that wait to be made are cancelled.',
  },
];

const wordOf = (facet: string, value: string) => {
  if (facet === 'label' && (EMOTIONS as readonly string[]).includes(value)) return <Emotion label={value} />;
  if (facet === 'target' && TARGETS[value]) return TARGETS[value];
  if (facet === 'refused' && value === 'none') return 'Not refused';
  return undefined;
};

export default function EpisodesPage({ slug }: { slug: string }) {
  usePage({ title: 'Episodes', crumbs: [{ label: 'Episodes' }] });
  const maintainer = useRoles(slug).has('maintainer');
  const compose = (variant: 'default' | 'filled', word: string) => (
    <Button
      component={Link}
      href={`/p/${slug}/compose`}
      variant={variant}
      leftSection={<IconPuzzle size={15} />}
    >
      {word}
    </Button>
  );
  return (
    <Library<EpisodeRow>
      slug={slug}
      name="episodes"
      title="Episodes"
      one="episode"
      search={maintainer ? 'Find by motion, scene, id' : 'Find by id'}
      columns={maintainer ? COLUMNS : BLIND}
      actions={maintainer ? ACTIONS : []}
      wordOf={wordOf}
      renderThumb={(e, lively) => <EpisodeThumb episode={e} lively={lively} />}
      card={(e) => ({
        title: kindOf(e),
        lines: (
          <>
            <span className="row">
              {maintainer ? <Labels episode={e} /> : <span className="mono">{shortId(e.id)}</span>}
              <span className="end">{seconds(e.duration_s)}</span>
            </span>
            <span className="row">
              <StateChip state={e.state} />
              <span className="end short" title={e.refusal || e.scene_name}>
                {e.scene_name}
              </span>
            </span>
          </>
        ),
      })}
      empty={
        maintainer ? (
          <Empty title="There are no episodes yet" action={compose('filled', 'Compose episodes')}>
            An episode puts a motion into a scene, with a robot that watches. Write a plan and try it with a
            dry run.
          </Empty>
        ) : (
          <Empty title="No episode is in review">They appear here while they are.</Empty>
        )
      }
    >
      {maintainer && compose('default', 'Compose')}
    </Library>
  );
}
