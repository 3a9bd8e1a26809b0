import type { Project } from '@northlight/contract';
import { countOfflineDevices, findWorstState } from '../app/use-tab-title.ts';

const MAX_ATTENTION = 6;
const MAX_LARGEST = 8;

export function computeTotals(projects: readonly Project[]) {
  const sum = (pick: (project: Project) => number) =>
    projects.reduce((total, project) => total + pick(project), 0);
  return {
    devices: sum(({ deviceCount }) => deviceCount),
    online: sum(({ devicesOnline }) => devicesOnline),
    clients: sum(({ onlineUsers }) => onlineUsers),
    openAlarms: sum(({ openAlarms }) => openAlarms),
    alarmed: projects.filter(({ openAlarms }) => openAlarms > 0).length,
    healthy: projects.filter((project) => ['ok', 'none'].includes(findWorstState(project).state)).length,
  };
}

/** Returns the projects that need attention, sorted by offline devices, then by open alarms. */
export function findProjectsNeedingAttention(projects: readonly Project[]): Project[] {
  return projects
    .filter((project) => ['error', 'warning'].includes(findWorstState(project).state))
    .sort((a, b) => countOfflineDevices(b) - countOfflineDevices(a) || b.openAlarms - a.openAlarms)
    .slice(0, MAX_ATTENTION);
}

/** Returns the projects with the most devices, at most `MAX_LARGEST`. */
export function listLargestProjects(projects: readonly Project[]): Project[] {
  return [...projects]
    .sort((a, b) => b.deviceCount - a.deviceCount || a.name.localeCompare(b.name))
    .slice(0, MAX_LARGEST);
}
