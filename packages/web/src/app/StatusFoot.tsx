import { formatCount } from '../kit/format/index.ts';
import { type LiveState, useLiveState } from '../kit/live/index.ts';
import { useCurrent } from './current.tsx';
import classes from './shell.module.css';

const LIVE_WORDS: Readonly<Record<LiveState, readonly [word: string, meaning: string]>> = {
  connecting: ['Connecting', 'Opening the live stream'],
  live: ['Live', 'Changes appear by themselves'],
  reconnecting: ['Reconnecting', 'The live stream was lost; what is shown may be old'],
  paused: ['Paused', 'Live updates rest while the page is hidden'],
};

/** On every page: how the current project is, and whether what is shown is live. */
export function StatusFoot() {
  const { project } = useCurrent();
  const live = useLiveState();
  const [word, meaning] = LIVE_WORDS[live];
  return (
    <footer className={classes['statusFoot']}>
      {project && (
        <>
          <span data-state={project.devicesOnline < project.deviceCount ? 'error' : undefined}>
            Devices <b>{formatCount(project.devicesOnline)}</b> / {formatCount(project.deviceCount)} online
          </span>
          <span>
            Clients <b>{formatCount(project.onlineUsers)}</b>
          </span>
          <span data-state={project.unreadAlarms > 0 ? 'warning' : undefined}>
            Unread alarms <b>{formatCount(project.unreadAlarms)}</b>
          </span>
        </>
      )}
      <span className={classes['spring']} />
      <span className={classes['live']} data-live={live} role="status" title={meaning}>
        <span className={classes['liveDot']} aria-hidden="true" />
        {word}
      </span>
    </footer>
  );
}
