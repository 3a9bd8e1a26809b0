import { type ConnectionCheck, getDeviceState, type NetworkConfig } from '@northlight/contract';
import { createUnknownClientError, findClientsByMac, presentClient } from '../../clients/index.ts';
import { findDevice, presentPorts, presentPoolUse, presentWans } from '../../devices/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { getDeliveryState } from '../reported/delivery.ts';
import { readReachWorld } from '../read-reach-world.ts';
import { checkConnection } from './check-connection.ts';

/** Checks each step between a client and the internet, from the last reports and the applied configuration. */
export async function readConnectionCheck(db: Db, projectId: number, mac: string): Promise<ConnectionCheck> {
  const [row] = await findClientsByMac(db, projectId, [mac]);
  if (!row) throw createUnknownClientError();
  const client = presentClient(row);
  const { config, devices, world } = await readReachWorld(db, projectId);
  const device = await findDevice(db, projectId, client.device.id);
  const gateway = world.gateway === undefined ? undefined : await findDevice(db, projectId, world.gateway);
  return checkConnection({
    client,
    isBlocked: isBlocked(config, mac),
    deviceId: client.device.id,
    port: device && presentPorts(device).find(({ id }) => id === client.port),
    devices: new Map(
      devices.map((each) => [
        each.id,
        {
          id: each.id,
          name: each.name,
          isOnline: getDeviceState(each.state).countsOnline,
          isConfirmed: getDeliveryState(each) === 'confirmed',
          parentId: each.parent_id ?? undefined,
          portLabels: new Map(each.caps.ports.map(({ id, label }) => [id, label] as const)),
        },
      ]),
    ),
    world,
    dhcpPools: config.dhcpPools,
    poolUse: gateway && presentPoolUse(gateway),
    wans: gateway && presentWans(gateway),
    wansAt: gateway?.wans_at?.toISOString(),
  });
}

const isBlocked = ({ wireless }: NetworkConfig, mac: string): boolean =>
  (wireless?.blacklist ?? []).some((entry) => entry.mac.toLowerCase() === mac);
