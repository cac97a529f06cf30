import {
  IconArrowsSplit2,
  IconBoxMultiple,
  IconChartDots3,
  IconCheckupList,
  IconDatabaseExport,
  IconEyeEdit,
  IconGauge,
  IconHistory,
  IconHome,
  IconInbox,
  IconListDetails,
  IconLockAccess,
  IconMail,
  IconMessageQuestion,
  IconMovie,
  IconPencilQuestion,
  IconPlugConnected,
  IconPuzzle,
  IconRefreshDot,
  IconRun,
  IconSofa,
  IconSparkles,
  IconUpload,
  IconUserOff,
  IconUsers,
  IconVideo,
  IconWorldDownload,
  type Icon,
} from '@tabler/icons-react';
import type { BindingId } from '../../shared/keys';
import type { CurrentProject } from './project';
import type { ProjectRef, Role } from '../../shared/api/types';

export interface NavEntry {
  id: string;
  label: string;
  to: string;
  icon: Icon;
  key?: BindingId;
  also?: readonly string[];
}
export interface NavGroup {
  head: string | null;
  entries: NavEntry[];
}

interface Spec {
  id: string;
  label: string;
  path: string;
  icon: Icon;
  roles: readonly Role[];
  head: string | null;
  /** The kinds of project that have the page; all of them where it is left out. */
  kinds?: readonly ProjectRef['kind'][];
  key?: BindingId;
  /** Addresses of pages that belong to it and stand beside it. */
  also?: readonly string[];
}

const AFFECTSIM: readonly ProjectRef['kind'][] = ['affectsim'];
const LONGEMO: readonly ProjectRef['kind'][] = ['longemo'];
const EVERYONE: readonly Role[] = ['maintainer', 'annotator', 'reviewer', 'researcher'];
const SPECS: readonly Spec[] = [
  { id: 'overview', label: 'Overview', path: '', icon: IconHome, roles: EVERYONE, head: null },
  {
    id: 'review',
    label: 'Review',
    path: '/review',
    icon: IconCheckupList,
    roles: ['reviewer'],
    head: null,
    key: 'go.review',
  },
  {
    id: 'g1',
    label: 'Clip items',
    path: '/g1',
    icon: IconPencilQuestion,
    roles: ['annotator'],
    head: null,
    kinds: LONGEMO,
    key: 'go.g1',
  },
  {
    id: 'g2',
    label: 'Whole videos',
    path: '/g2',
    icon: IconEyeEdit,
    roles: ['maintainer', 'annotator'],
    head: null,
    kinds: LONGEMO,
    also: ['/rubrics'],
  },
  {
    id: 'motions',
    label: 'Motions',
    path: '/motions',
    icon: IconRun,
    roles: ['maintainer'],
    head: 'Material',
    kinds: AFFECTSIM,
  },
  {
    id: 'import',
    label: 'Import',
    path: '/import',
    icon: IconUpload,
    roles: ['maintainer'],
    head: 'Material',
    kinds: AFFECTSIM,
  },
  {
    id: 'scenes',
    label: 'Scenes',
    path: '/scenes',
    icon: IconSofa,
    roles: ['maintainer'],
    head: 'Material',
    kinds: AFFECTSIM,
  },
  {
    id: 'compose',
    label: 'Compose',
    path: '/compose',
    icon: IconPuzzle,
    roles: ['maintainer'],
    head: 'Material',
    kinds: AFFECTSIM,
  },
  {
    id: 'episodes',
    label: 'Episodes',
    path: '/episodes',
    icon: IconBoxMultiple,
    roles: ['maintainer'],
    head: 'Material',
    kinds: AFFECTSIM,
    key: 'go.episodes',
  },
  {
    id: 'render',
    label: 'Rendering',
    path: '/render',
    icon: IconMovie,
    roles: ['maintainer'],
    head: 'Material',
    kinds: AFFECTSIM,
  },
  {
    id: 'videos',
    label: 'Videos',
    path: '/videos',
    icon: IconVideo,
    roles: ['maintainer', 'annotator', 'reviewer'],
    head: 'Material',
    kinds: LONGEMO,
    key: 'go.videos',
  },
  {
    id: 'items',
    label: 'Items',
    path: '/items',
    icon: IconMessageQuestion,
    roles: ['maintainer', 'annotator'],
    head: 'Material',
    kinds: LONGEMO,
    key: 'go.items',
    also: ['/threads'],
  },
  {
    id: 'drafting',
    label: 'Drafting',
    path: '/drafting',
    icon: IconSparkles,
    roles: ['maintainer'],
    head: 'Material',
    kinds: LONGEMO,
  },
  {
    id: 'rounds',
    label: 'Review rounds',
    path: '/rounds',
    icon: IconRefreshDot,
    roles: ['maintainer'],
    head: 'Quality',
  },
  {
    id: 'progress',
    label: 'Progress',
    path: '/progress',
    icon: IconGauge,
    roles: ['maintainer'],
    head: 'Quality',
    key: 'go.progress',
  },
  {
    id: 'agreement',
    label: 'Agreement',
    path: '/agreement',
    icon: IconChartDots3,
    roles: ['maintainer', 'reviewer'],
    head: 'Quality',
    key: 'go.agreement',
  },
  {
    id: 'splits',
    label: 'Splits',
    path: '/splits',
    icon: IconArrowsSplit2,
    roles: ['maintainer'],
    head: 'Quality',
  },
  {
    id: 'releases',
    label: 'Releases',
    path: '/releases',
    icon: IconDatabaseExport,
    roles: ['maintainer', 'researcher'],
    head: 'Output',
    key: 'go.releases',
  },
  {
    id: 'access',
    label: 'Access',
    path: '/access',
    icon: IconLockAccess,
    roles: ['maintainer'],
    head: 'Output',
  },
  {
    id: 'withdrawals',
    label: 'Withdrawals',
    path: '/withdrawals',
    icon: IconUserOff,
    roles: ['maintainer'],
    head: 'Output',
  },
  {
    id: 'endpoints',
    label: 'Endpoints',
    path: '/endpoints',
    icon: IconPlugConnected,
    roles: ['maintainer'],
    head: 'Admin',
    also: ['/calls'],
  },
  { id: 'people', label: 'People', path: '/people', icon: IconUsers, roles: ['maintainer'], head: 'Admin' },
  {
    id: 'jobs',
    label: 'Jobs',
    path: '/jobs',
    icon: IconListDetails,
    roles: ['maintainer'],
    head: 'Admin',
    key: 'go.jobs',
  },
  {
    id: 'audit',
    label: 'Audit log',
    path: '/audit',
    icon: IconHistory,
    roles: ['maintainer'],
    head: 'Admin',
  },
];

