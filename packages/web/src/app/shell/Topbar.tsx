import { NET_MODE_LABELS } from '@northlight/contract';
import { Kbd, UnstyledButton, Tooltip } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { lazy, Suspense } from 'react';
import { formatOffset, formatPlural } from '../../kit/format/index.ts';
import { MessagesLink } from '../../messages/index.ts';
import { commands } from '../commands/command-store.ts';
import { useShellContext } from '../shell-context.tsx';
import { NavDrawer } from './NavDrawer.tsx';
import { ProjectSwitcher } from './ProjectSwitcher.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import classes from './shell.module.css';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../paths.ts';

// Loads the menu separately, so that no page waits for it.
const AccountMenu = lazy(async () => ({ default: (await import('./AccountMenu.tsx')).AccountMenu }));

export function Topbar() {
  const { project, session } = useShellContext();
  return (
    <header className={`row fixed gap-8 raised ${classes['topbar']}`}>
      <NavDrawer />
      <ProjectSwitcher />
      {project && (
        <span className={`mut small nowrap ${classes['projectInfo']}`}>
          {NET_MODE_LABELS[project.netMode]} · {formatOffset(project.timeZone)}
          {project.property === 'demo' && (project.sandboxOf ? ' · Sandbox' : ' · Demo')}
          {project.property === 'shared-read-only' && ' · Read-only'}
        </span>
      )}
      <span className="grow" />
      <UnstyledButton
        className={`row gap-8 box mut text nowrap hover ${classes['search']}`}
        onClick={() => commands.open('palette')}
      >
        <IconSearch size={15} aria-hidden />
        <span>Search or run a command</span>
        <Kbd className="not-on-touch not-on-phone" size="xs">
          Ctrl K
        </Kbd>
      </UnstyledButton>
      {!session.visitor && session.accessType === 'web' && (
        <MessagesLink
          className={classes['iconButton']}
          badgeClassName={`absolute tiny strong ${classes['badge']}`}
        />
      )}
      <AlarmBell />
      <SchemeToggle />
      <Suspense
        fallback={<span className={`centre accent small bold ${classes['avatar']}`} aria-hidden="true" />}
      >
        <AccountMenu />
      </Suspense>
    </header>
  );
}

const MAX_SHOWN = 99;

function AlarmBell() {
  const { project, session } = useShellContext();
  if (!project || session.menu['alarms'] !== true) return null;
  const unread = project.unreadAlarms;
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread);
  const label = unread === 0 ? 'Alarms, none unread' : `Alarms, ${shown} unread`;
  return (
    <Tooltip label={unread === 0 ? 'No unread alarms' : formatPlural(unread, 'unread alarm')}>
      <Link to={PATHS.alarms} search={{}} className={classes['iconButton']} aria-label={label}>
        <IconBell size={17} stroke={1.8} aria-hidden />
        {unread > 0 && <span className={`absolute tiny strong ${classes['badge']}`}>{shown}</span>}
      </Link>
    </Tooltip>
  );
}
