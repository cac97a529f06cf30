import { ActionIcon, Avatar, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown, IconCommand, IconLogout, IconUser } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { useMe, useSession } from '../../shared/api/session';
import { K } from '../../shared/keys';
import { useChrome } from '../../shared/ui/chrome';
import { Mark } from '../../shared/ui/Mark';
import { InboxButton } from './InboxButton';
import { JobTray } from './JobTray';
import { Crumbs, ThemeButton } from './parts';
import type { CurrentProject } from './project';

const KIND = { affectsim: 'AffectSim', longemo: 'LongEmoBench' } as const;

function ProjectMenu({ project }: { project: CurrentProject }) {
  const me = useMe().data;
  const [, go] = useLocation();
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <button type="button" className="proj" aria-label={`Project ${project.name}, change`}>
          <span className="proj-dot" />
          {project.name}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {me?.memberships.map((m) => (
          <Menu.Item key={m.project.id} onClick={() => go(`/p/${m.project.slug}`)}>
            <div className="f13 b">{m.project.name}</div>
            <div className="f12 t3">{[KIND[m.project.kind], ...m.roles].join(' · ')}</div>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function PersonMenu() {
  const me = useMe().data;
  const { signOut } = useSession();
  const [, go] = useLocation();
  const name = me?.display_name || me?.username || '';
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className="person">
          <span className="sr">{name}: profile and sign out</span>
          <Avatar size={26} color="brand" radius="xl" name={name} alt="" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => go('/me')}>
          Profile, keys, tokens
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => {
            go('/');
            void signOut();
          }}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function TopBar({ project, onPalette }: { project: CurrentProject | null; onPalette: () => void }) {
  const { setSlot } = useChrome();
  return (
    <header className="top">
      <Link href="/" className="brandmark" aria-label="Affectory, my work">
        <Mark />
      </Link>
      {project && <ProjectMenu project={project} />}
      <Crumbs />
      <div className="end row top-end">
        <div className="row" ref={setSlot} />
        <button type="button" className="proj search hide-s" onClick={onPalette}>
          <IconCommand size={14} aria-hidden />
          Search or run a command
          <K id="palette" />
        </button>
        <Tooltip label="Search or run a command (Ctrl K)">
          <ActionIcon className="only-s" aria-label="Search or run a command" onClick={onPalette}>
            <IconCommand size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        {project?.roles.has('maintainer') && <JobTray slug={project.slug} />}
        <InboxButton />
        <ThemeButton />
        <PersonMenu />
      </div>
    </header>
  );
}
