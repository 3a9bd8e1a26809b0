import { DEVICE_STATE_TABLE, getDeviceState } from '@northlight/contract';
import { sql } from 'kysely';
import type { PortGap, VlanPaths } from '../alarms/index.ts';
import type { Db } from '../platform/db/database.ts';
import { readLinkMarkers } from '../topology/index.ts';
import { getDeliveryState } from './reported/delivery.ts';
import { findVlanGaps, type VlanGap } from './reach/vlan-gaps.ts';
import { readReachWorld } from './read-reach-world.ts';

const ONLINE_STATES = DEVICE_STATE_TABLE.filter((row) => row.countsOnline).map((row) => row.code);

/** Finds the ports of a project that break a VLAN with a DHCP pool, in the applied configuration over the stored links. */
export async function readVlanPaths(db: Db, projectId: number): Promise<VlanPaths> {
  const { config, devices, world } = await readReachWorld(db, projectId);
  if (config.dhcpPools.length === 0 || devices.length < 2) return { gaps: [], unconfirmed: new Set() };
  const unconfirmed = new Set(
    devices.filter((device) => getDeliveryState(device) !== 'confirmed').map(({ id }) => id),
  );
  const offline = new Set(
    devices.filter(({ state }) => !getDeviceState(state).countsOnline).map(({ id }) => id),
  );
  const isCertain = ({ isUncertain, route }: VlanGap): boolean =>
    !isUncertain && route.every((id) => !unconfirmed.has(id) && !offline.has(id));
  const byId = new Map(devices.map((device) => [device.id, device] as const));
  const byPort = Map.groupBy(findVlanGaps(world), ({ deviceId, port }) => `${deviceId} ${port}`);
  const gaps = [...byPort.values()].flatMap((group): PortGap[] => {
    const certain = group.filter(isCertain);
    const shown = certain.length > 0 ? certain : group;
    const [{ deviceId, port } = { deviceId: '', port: '' }] = shown;
    const device = byId.get(deviceId);
    if (!device) return [];
    return [
      {
        deviceId,
        deviceName: device.name,
        port,
        portLabel: device.caps.ports.find(({ id }) => id === port)?.label ?? port,
        vlanIds: [...new Set(shown.map(({ vlanId }) => vlanId))].toSorted((one, other) => one - other),
        clientsAt: [...new Set(shown.map(({ clientsAt }) => byId.get(clientsAt)?.name ?? clientsAt))],
        isCertain: certain.length > 0,
      },
    ];
  });
  return { gaps, unconfirmed };
}

/**
 * Returns a marker for each project with devices. It changes with everything that `readVlanPaths` depends on: links,
 * the applied configuration, settings, and the states of the devices.
 */
export async function readVlanPathMarkers(db: Db): Promise<ReadonlyMap<number, string>> {
  const devices = await db
    .selectFrom('devices')
    .select(['project_id', sumDeviceHashes().as('hash')])
    .groupBy('project_id')
    .execute();
  const configs = await db.selectFrom('network_configs').select(['project_id', 'version']).execute();
  const settings = await db
    .selectFrom('device_settings')
    .select(['project_id', sql<string>`sum(version)`.as('versions')])
    .groupBy('project_id')
    .execute();
  const configVersions = new Map(configs.map((row) => [row.project_id, row.version] as const));
  const settingsVersions = new Map(settings.map((row) => [row.project_id, row.versions] as const));
  const links = await readLinkMarkers(db);
  return new Map(
    devices.map(({ hash, project_id: id }) => [
      id,
      `${hash} ${configVersions.get(id) ?? 0} ${settingsVersions.get(id) ?? 0} ${links.get(id) ?? ''}`,
    ]),
  );
}

const sumDeviceHashes = () => sql<string>`sum(hashtextextended(concat_ws('|', id, name, role, boot,
  state = any(${ONLINE_STATES}), managed, desired_rev, reported_rev, reported_status, bad_rev), 0))`;
