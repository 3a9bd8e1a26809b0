import type { DbOrTx } from '../platform/db/database.ts';
import { readCables } from './cables.ts';
import { findPaths } from './reach/paths.ts';
import { createReachWorld } from './reach/world.ts';
import { readReachDevices } from './read-reach-devices.ts';
import { readSettings } from './settings/store.ts';
import { readConfig } from './state.ts';

/** Reads how a project forwards frames and packets: its applied configuration over the stored links. */
export async function readReachWorld(db: DbOrTx, projectId: number) {
  const [{ config }, devices] = [await readConfig(db, projectId), await readReachDevices(db, projectId)];
  const [links, settings] = [await readCables(db, projectId), await readSettings(db, projectId)];
  const sources = devices.map((device) => ({ ...device, settings: settings.get(device.id)?.settings ?? {} }));
  return { config, devices, world: createReachWorld(config, sources, links) };
}

/**
 * Lists the ids of the devices that have no way to the cloud by the configuration, for example because another router
 * assigns their addresses.
 */
export async function listDevicesWithoutPath(db: DbOrTx, projectId: number): Promise<ReadonlySet<string>> {
  const { world } = await readReachWorld(db, projectId);
  const broken = findPaths(world).filter(({ kind, why }) => kind === 'cloud' && why !== undefined);
  return new Set(broken.map(({ deviceId }) => deviceId));
}
