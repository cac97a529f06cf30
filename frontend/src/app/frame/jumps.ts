import { useLocation } from 'wouter';
import { useKeys, type Handlers } from '../../shared/keys';
import { navGroups } from './nav';
import type { CurrentProject } from './project';

/** `G` then a letter goes to the page of that letter, where the role has it. */
export function useJumpKeys(project: CurrentProject | null): void {
  const [, go] = useLocation();
  const jumps: Handlers = {};
  for (const entry of navGroups(project).flatMap((g) => g.entries))
    if (entry.key) jumps[entry.key] = () => go(entry.to);
  useKeys(jumps);
}
