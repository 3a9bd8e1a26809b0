import { Suspense } from 'react';
import { DraftCounter } from '../../draft/index.ts';
import { formatCount } from '../../kit/format/index.ts';
import { type LiveState, useLiveState } from '../../kit/live/index.ts';
import { useShellContext } from '../shell-context.tsx';
import { countOfflineDevices, getAlarmState } from '../use-tab-title.ts';
import classes from './shell.module.css';

const LIVE_LABELS: Readonly<
  Record<LiveState, readonly [label: string, description: string, tone?: 'ok' | 'warning']>
> = {
  connecting: ['Connecting', 'Opening the live stream'],
  live: ['Live', 'Changes appear automatically', 'ok'],
  reconnecting: ['Reconnecting', 'The live stream was lost; values may be outdated', 'warning'],
  paused: ['Paused', 'Live updates are paused while the page is hidden'],
};

/** Footer of every page, with counters of the current project and the state of the live stream. */
export function StatusFoot() {
  const { project } = useShellContext();
  const live = useLiveState();
  const [label, description, tone] = LIVE_LABELS[live];
  return (
    <footer className={`row fixed gap-16 raised mut small nowrap ${classes['statusFoot']}`}>
      {project && (
        <>
          <span data-state={countOfflineDevices(project) > 0 ? 'error' : undefined}>
            Devices <b>{formatCount(project.devicesOnline)}</b> / {formatCount(project.deviceCount)} online
            {project.devicesRestarting !== undefined && (
              <span className="not-on-phone">, {formatCount(project.devicesRestarting)} restarting</span>
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
      <span className="grow" />
      <span
        className={`inline-row gap-6 ${classes['live']}`}
        data-live={live}
        role="status"
        title={description}
      >
        <span className={classes['liveDot']} data-tone={tone} aria-hidden="true" />
        {label}
      </span>
    </footer>
  );
}
