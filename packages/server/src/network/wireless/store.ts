import {
  type BroadcastDevice,
  broadcastPolicy,
  getDeviceState,
  isBroadcastRole,
  type RadioSetting,
  radioSetting,
} from '@northlight/contract';
import { radioStat, scannedNetwork } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import { z } from 'zod';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { ReceivingDevice } from './foreign-networks.ts';

/** Returns the latest applied policies and radio settings, and the time of their apply. */
export async function loadAppliedPolicies(
  db: DbOrTx,
  projectId: number,
): Promise<{ policies: z.infer<typeof broadcastPolicy>[]; radios: RadioSetting[]; appliedAt: number }> {
  const row = await db
    .selectFrom('network_configs')
    .select([
      sql`config -> 'wireless' -> 'policies'`.as('policies'),
      sql`config -> 'wireless' -> 'radios'`.as('radios'),
      'changed_at',
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return {
    policies: z.array(broadcastPolicy).parse(row?.policies ?? []),
    radios: z.array(radioSetting).parse(row?.radios ?? []),
    appliedAt: row?.changed_at.getTime() ?? 0,
  };
}

/** Returns the devices that broadcast the wireless policies, and their last radio reports. */
export async function readRadioDevices(db: DbOrTx, projectId: number): Promise<BroadcastDevice[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select([
      'devices.id',
      'devices.name',
      'devices.caps',
      'devices.role',
      'devices.state',
      'devices.waiting',
    ])
    .select(['device_state.radios', 'device_state.radios_at'])
    .where('devices.project_id', '=', projectId)
    .orderBy('devices.name_key')
    .execute();
  return rows
    .filter(({ caps, role }) => caps.features.includes('wifi') && isBroadcastRole(role))
    .map(({ caps, id, name, radios, radios_at: reportedAt, state, waiting }) => ({
      id,
      name,
      radios: caps.radios,
      waiting,
      online: getDeviceState(state).countsOnline,
      reported: (radios ?? []).flatMap((radio) => radioStat.safeParse(radio).data ?? []),
      reportedAt: reportedAt?.getTime(),
    }));
}

const receivedNetwork = scannedNetwork.extend({ at: z.number().optional() });

/** Returns the devices with their radios and the Wi-Fi networks of their last scans. */
export async function readReceivingDevices(db: DbOrTx, projectId: number): Promise<ReceivingDevice[]> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.name', 'device_state.radios'])
    .select(['device_state.nearby_networks', 'device_state.nearby_networks_at'])
    .where('devices.project_id', '=', projectId)
    .where('device_state.radios', 'is not', null)
    .execute();
  return rows.map(({ id, name, nearby_networks: networks, nearby_networks_at: at, radios }) => ({
    id,
    name,
    radios: (radios ?? []).flatMap((radio) => radioStat.safeParse(radio).data ?? []),
    networks: (networks ?? []).flatMap((network) => {
      const { data } = receivedNetwork.safeParse(network);
      // Networks that were stored before each had a time are those of the last scan.
      return data ? [{ ...data, at: data.at ?? at?.getTime() ?? 0 }] : [];
    }),
  }));
}

/** Returns the project's time zone, in which shutdown periods are given. */
export async function readTimeZone(db: DbOrTx, projectId: number): Promise<string> {
  const { time_zone: zone } = await db
    .selectFrom('projects')
    .select('time_zone')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return zone;
}
