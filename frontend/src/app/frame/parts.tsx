import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { useChrome } from '../../shared/ui/chrome';

/** Where the page says it is. */
export function Crumbs() {
  const { crumbs } = useChrome().page;
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      {crumbs.map((c, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={i}>
          <span className="crumb-sep" aria-hidden>
            /
          </span>
          {c.to ? (
            <Link href={c.to}>{c.label}</Link>
          ) : (
            <b aria-current={i === crumbs.length - 1 ? 'page' : undefined}>{c.label}</b>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

export function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const label = dark ? 'Light theme' : 'Dark theme';
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
        {dark ? <IconSun size={18} stroke={1.7} /> : <IconMoon size={18} stroke={1.7} />}
      </ActionIcon>
    </Tooltip>
  );
}
