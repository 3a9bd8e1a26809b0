import type { Project } from '@northlight/contract';
import { worstOf } from '../app/use-tab-title.ts';

const MOST_SHOWN = 6;
const LARGEST_SHOWN = 8;

export function totalsOf(projects: readonly Project[]) {
  const sum = (pick: (project: Project) => number) =>
    projects.reduce((total, project) => total + pick(project), 0);
  return {
    devices: sum(({ deviceCount }) => deviceCount),
    online: sum(({ devicesOnline }) => devicesOnline),
    clients: sum(({ onlineUsers }) => onlineUsers),
    unread: sum(({ unreadAlarms }) => unreadAlarms),
    alarmed: projects.filter(({ unreadAlarms }) => unreadAlarms > 0).length,
    healthy: projects.filter((project) => ['ok', 'none'].includes(worstOf(project).state)).length,
  };
}

/** Projects with something offline first, then those with unread alarms; the largest first. */
export function attentionOf(projects: readonly Project[]): Project[] {
  const offline = (project: Project) => project.deviceCount - project.devicesOnline;
  return projects
    .filter((project) => ['error', 'warning'].includes(worstOf(project).state))
    .sort((a, b) => offline(b) - offline(a) || b.unreadAlarms - a.unreadAlarms)
    .slice(0, MOST_SHOWN);
}

/** What the overview has room for; the list has them all. */
export function largestFirst(projects: readonly Project[]): Project[] {
  return [...projects]
    .sort((a, b) => b.deviceCount - a.deviceCount || a.name.localeCompare(b.name))
    .slice(0, LARGEST_SHOWN);
}
