import type { DeviceVlans } from '@northlight/contract';
import type { DbOrTx } from '../platform/db/database.ts';
import { createReachWorld, type ReachDevice } from './reach/world.ts';
import { readSettings } from './settings/store.ts';
import { listProjectDevices, readConfig } from './state.ts';

/**
 * Lists the VLANs and link aggregations of the ports, and the VLANs of the SSIDs of a project's devices, as the applied
 * configuration sets them. A device that sets no VLANs, such as a camera or a bridge, is not listed: it uses the VLANs of
 * the port that it is connected to.
 */
export async function listPortVlans(db: DbOrTx, projectId: number): Promise<DeviceVlans[]> {
  const devices = await listProjectDevices(db, projectId);
  const [{ config }, settings] = [await readConfig(db, projectId), await readSettings(db, projectId)];
  const sources = devices.map((device) => ({ ...device, settings: settings.get(device.id)?.settings ?? {} }));
  const switchIds = new Set(
    devices.filter(({ caps }) => caps.features.includes('port-mode')).map(({ id }) => id),
  );
  const world = createReachWorld(config, sources, []);
  const findAggregation = (deviceId: string, portId: string): string | undefined =>
    settings.get(deviceId)?.settings.lags?.find(({ ports }) => ports.includes(portId))?.id;
  const setsVlans = ({ id, ssids }: ReachDevice): boolean =>
    id === world.gateway || ssids.length > 0 || switchIds.has(id);
  return [...world.devices.values()].filter(setsVlans).map(({ id, ports, ssids }) => ({
    deviceId: id,
    ports: [...ports.values()].map((port) => ({
      id: port.id,
      untagged: [...port.untagged],
      tagged: [...port.tagged],
      aggregation: findAggregation(id, port.id),
    })),
    ssids: ssids.map(({ name, vlanId }) => ({ name, vlanId })),
  }));
}
