import { Suspense } from 'react';
import { DraftCounter } from '../draft/index.ts';
import { formatCount } from '../kit/format/index.ts';
import { type LiveState, useLiveState } from '../kit/live/index.ts';
import { useShellContext } from './shell-context.tsx';
import { countOfflineDevices, getAlarmState } from './use-tab-title.ts';
import classes from './shell.module.css';

const LIVE_LABELS: Readonly<Record<LiveState, readonly [label: string, description: string]>> = {
  connecting: ['Connecting', 'Opening the live stream'],
  live: ['Live', 'Changes appear automatically'],
  reconnecting: ['Reconnecting', 'The live stream was lost; values may be outdated'],
  paused: ['Paused', 'Live updates are paused while the page is hidden'],
};

/** Footer of every page, with counters of the current project and the state of the live stream. */
export function StatusFoot() {
  const { project } = useShellContext();
  const live = useLiveState();
  const [label, description] = LIVE_LABELS[live];
  return (
    <footer className={classes['statusFoot']}>
      {project && (
        <>
          <span data-state={countOfflineDevices(project) > 0 ? 'error' : undefined}>
            Devices <b>{formatCount(project.devicesOnline)}</b> / {formatCount(project.deviceCount)} online
            {project.devicesRestarting !== undefined && (
              <span className={classes['restarting']}>
                , {formatCount(project.devicesRestarting)} restarting
              </span>
            )}
          </span>
          <span>
            Clients <b>{formatCount(project.onlineUsers)}</b>
          </span>
          <span data-state={getAlarmState(project)}>
            Open alarms <b>{formatCount(project.openAlarms)}</b>
          </span>
          <Suspense>
            <DraftCounter project={project} />
          </Suspense>
        </>
      )}
      <span className={classes['spacer']} />
      <span className={classes['live']} data-live={live} role="status" title={description}>
        <span className={classes['liveDot']} aria-hidden="true" />
        {label}
      </span>
    </footer>
  );
}
