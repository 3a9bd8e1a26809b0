import type { Project } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { formatTabTitle, findWorstState } from './use-tab-title.ts';

const project = (counts: Partial<Project>) =>
  ({ name: 'Hotel Lisboa', deviceCount: 3, devicesOnline: 3, openAlarms: 0, ...counts }) as Project;

describe('tab title', () => {
  it('names the most severe problem first', () => {
    expect(formatTabTitle('Alarm', project({ devicesOnline: 1, openAlarms: 4 }))).toBe(
      '2 offline, Hotel Lisboa · Alarm · Northlight',
    );
    expect(formatTabTitle('Alarm', project({ openAlarms: 4 }))).toBe(
      '4 open alarms, Hotel Lisboa · Alarm · Northlight',
    );
    expect(findWorstState(project({ openAlarms: 4, criticalAlarms: 1 }))).toEqual({
      state: 'error',
      text: '1 critical alarm',
    });
    expect(formatTabTitle('Alarm', project({}))).toBe('Hotel Lisboa · Alarm · Northlight');
    expect(formatTabTitle('Projects', undefined)).toBe('Projects · Northlight');
  });

  it('leaves out alarms that are unread but resolved', () =>
    expect(findWorstState(project({ unreadAlarms: 2 })).state).toBe('ok'));

  it('does not count a device that restarts as offline', () => {
    const restarting = project({ devicesOnline: 2, devicesRestarting: 1 });
    expect(findWorstState(restarting).state).toBe('ok');
    expect(findWorstState(project({ devicesOnline: 1, devicesRestarting: 1 })).text).toBe('1 offline');
  });

  it('shows no state for a project without devices', () => {
    expect(findWorstState(project({ deviceCount: 0, devicesOnline: 0 })).state).toBe('none');
  });
});
