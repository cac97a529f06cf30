import type { ProjectDetail } from '../../shared/api/project';
import { sumOf, total } from './overview';

type Funnel = ProjectDetail['funnel'];

/** The same look at a project of questions about videos. */
export function videoStages({ videos, items }: Funnel) {
  return [
    { id: 'videos', label: 'Videos registered', n: total(videos), to: '/videos' },
    { id: 'ready', label: 'Videos ready to work on', n: sumOf(videos, 'READY'), to: '/videos?state=ready' },
    { id: 'items', label: 'Items begun', n: total(items), to: '/items' },
    {
      id: 'submitted',
      label: 'Items submitted',
      n: total(items) - sumOf(items, 'DRAFT'),
      to: '/items?state=submitted',
    },
    { id: 'kept', label: 'Items kept', n: sumOf(items, 'KEPT'), to: '/items?state=kept' },
  ];
}

export function videoProblems({ videos, items }: Funnel) {
  return [
    {
      id: 'refused',
      state: 'REFUSED',
      n: sumOf(videos, 'REFUSED'),
      one: 'video',
      many: 'videos',
      to: '/videos?state=refused',
    },
    {
      id: 'removed',
      state: 'REMOVED',
      n: sumOf(items, 'REMOVED'),
      one: 'item',
      many: 'items',
      to: '/items?state=removed',
    },
  ].filter((p) => p.n > 0);
}

export function videoSteps({ videos, items }: Funnel, released: boolean) {
  return [
    {
      id: 'register',
      title: 'Register videos',
      hint: 'Video files with their subtitles, and a table that names source, licence and rights.',
      action: 'Register videos',
      to: '/videos/register',
      done: total(videos) > 0,
    },
    {
      id: 'people',
      title: 'Add annotators',
      hint: 'They watch, mark clips and write questions with reference answers.',
      action: 'Add people',
      to: '/people',
      done: total(items) > 0,
    },
    {
      id: 'items',
      title: 'Write or bring in items',
      hint: 'Questions of eight kinds; older question files come in through a column mapping.',
      action: 'Open the items',
      to: '/items',
      done: total(items) - sumOf(items, 'DRAFT') > 0,
    },
    {
      id: 'release',
      title: 'Freeze a release',
      hint: 'Splits, checks and checksums; downloads with a token.',
      action: 'Prepare a release',
      to: '/releases/new',
      done: released,
    },
  ];
}
