import type { Project } from '@northlight/contract';
import type { Selectable } from 'kysely';
import type { ProjectAccess } from '../platform/http/principal.ts';
import type { ProjectTable } from './tables.ts';

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

export function presentProject(row: ShownProject, access: ProjectAccess, counts: ProjectCounts): Project {
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
  };
}
