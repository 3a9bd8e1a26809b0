import type { Project } from '@northlight/contract';
import { getPermissionFor, type Principal, type ProjectAccess } from '../platform/http/principal.ts';
import { isSandbox } from './policy.ts';
import type { ProjectRow } from './store.ts';

const BOTH = ['web', 'openapi'] as const;

export interface ProjectCounts {
  readonly deviceCount: number;
  readonly devicesOnline: number;
  readonly devicesRestarting?: number;
  readonly onlineUsers: number;
  readonly unreadAlarms: number;
  readonly openAlarms: number;
  readonly criticalAlarms?: number | undefined;
}

export function presentProject(
  row: ProjectRow,
  principal: Principal,
  access: ProjectAccess,
  counts: ProjectCounts & Pick<Project, 'experienceNum'>,
): Project {
  const may = (need: 'write' | 'owner', notInDemo = false) =>
    getPermissionFor(principal, { need, access: BOTH, project: access, notInDemo });
  const end = access.owner === undefined ? row.expires_at : row.share_expires_at;
  return {
    id: row.id,
    name: row.name,
    scenario: row.scenario,
    netMode: row.net_mode === 1 ? 1 : 0,
    country: row.country,
    province: row.province,
    city: row.city,
    address: row.address,
    timeZone: row.time_zone,
    typeFlag: row.type_flag,
    right: access.right,
    property: access.property,
    isShare: access.owner !== undefined,
    ...(access.owner !== undefined && { owner: access.owner }),
    ...(end && { expiresAt: end.toISOString() }),
    ...(isSandbox(row) &&
      row.copy_of !== null && { sandboxOf: { id: row.copy_of, name: row.source_name ?? '' } }),
    favourite: row.favourite ?? false,
    tags: [...(row.tags ?? [])],
    ...(row.latitude !== null &&
      row.longitude !== null && { position: { latitude: row.latitude, longitude: row.longitude } }),
    ...counts,
    createdAt: row.created_at.toISOString(),
    can: {
      write: may('write'),
      addDevices: may('write', true),
      own: may('owner'),
      share: may('owner', true),
    },
  };
}
