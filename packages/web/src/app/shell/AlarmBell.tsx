import { Tooltip } from '@mantine/core';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import { Link } from '@tanstack/react-router';
import { formatPlural } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { useShellContext } from '../shell-context.tsx';
import classes from './shell.module.css';

const MAX_SHOWN = 99;

export function AlarmBell() {
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
