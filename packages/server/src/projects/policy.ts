import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT } from '@northlight/contract';
import type { Principal, ProjectAccess } from '../platform/http/principal.ts';

interface ProjectFacts {
  readonly id: number;
  readonly owner_id: string | null;
  readonly net_mode: number;
}

/** The two demos that every installation has: anyone with a session may look at them, nobody may change them. */
export const isDemoProject = (id: number): boolean => id === DEMO_WLAN_PROJECT || id === DEMO_MESH_PROJECT;

/** Right and property of a caller on a project, from one place; undefined when it does not exist for him. */
export function accessOn(principal: Principal, project: ProjectFacts): ProjectAccess | undefined {
  const base = { projectId: project.id, netMode: project.net_mode };
  if (isDemoProject(project.id)) return { ...base, demo: true, right: 'r', property: 'demo' };
  if (principal.kind === 'account' && project.owner_id === principal.account.id)
    return { ...base, demo: false, right: 'rw', property: 'own' };
  return undefined;
}
