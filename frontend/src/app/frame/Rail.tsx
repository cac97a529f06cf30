import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useLocation } from 'wouter';
import { currentEntry, navGroups } from './nav';
import type { CurrentProject } from './project';

export function Rail({
  project,
  wide,
  onToggle,
}: {
  project: CurrentProject | null;
  wide: boolean;
  onToggle: (() => void) | undefined;
}) {
  const [location] = useLocation();
  const groups = navGroups(project);
  const at = currentEntry(groups, location);
  return (
    <nav className="rail" aria-label="Main">
      {groups.map((group) => (
        <Fragment key={group.head ?? ''}>
          {group.head && <div className="navh">{group.head}</div>}
          {group.entries.map((e) => (
            <Tooltip key={e.id} label={e.label} position="right" disabled={wide}>
              <Link
                className="nav"
                href={e.to}
                aria-current={e.id === at ? 'page' : undefined}
                aria-label={e.label}
              >
                <e.icon size={18} stroke={1.7} aria-hidden />
                <span>{e.label}</span>
              </Link>
            </Tooltip>
          ))}
        </Fragment>
      ))}
      {onToggle && (
        <button
          type="button"
          className="nav nav-toggle"
          onClick={onToggle}
          aria-label={wide ? 'Fold the menu' : 'Unfold the menu'}
        >
          {wide ? (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.7} />
          ) : (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.7} />
          )}
          <span>Fold</span>
        </button>
      )}
    </nav>
  );
}