export function navGroups(project: CurrentProject | null): NavGroup[] {
  const groups: NavGroup[] = [
    {
      head: null,
      entries: [
        { id: 'work', label: 'My work', to: '/', icon: IconInbox, key: 'go.work' },
        { id: 'inbox', label: 'Inbox', to: '/inbox', icon: IconMail, key: 'go.inbox' },
        { id: 'open', label: 'Data', to: '/open', icon: IconWorldDownload },
      ],
    },
  ];
  if (!project) return groups;
  for (const spec of SPECS) {
    if (spec.kinds && !spec.kinds.includes(project.kind)) continue;
    if (!spec.roles.some((role) => project.roles.has(role))) continue;
    let group = groups.find((g) => g.head === spec.head);
    if (!group) groups.push((group = { head: spec.head, entries: [] }));
    const { id, label, icon, key } = spec;
    const at = (path: string) => `/p/${project.slug}${path}`;
    const also = spec.also ? { also: spec.also.map(at) } : {};
    group.entries.push({ id, label, icon, to: at(spec.path), ...(key ? { key } : {}), ...also });
  }
  return groups;
}

/** The entry whose address is the longest prefix of the location. Overviews have nothing below them. */
export function currentEntry(groups: NavGroup[], location: string): string | null {
  const alone = (e: NavEntry) => e.to === '/' || e.id === 'overview';
  const hits = groups
    .flatMap((g) => g.entries)
    .flatMap((e) => [e.to, ...(e.also ?? [])].map((to) => ({ id: e.id, to, alone: alone(e) })))
    .filter((e) => location === e.to || (!e.alone && location.startsWith(`${e.to}/`)));
  return hits.toSorted((a, b) => b.to.length - a.to.length)[0]?.id ?? null;
}
