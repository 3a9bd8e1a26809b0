import {
  isBridgeRole,
  isBroadcastRole,
  isGatewayRole,
  isSame,
  listMembers,
  type NetworkConfig,
} from '@northlight/contract';
import { RADAR_BAN_MS } from '@northlight/rf/plan';
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import { CompiledQuery } from 'kysely';
import { listRadarFinds, sealDesiredConfig } from '../../devices/index.ts';
import type { Proposal } from '../settings/proposals.ts';
import { readSettings, type StoredSettings } from '../settings/store.ts';
import type { Tx } from '../../platform/db/database.ts';
import { createDeviceVerifier, type NetworkProjectRow, readNetworkProject } from '../../projects/index.ts';
import type { Services } from '../../services.ts';
import type { DeviceRadar } from './avoid-radar.ts';
import { type DesiredParts, buildDesiredConfiguration } from './desired.ts';
import { openSecrets } from '../document/secrets.ts';
import { SET_DESIRED } from './statements.ts';
import type { NetworkProject, ProjectDevice } from '../state.ts';

/** A project in a transaction, with the services for its configurations. `RequestWork` is one. */
export interface ProjectTx {
  readonly projectId: number;
  readonly services: Pick<Services, 'clock' | 'entropy' | 'envelope'>;
  readonly tx: Tx;
}

/** Inputs of the configurations of a project's devices, in addition to their capabilities. */
export interface ProjectParts extends Omit<DesiredParts, 'settings'> {
  readonly project: NetworkProject;
  readonly settings: ReadonlyMap<string, StoredSettings>;
}

/** Reads the inputs for this configuration that are not known yet, with its secrets filled in. */
export async function listProjectParts(
  { projectId, services, tx }: ProjectTx,
  config: NetworkConfig,
  known: { readonly project?: NetworkProjectRow; readonly settings?: ProjectParts['settings'] } = {},
): Promise<ProjectParts> {
  const project = known.project ?? (await readNetworkProject(tx, projectId));
  return {
    config: await openSecrets(services, tx, projectId, config),
    project,
    settings: known.settings ?? (await readSettings(tx, projectId)),
    localPassword: await createDeviceVerifier(services, tx, project),
    macs: config.bridgeLinks === undefined ? new Map() : await readMacs(tx, projectId),
    radar: config.wireless ? await readRadar(tx, projectId, services.clock.now()) : new Map(),
  };
}

/** Returns the radar of the devices that may not use a channel now. */
async function readRadar(tx: Tx, projectId: number, now: number): Promise<ReadonlyMap<string, DeviceRadar>> {
  const finds = await listRadarFinds(tx, projectId, new Date(now - RADAR_BAN_MS));
  return new Map(
    [...Map.groupBy(finds, ({ deviceId }) => deviceId)].map(
      ([id, own]) => [id, { finds: own, now }] as const,
    ),
  );
}

async function readMacs(tx: Tx, projectId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('devices')
    .select(['id', 'mac'])
    .where('project_id', '=', projectId)
    .execute();
  return new Map(rows.map(({ id, mac }) => [id, mac] as const));
}

/**
 * Returns true if the project's network settings apply to a device. A new device password is pushed
 * separately.
 */
export const takesNetworkSettings =
  ({ config, settings }: Pick<ProjectParts, 'config' | 'settings'>) =>
  ({ caps, id, role }: ProjectDevice): boolean =>
    caps.features.includes('vlan') ||
    isGatewayRole(role) ||
    settings.has(id) ||
    (config.bridgeLinks !== undefined && isBridgeRole(role)) ||
    (config.wireless !== undefined && caps.features.includes('wifi') && isBroadcastRole(role));

interface ProjectChange {
  readonly now: NetworkConfig;
  readonly after: NetworkConfig;
  readonly proposals: readonly Proposal[];
}

/** Returns true if the settings of devices change alone. */
export const isConfigKept = ({ after, now, proposals }: ProjectChange): boolean =>
  proposals.length > 0 && isSame(now, after);

/** Returns the devices that a change can reach: those with new settings if these change alone. */
export function listTakers(
  devices: readonly ProjectDevice[],
  parts: ProjectParts,
  change: ProjectChange,
): readonly ProjectDevice[] {
  if (!isConfigKept(change)) return devices.filter(takesNetworkSettings(parts));
  const changed = new Set(change.proposals.map(({ device }) => device.id));
  return devices.filter(({ id }) => changed.has(id));
}

/**
 * Returns the devices that the replacement of the hardware of a device can reach: the device, those with new settings, the
 * other ends of its bridge links, and those that a change of the project's configuration reaches.
 */
export function listReplacementTakers(
  devices: readonly ProjectDevice[],
  parts: ProjectParts,
  { replaces, ...change }: ProjectChange & { readonly replaces: string },
): readonly ProjectDevice[] {
  const changed = isSame(change.now, change.after) ? [] : listTakers(devices, parts, change);
  const links = (change.after.bridgeLinks ?? []).map(listMembers).filter((ids) => ids.includes(replaces));
  const ids = new Set([
    replaces,
    ...links.flat(),
    ...change.proposals.map(({ device }) => device.id),
    ...changed.map(({ id }) => id),
  ]);
  return devices.filter(({ id }) => ids.has(id));
}

/** Lists the devices whose desired configuration changes. */
export function listAffectedDevices(devices: readonly ProjectDevice[], parts: ProjectParts) {
  return devices.flatMap((device) => {
    const desired = buildDesiredConfiguration(device, {
      ...parts,
      settings: parts.settings.get(device.id)?.settings,
    });
    if (!desired) return [];
    const hash = hashSha256Hex(formatCanonicalJson(desired));
    // Raises the revision again for a configuration that was refused, rolled back or held back, because the
    // requester asks for another attempt.
    const isCurrent = hash === device.desired_hash && device.bad_rev < device.desired_rev;
    return isCurrent ? [] : [{ device, desired, hash }];
  });
}

export type AffectedDevices = ReturnType<typeof listAffectedDevices>;

/** Stores the desired configurations. Returns the new revision of each device. */
export async function setDesiredConfigurations(
  { projectId, services, tx }: ProjectTx,
  affected: AffectedDevices,
): Promise<ReadonlyMap<string, number>> {
  const values = [serializeDesiredConfigurations(services, affected), projectId];
  return readRevisions(await tx.executeQuery(CompiledQuery.raw(SET_DESIRED, values)));
}

/** Returns the JSON parameter of `SET_DESIRED` and `STORE_DESIRED_CONFIGURATIONS`. */
export const serializeDesiredConfigurations = (
  { envelope }: Pick<Services, 'envelope'>,
  affected: AffectedDevices,
): string =>
  JSON.stringify(
    affected.map(({ device: { id }, desired, hash }) => ({
      id,
      hash,
      config: sealDesiredConfig(envelope, id, desired),
    })),
  );

/** Returns the revisions by device in the result of `SET_DESIRED` or `STORE_DESIRED_CONFIGURATIONS`. */
export const readRevisions = ({ rows }: { readonly rows: readonly unknown[] }): ReadonlyMap<string, number> =>
  new Map((rows as readonly { id: string; desired_rev: number }[]).map((row) => [row.id, row.desired_rev]));
