import { type BrokenPath, type DeviceSettings, type NetworkConfig } from '@northlight/contract';
import { type ReachLink, type ReachSource, createReachWorld } from './reach/world.ts';
import { findBrokenPaths } from './reach/broken-paths.ts';
import { lldpNeighbour } from '@northlight/contract/device-protocol';
import { readSettings, type StoredSettings } from './settings/store.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { type ProjectDevice, listProjectDevices, readConfig } from './state.ts';

interface ReachParts {
  readonly devices: readonly ProjectDevice[];
  /** Devices with their roles after the change; absent if roles stay the same. */
  readonly devicesAfter?: readonly ProjectDevice[];
  readonly settings: ReadonlyMap<string, StoredSettings>;
  readonly now: NetworkConfig;
  readonly after: NetworkConfig;
}

/** Returns the paths that these settings of devices would break; the project's configuration is unchanged. */
export async function previewSettings(
  db: DbOrTx,
  projectId: number,
  after: ReadonlyMap<string, DeviceSettings>,
): Promise<BrokenPath[]> {
  const devices = await listProjectDevices(db, projectId);
  const links = devices.length > 1 ? await readCables(db, projectId, devices) : [];
  const [{ config }, settings] = [await readConfig(db, projectId), await readSettings(db, projectId)];
  const now = toReachSources(devices, (id) => settings.get(id)?.settings);
  const then = toReachSources(devices, (id) => after.get(id) ?? settings.get(id)?.settings);
  return findBrokenPaths(createReachWorld(config, now, links), createReachWorld(config, then, links));
}

/** Returns the paths that a configuration would break, over the cables known from LLDP. */
export async function previewPaths(
  db: DbOrTx,
  projectId: number,
  { after, devices, devicesAfter, now, settings }: ReachParts,
): Promise<BrokenPath[]> {
  const links = devices.length > 1 ? await readCables(db, projectId, devices) : [];
  const settingsOf = (id: string) => settings.get(id)?.settings;
  const sources = toReachSources(devices, settingsOf);
  const sourcesAfter = devicesAfter ? toReachSources(devicesAfter, settingsOf) : sources;
  return findBrokenPaths(createReachWorld(now, sources, links), createReachWorld(after, sourcesAfter, links));
}

const toReachSources = (
  devices: readonly ProjectDevice[],
  settingsOf: (id: string) => DeviceSettings | undefined,
): ReachSource[] =>
  devices.map(({ caps, id, name, role }) => ({ id, name, role, caps, settings: settingsOf(id) ?? {} }));

/** Reads the cables between devices of the project that at least one end reports by LLDP. */
async function readCables(
  db: DbOrTx,
  projectId: number,
  devices: readonly ProjectDevice[],
): Promise<ReachLink[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.mac', 'device_state.neighbours'])
    .where('devices.project_id', '=', projectId)
    .execute();
  const byMac = new Map(rows.map(({ id, mac }) => [mac, id] as const));
  const caps = new Map(devices.map((device) => [device.id, device.caps] as const));
  const found = new Map<string, ReachLink>();
  for (const { id, neighbours } of rows)
    for (const each of neighbours ?? []) {
      const neighbour = lldpNeighbour.safeParse(each).data;
      const peer = neighbour && byMac.get(neighbour.peerMac.toLowerCase());
      if (!neighbour || peer === undefined || peer === id) continue;
      const ports = caps.get(peer)?.ports ?? [];
      // An end device has one port, which LLDP may name differently.
      const port =
        ports.find((own) => own.id === neighbour.peerPort)?.id ??
        (ports.length === 1 ? ports[0]?.id : undefined);
      if (port === undefined) continue;
      const [from, to] = [
        { device: id, port: neighbour.port },
        { device: peer, port },
      ];
      const key = [`${from.device} ${from.port}`, `${to.device} ${to.port}`].sort().join(' ');
      found.set(key, { from, to });
    }
  return [...found.values()];
}
