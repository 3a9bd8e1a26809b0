import type { Project } from '@northlight/contract';
import type { Selectable } from 'kysely';
import { permissionFor, type Principal, type ProjectAccess } from '../platform/http/principal.ts';
import type { ProjectTable } from './tables.ts';

const BOTH = ['web', 'openapi'] as const;

export interface ProjectCounts {
  readonly deviceCount: number;
  readonly devicesOnline: number;
  readonly onlineUsers: number;
  readonly unreadAlarms: number;
}

type ShownProject = Omit<
  Selectable<ProjectTable>,
  'secret_key' | 'device_password' | 'name_key' | 'owner_id'
>;

export function presentProject(
  row: ShownProject,
  principal: Principal,
  access: ProjectAccess,
  counts: ProjectCounts,
): Project {
  const may = (need: 'write' | 'owner') => permissionFor(principal, { need, access: BOTH, project: access });
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
    isShare: access.property.startsWith('shared'),
    ...counts,
    createdAt: row.created_at.toISOString(),
    can: { write: may('write'), own: may('owner') },
  };
}
