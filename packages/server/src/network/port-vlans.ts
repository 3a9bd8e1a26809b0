import type { DeviceVlans } from '@northlight/contract';
import type { DbOrTx } from '../platform/db/database.ts';
import { createReachWorld } from './reach/world.ts';
import { readSettings } from './settings/store.ts';
import { listProjectDevices, readConfig } from './state.ts';

/** Lists the VLANs of the ports and SSIDs of a project's devices, as the applied configuration sets them. */
export async function listPortVlans(db: DbOrTx, projectId: number): Promise<DeviceVlans[]> {
  const devices = await listProjectDevices(db, projectId);
  const [{ config }, settings] = [await readConfig(db, projectId), await readSettings(db, projectId)];
  const sources = devices.map((device) => ({ ...device, settings: settings.get(device.id)?.settings ?? {} }));
  const world = createReachWorld(config, sources, []);
  return [...world.devices.values()].map(({ id, ports, ssids }) => ({
    deviceId: id,
    ports: [...ports.values()].map((port) => ({
      id: port.id,
      untagged: [...port.untagged],
      tagged: [...port.tagged],
    })),
    ssids: ssids.map(({ name, vlanId }) => ({ name, vlanId })),
  }));
}
