import { type BrokenWay, type DeviceSettings, type NetworkConfig } from '@northlight/contract';
import { type ReachLink, type ReachSource, reachWorld } from './reach/world.ts';
import { brokenWays } from './reach/broken-ways.ts';
import { lldpNeighbour } from '@northlight/contract/device-protocol';
import { readSettings, type StoredSettings } from './settings/store.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { type ProjectDevice, projectDevices, readConfig } from './state.ts';

interface ReachParts {
  readonly devices: readonly ProjectDevice[];
  readonly settings: ReadonlyMap<string, StoredSettings>;
  readonly now: NetworkConfig;
  readonly after: NetworkConfig;
}

/** Ways that would not work under these settings of devices; the project's configuration stays. */
export async function previewSettings(
  db: DbOrTx,
  projectId: number,
  after: ReadonlyMap<string, DeviceSettings>,
): Promise<BrokenWay[]> {
  const devices = await projectDevices(db, projectId);
  const links = devices.length > 1 ? await cablesOf(db, projectId, devices) : [];
  const [{ config }, settings] = [await readConfig(db, projectId), await readSettings(db, projectId)];
  const now = sourcesOf(devices, (id) => settings.get(id)?.settings);
  const then = sourcesOf(devices, (id) => after.get(id) ?? settings.get(id)?.settings);
  return brokenWays(reachWorld(config, now, links), reachWorld(config, then, links));
}

/** Ways that would not work under a configuration, over the cables that devices have heard of. */
export async function previewWays(
  db: DbOrTx,
  projectId: number,
  { after, devices, now, settings }: ReachParts,
): Promise<BrokenWay[]> {
  const links = devices.length > 1 ? await cablesOf(db, projectId, devices) : [];
  const sources = sourcesOf(devices, (id) => settings.get(id)?.settings);
  return brokenWays(reachWorld(now, sources, links), reachWorld(after, sources, links));
}

const sourcesOf = (
  devices: readonly ProjectDevice[],
  settingsOf: (id: string) => DeviceSettings | undefined,
): ReachSource[] => devices.map(({ caps, id, name }) => ({ id, name, caps, settings: settingsOf(id) ?? {} }));

/** Cables between devices of the project: what either end heard of the other (LLDP). */
async function cablesOf(
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
      const heard = lldpNeighbour.safeParse(each).data;
      const peer = heard && byMac.get(heard.peerMac.toLowerCase());
      if (!heard || peer === undefined || peer === id) continue;
      const ports = caps.get(peer)?.ports ?? [];
      // An end device has one port, whatever it calls it.
      const port =
        ports.find((own) => own.id === heard.peerPort)?.id ?? (ports.length === 1 ? ports[0]?.id : undefined);
      if (port === undefined) continue;
      const [from, to] = [
        { device: id, port: heard.port },
        { device: peer, port },
      ];
      const key = [`${from.device} ${from.port}`, `${to.device} ${to.port}`].sort().join(' ');
      found.set(key, { from, to });
    }
  return [...found.values()];
}
