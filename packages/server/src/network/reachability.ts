import { type BrokenPath, type DeviceSettings, type NetworkConfig } from '@northlight/contract';
import { type ReachSource, createReachWorld } from './reach/world.ts';
import { findBrokenPaths } from './reach/broken-paths.ts';
import { readCables } from './cables.ts';
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
  const links = devices.length > 1 ? await readCables(db, projectId) : [];
  const [{ config }, settings] = [await readConfig(db, projectId), await readSettings(db, projectId)];
  const now = toReachSources(devices, (id) => settings.get(id)?.settings);
  const then = toReachSources(devices, (id) => after.get(id) ?? settings.get(id)?.settings);
  return findBrokenPaths(createReachWorld(config, now, links), createReachWorld(config, then, links));
}

/** Returns the paths that a configuration would break, over the cables of the network topology. */
export async function previewPaths(
  db: DbOrTx,
  projectId: number,
  { after, devices, devicesAfter, now, settings }: ReachParts,
): Promise<BrokenPath[]> {
  const links = devices.length > 1 ? await readCables(db, projectId) : [];
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
