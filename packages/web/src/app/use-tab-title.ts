import type { Project } from '@northlight/contract';
import { useEffect } from 'react';

export type WorstState = 'ok' | 'warning' | 'error' | 'none';

/** Counts the devices without a connection; a device that restarts is expected back and is not offline. */
export const countOfflineDevices = ({ deviceCount, devicesOnline, devicesRestarting = 0 }: Project): number =>
  deviceCount - devicesOnline - devicesRestarting;

/** Returns the most severe problem of a project: state and text. */
export function findWorstState(project: Project | undefined): {
  readonly state: WorstState;
  readonly text: string;
} {
  if (!project || project.deviceCount === 0) return { state: 'none', text: '' };
  const offline = countOfflineDevices(project);
  if (offline > 0) return { state: 'error', text: `${offline} offline` };
  const { criticalAlarms = 0, openAlarms } = project;
  if (criticalAlarms > 0)
    return {
      state: 'error',
      text: criticalAlarms === 1 ? '1 critical alarm' : `${criticalAlarms} critical alarms`,
    };
  if (openAlarms > 0)
    return { state: 'warning', text: openAlarms === 1 ? '1 open alarm' : `${openAlarms} open alarms` };
  return { state: 'ok', text: '' };
}

/** Returns the state of open alarms: an error if one of them is critical. */
export const getAlarmState = ({
  criticalAlarms = 0,
  openAlarms,
}: Pick<Project, 'criticalAlarms' | 'openAlarms'>): 'error' | 'warning' | undefined =>
  criticalAlarms > 0 ? 'error' : openAlarms > 0 ? 'warning' : undefined;

export function formatTabTitle(page: string | undefined, project: Project | undefined): string {
  const { text } = findWorstState(project);
  const subject = project ? [text, project.name].filter(Boolean).join(', ') : '';
  return [subject, page, 'Northlight'].filter(Boolean).join(' · ');
}

/**
 * Sets the title and icon of the browser tab: `2 offline, Hotel Lisboa`, with a dot in the colour of the
 * state.
 */
export function useTabTitle(page: string | undefined, project: Project | undefined): void {
  const title = formatTabTitle(page, project);
  const { state } = findWorstState(project);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('#favicon');
    if (link) link.href = state === 'none' ? '/favicon.svg' : `/favicon-${state}.svg`;
  }, [state]);
}
