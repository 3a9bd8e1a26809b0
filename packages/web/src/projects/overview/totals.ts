import type { Project } from '@northlight/contract';
import { countOfflineDevices, findWorstState, type WorstState } from '../../app/use-tab-title.ts';

const MAX_SHOWN = 10;

export function computeTotals(projects: readonly Project[]) {
  const sum = (pick: (project: Project) => number) =>
    projects.reduce((total, project) => total + pick(project), 0);
  return {
    devices: sum(({ deviceCount }) => deviceCount),
    online: sum(({ devicesOnline }) => devicesOnline),
    clients: sum(({ onlineUsers }) => onlineUsers),
    openAlarms: sum(({ openAlarms }) => openAlarms),
    criticalAlarms: sum(({ criticalAlarms = 0 }) => criticalAlarms),
    alarmed: projects.filter(({ openAlarms }) => openAlarms > 0).length,
    healthy: projects.filter((project) => ['ok', 'none'].includes(findWorstState(project).state)).length,
  };
}

const RANK: Readonly<Record<WorstState, number>> = { error: 2, warning: 1, ok: 0, none: 0 };

/**
 * Returns the projects with problems first, sorted by severity, offline devices and open alarms, then the
 * largest ones; at most `MAX_SHOWN`.
 */
export function listProjectsByTrouble(projects: readonly Project[]): Project[] {
  return [...projects]
    .sort(
      (a, b) =>
        RANK[findWorstState(b).state] - RANK[findWorstState(a).state] ||
        countOfflineDevices(b) - countOfflineDevices(a) ||
        b.openAlarms - a.openAlarms ||
        b.deviceCount - a.deviceCount ||
        a.name.localeCompare(b.name),
    )
    .slice(0, MAX_SHOWN);
}
