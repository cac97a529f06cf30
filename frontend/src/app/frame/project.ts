import { useLocation } from 'wouter';
import { useMe } from '../../shared/api/session';
import type { MembershipInfo, ProjectRef, Role } from '../../shared/api/types';

export interface CurrentProject extends ProjectRef {
  roles: ReadonlySet<Role>;
}

const asCurrent = (m: MembershipInfo, administrator: boolean): CurrentProject => ({
  ...m.project,
  roles: new Set<Role>(administrator ? [...m.roles, 'maintainer'] : m.roles),
});

/** The project of the address, else the one last used (so that the rail keeps its entries on My work and Me). */
export function useCurrentProject(): CurrentProject | null {
  const me = useMe().data;
  const [location] = useLocation();
  const slug = /^\/p\/([^/]+)/.exec(location)?.[1];
  if (!me || me.memberships.length === 0) return null;
  if (slug) {
    const hit = me.memberships.find((m) => m.project.slug === slug);
    if (!hit) return null;
    localStorage.setItem('affectory.project', slug);
    return asCurrent(hit, me.is_administrator);
  }
  const last = localStorage.getItem('affectory.project');
  return asCurrent(
    me.memberships.find((m) => m.project.slug === last) ?? me.memberships[0]!,
    me.is_administrator,
  );
}
