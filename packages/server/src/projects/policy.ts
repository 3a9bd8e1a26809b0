import {
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
  FORMER_HOLDER_DAYS,
  TYPE_FLAG_DEMO,
} from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import {
  ACCESS_EXPIRED,
  type Principal,
  type ProjectAccess,
  type ProjectAccessResult,
} from '../platform/http/principal.ts';
import { isLiveShare } from '../sharing/index.ts';
import { hasExpired } from './lifetime.ts';

/** Facts that decide about access: the project, and the caller's current share, if any. */
export interface ProjectFacts {
  readonly id: number;
  readonly owner_id: string | null;
  readonly net_mode: number;
  readonly type_flag: number;
  readonly expires_at: Date | null;
  /** Account name of the owner. */
  readonly owner: string | null;
  readonly share_right: 'rw' | 'r' | null;
  readonly share_expires_at: Date | null;
  /** Project that this one copies: a demo, or the source of a sandbox; null for others. */
  readonly copy_of: number | null;
  /** Owner of the living source, and the caller's current share for changes of it. */
  readonly source_owner_id: string | null;
  readonly source_share_id: string | null;
  readonly source_share_expires_at: Date | null;
}

/**
 * Returns true for the two demos of every installation, which all sessions can read and no session can
 * change.
 */
export const isDemoProject = (id: number): boolean => id === DEMO_WLAN_PROJECT || id === DEMO_MESH_PROJECT;

/** Returns a caller's access to a project; undefined without access. All access checks use this function. */
export function computeAccess(principal: Principal, project: ProjectFacts, now: number): ProjectAccessResult {
  if (principal.kind === 'anonymous') return undefined;
  const scope = principal.kind === 'account' ? principal.scope : undefined;
  if (scope && scope.projects !== 'all' && !scope.projects.includes(project.id)) return undefined;
  const access = computeUnscopedAccess(principal, project, now);
  if (!access || access === ACCESS_EXPIRED || !scope || scope.write) return access;
  return { ...access, right: 'r' };
}

function computeUnscopedAccess(
  principal: Principal,
  project: ProjectFacts,
  now: number,
): ProjectAccessResult {
  const base = { projectId: project.id, netMode: project.net_mode, demo: false, copy: false } as const;
  if (isDemoProject(project.id)) return { ...base, demo: true, right: 'r', property: 'demo' };
  if (principal.kind !== 'account') return undefined;
  if (project.owner_id === principal.account.id) return computeOwnerAccess(base, project, now);
  if (project.share_right === null) return undefined;
  const share = { expires_at: project.share_expires_at };
  if (!isLiveShare(share, now))
    return isLiveShare(share, now - FORMER_HOLDER_DAYS * DAY_MS) ? ACCESS_EXPIRED : undefined;
  return {
    ...base,
    right: project.share_right,
    property: project.share_right === 'rw' ? 'shared-manageable' : 'shared-read-only',
    owner: project.owner ?? '',
    until: share.expires_at?.getTime(),
  };
}

/** Returns true for a project that copies a real one. */
export const isSandbox = ({ copy_of }: Pick<ProjectFacts, 'copy_of'>): boolean =>
  copy_of !== null && !isDemoProject(copy_of);

/** A sandbox shows the content of its source, so that it ends with the right to change the source. */
function hasLostSource(project: ProjectFacts, now: number): boolean {
  if (!isSandbox(project)) return false;
  if (project.source_owner_id === project.owner_id) return false;
  return (
    project.source_share_id === null || !isLiveShare({ expires_at: project.source_share_expires_at }, now)
  );
}

/** Returns the access of the owner. The owner of a demo copy or a sandbox can manage it until it expires. */
function computeOwnerAccess(
  base: Pick<ProjectAccess, 'projectId' | 'netMode' | 'demo'>,
  project: ProjectFacts,
  now: number,
): ProjectAccessResult {
  if (hasExpired(project, now) || hasLostSource(project, now)) return ACCESS_EXPIRED;
  const copy = project.type_flag === TYPE_FLAG_DEMO;
  return {
    ...base,
    copy,
    right: 'rw',
    property: copy ? 'demo' : 'own',
    until: project.expires_at?.getTime(),
  };
}
