import type { ProjectDetail } from '../../shared/api/project';
import { plural } from '../../shared/lib/format';

const sum = (counts: Record<string, number>, ...states: string[]) =>
  Object.entries(counts).reduce(
    (n, [state, k]) => (states.length === 0 || states.includes(state.toUpperCase()) ? n + k : n),
    0,
  );

interface Hint {
  text: string;
  action: string;
  to: string;
}
type Known = Pick<ProjectDetail, 'kind' | 'funnel' | 'latest_release'>;

const are = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? `${one} is` : `${many} are`}`;

function videoHint({ funnel: { videos, items } }: Known): Hint {
  const working = sum(videos, 'REGISTERED', 'PREPARING');
  const refused = sum(videos, 'REFUSED');
  if (sum(videos) === 0)
    return {
      text: 'There are no videos yet. Register some to begin.',
      action: 'Register videos',
      to: '/videos/register',
    };
  if (refused > 0)
    return {
      text: `${refused} ${refused === 1 ? 'video was' : 'videos were'} refused; each says why.`,
      action: 'Look at them',
      to: '/videos?state=refused',
    };
  if (working > 0)
    return {
      text: `${are(working, 'video')} being prepared, ${sum(videos, 'READY')} ready.`,
      action: 'See the videos',
      to: '/videos',
    };
  return {
    text: `${are(sum(videos, 'READY'), 'video')} ready. ${plural(sum(items, 'DRAFT'), 'item')} in draft, ${sum(items) - sum(items, 'DRAFT')} submitted.`,
    action: 'See the items',
    to: '/items',
  };
}

/** The next sensible thing for a maintainer, in the order in which the work goes. */
export function maintainerHint(project: Known): Hint {
  return project.kind === 'longemo' ? videoHint(project) : motionHint(project);
}

function motionHint({ funnel, latest_release }: Known): Hint {
  const { motions, episodes, renders } = funnel;
  const failed = sum(renders, 'FAILED');
  const toRender = sum(episodes, 'CHECKED');
  const inReview = sum(episodes, 'IN_REVIEW');
  const kept = sum(episodes, 'KEPT');
  if (sum(motions) === 0)
    return {
      text: 'There are no motions yet. Bring in BVH files to begin.',
      action: 'Import motions',
      to: '/import',
    };
  if (sum(episodes) === 0)
    return {
      text: `${sum(motions, 'READY')} motions are ready. Compose episodes from them.`,
      action: 'Compose episodes',
      to: '/compose',
    };
  if (failed > 0)
    return {
      text: `${failed} ${failed === 1 ? 'rendering' : 'renderings'} failed.`,
      action: 'Look at the rendering',
      to: '/render',
    };
  if (toRender > 0)
    return {
      text: `${toRender} ${toRender === 1 ? 'episode has' : 'episodes have'} passed the checks and ${toRender === 1 ? 'waits' : 'wait'} for clips.`,
      action: 'Look at the rendering',
      to: '/render',
    };
  if (inReview > 0)
    return {
      text: `${inReview} ${inReview === 1 ? 'episode is' : 'episodes are'} with the reviewers, ${kept} kept so far.`,
      action: 'See the progress',
      to: '/progress',
    };
  if (kept > 0 && !latest_release?.frozen_at)
    return {
      text: `${kept} ${kept === 1 ? 'episode is' : 'episodes are'} kept. The first release can be prepared.`,
      action: 'Prepare a release',
      to: '/releases/new',
    };
  return {
    text: `${kept} ${kept === 1 ? 'episode is' : 'episodes are'} kept.`,
    action: 'See the releases',
    to: '/releases',
  };
}
