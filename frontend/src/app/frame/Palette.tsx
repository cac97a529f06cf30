import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../shared/api/client';
import { BINDINGS, K, runBinding, useAwakeBindings } from '../../shared/keys';
import type { SavedFilter } from '../../shared/library';
import { navGroups } from './nav';
import type { CurrentProject } from './project';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What an id may name, by the kind of project. */
const THINGS: Record<CurrentProject['kind'], readonly string[]> = {
  affectsim: ['episodes', 'motions', 'scenes'],
  longemo: ['items', 'videos'],
};

interface Props {
  project: CurrentProject | null;
  onClose: () => void;
  onHelp: () => void;
}

/** Everything on a key is in here, and the reverse. A pasted id opens the thing it names. */
export default function Palette({ project, onClose, onHelp }: Props) {
  const [, go] = useLocation();
  const { setColorScheme } = useMantineColorScheme();
  const awake = useAwakeBindings();
  const [text, setText] = useState('');
  useEffect(() => spotlight.open(), []);
  const saved = useQuery({
    queryKey: ['saved-filters', project?.slug, ''],
    enabled: project?.kind === 'affectsim',
    queryFn: () => api.get<SavedFilter[]>(`/projects/${project!.slug}/saved-filters`),
  });
  // The first hit is chosen as one types; what arrives only then would be chosen by nothing, and Enter would do nothing.
  const chooseFirst = useEffectEvent((arrived: unknown) => {
    if (arrived && text && !document.querySelector('[data-action][data-selected]'))
      document.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  });
  useEffect(() => chooseFirst(saved.data), [saved.data]);

  const id = text.trim();
  const things: SpotlightActionData[] =
    project && project.roles.has('maintainer') && UUID.test(id)
      ? THINGS[project.kind].map((kind) => ({
          id: `thing.${kind}`,
          label: `Open as ${kind.slice(0, -1)}`,
          description: id,
          keywords: id,
          onClick: () => go(`/p/${project.slug}/${kind}/${id}`),
        }))
      : [];
  const pages: SpotlightActionData[] = navGroups(project)
    .flatMap((g) => g.entries)
    .map((e) => ({
      id: `page.${e.id}`,
      label: e.label,
      description: 'Page',
      onClick: () => go(e.to),
      leftSection: <e.icon size={18} stroke={1.7} />,
      ...(e.key ? { rightSection: <K id={e.key} /> } : {}),
    }));
  const filters: SpotlightActionData[] = (saved.data ?? []).map((f) => ({
    id: `filter.${f.id}`,
    label: f.name,
    description: `Saved filter, ${f.library}${f.is_mine ? '' : `, by ${f.owner}`}`,
    keywords: `saved filter ${f.library}`,
    onClick: () => go(`/p/${project!.slug}/${f.library}?${f.query}`),
  }));
  const here: SpotlightActionData[] = BINDINGS.filter(
    (b) => awake.includes(b.id) && !b.id.startsWith('go.') && b.id !== 'palette',
  ).map((b) => ({
    id: `key.${b.id}`,
    label: b.label,
    description: 'On this page',
    rightSection: <K id={b.id} />,
    onClick: () => {
      if (b.id === 'help') onHelp();
      else setTimeout(() => runBinding(b.id), 0);
    },
  }));
  const settings: SpotlightActionData[] = [
    {
      id: 'theme.light',
      label: 'Light theme',
      description: 'Setting',
      onClick: () => setColorScheme('light'),
    },
    { id: 'theme.dark', label: 'Dark theme', description: 'Setting', onClick: () => setColorScheme('dark') },
    {
      id: 'theme.auto',
      label: 'Theme of the system',
      description: 'Setting',
      onClick: () => setColorScheme('auto'),
    },
    { id: 'me', label: 'Profile, keys, tokens', description: 'Setting', onClick: () => go('/me') },
  ];
  return (
    <Spotlight
      actions={[...things, ...pages, ...filters, ...here, ...settings]}
      shortcut={null}
      highlightQuery
      limit={12}
      scrollable
      maxHeight={420}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={onClose}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      nothingFound="Nothing found"
      closeOnActionTrigger
      searchProps={{ placeholder: 'Go to, do, or paste an id', 'aria-label': 'Search or run a command' }}
    />
  );
}
