import {
  ALLOWED,
  type ConfigChange,
  describeProjectChanges,
  ERRORS,
  getDeviceState,
  type Permission,
  type Sandbox,
  type SandboxDevice,
  type SandboxEntry,
  type SandboxFault,
} from '@northlight/contract';
import {
  createDeviceNamer,
  listProjectDevices,
  loadSettingsDevices,
  presentFacts,
} from '../network/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { BOTH_ACCESS, getPermissionFor } from '../platform/http/principal.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { toNaturalOrder } from '../platform/db/text-match.ts';
import { readContents } from './content.ts';
import { requireSandbox, type SandboxRow } from './store.ts';

/** Lists the sandboxes of a project that the caller has opened and that have not expired. */
export async function listSandboxes(context: RequestContext): Promise<SandboxEntry[]> {
  const { clock, db } = context.services;
  if (context.principal.kind !== 'account') return [];
  const rows = await db
    .selectFrom('sandboxes')
    .innerJoin('projects', 'projects.id', 'sandboxes.project_id')
    .selectAll('sandboxes')
    .select(['projects.name', 'projects.expires_at'])
    .where('sandboxes.source_id', '=', getProjectAccess(context).projectId)
    .where('projects.owner_id', '=', getAccount(context).id)
    .where('projects.deleted_at', 'is', null)
    .where('projects.expires_at', '>', new Date(clock.now()))
    .execute();
  const entries: SandboxEntry[] = [];
  for (const row of rows)
    entries.push({
      id: row.project_id,
      name: row.name,
      ...presentTimes(row),
      changes: (await describeSandboxChanges(db, row)).length,
    });
  return entries;
}

/** Returns whether the caller may open a sandbox of the request's project on this server. */
export function getCreatePermission(context: RequestContext): Permission {
  const { demo } = context.services;
  const project = getProjectAccess(context);
  if (!demo.enabled) return { allowed: false, code: ERRORS.demoProject.code, reason: demo.reason };
  return getPermissionFor(context.principal, {
    need: 'write',
    access: BOTH_ACCESS,
    project,
    notInDemo: true,
  });
}

const presentTimes = ({ created_at, expires_at }: { created_at: Date; expires_at: Date | null }) => ({
  createdAt: created_at.toISOString(),
  expiresAt: (expires_at ?? created_at).toISOString(),
});

/** Describes the changes since a sandbox was opened, with the names that its source has now. */
export async function describeSandboxChanges(db: DbOrTx, row: SandboxRow): Promise<ConfigChange[]> {
  const { base, own } = await readContents(db, row);
  const present = await listProjectDevices(db, row.source_id);
  const ids = [...base.devices, ...own.devices].map(({ deviceId }) => deviceId);
  const facts = ids.length === 0 ? new Map() : await loadSettingsDevices(db, row.source_id, ids);
  const described = [...facts.values()].map((each) => ({ ...presentFacts(each), deviceId: each.id }));
  return describeProjectChanges(base, own, described, createDeviceNamer(present));
}

/** Returns the sandbox that the request's project is. */
export async function presentSandbox(context: RequestContext): Promise<Sandbox> {
  const { db } = context.services;
  const project = getProjectAccess(context);
  const { projectId } = project;
  const row = await requireSandbox(db, projectId);
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'name', 'expires_at'])
    .where('id', 'in', [projectId, row.source_id])
    .execute();
  const own = projects.find(({ id }) => id === projectId);
  return {
    source: { id: row.source_id, name: projects.find(({ id }) => id === row.source_id)?.name ?? '' },
    ...presentTimes({ created_at: row.created_at, expires_at: own?.expires_at ?? null }),
    devices: await listSandboxDevices(db, row),
    changes: await describeSandboxChanges(db, row),
    notes: [...row.notes],
    can: { write: getPermissionFor(context.principal, { need: 'write', access: BOTH_ACCESS, project }) },
  };
}

const NO_CABLE: Permission = {
  allowed: false,
  code: ERRORS.invalidParameters.code,
  reason: 'The device has no uplink cable.',
};

async function listSandboxDevices(db: DbOrTx, row: SandboxRow): Promise<SandboxDevice[]> {
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'name', 'state'])
    .where('project_id', '=', row.project_id)
    .orderBy(toNaturalOrder('name_key'))
    .execute();
  const names = new Map(devices.map(({ id, name }) => [id, name] as const));
  const hasFault = (id: string, kind: SandboxFault['kind']) =>
    row.faults.some((fault) => fault.deviceId === id && fault.kind === kind);
  return devices.map(({ id, name, state }) => {
    const uplink = row.uplinks[id];
    return {
      id,
      name,
      online: getDeviceState(state).countsOnline,
      ...(uplink && { uplink: { name: names.get(uplink.upperId) ?? '', port: uplink.port } }),
      isOff: hasFault(id, 'power'),
      isCut: hasFault(id, 'cable'),
      can: { cut: uplink?.isCable ? ALLOWED : NO_CABLE },
    };
  });
}
