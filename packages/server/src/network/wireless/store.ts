import { type AirDevice, airPolicy, deviceState } from '@northlight/contract';
import { radioStat } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import { z } from 'zod';
import type { DbOrTx } from '../../platform/db/database.ts';

/** The policies that were applied last, and when. */
export async function appliedPolicies(
  db: DbOrTx,
  projectId: number,
): Promise<{ policies: z.infer<typeof airPolicy>[]; appliedAt: number }> {
  const row = await db
    .selectFrom('network_configs')
    .select([sql`config -> 'wireless' -> 'policies'`.as('policies'), 'changed_at'])
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return {
    policies: z.array(airPolicy).parse(row?.policies ?? []),
    appliedAt: row?.changed_at.getTime() ?? 0,
  };
}

/** Devices with radios, and what they last told of them. */
export async function airDevices(db: DbOrTx, projectId: number): Promise<AirDevice[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.name', 'devices.caps', 'devices.state', 'devices.waiting'])
    .select(['device_state.radios', 'device_state.radios_at'])
    .where('devices.project_id', '=', projectId)
    .orderBy('devices.name_key')
    .execute();
  return rows
    .filter(({ caps }) => caps.features.includes('wifi'))
    .map(({ caps, id, name, radios, radios_at: toldAt, state, waiting }) => ({
      id,
      name,
      radios: caps.radios,
      waiting,
      online: deviceState(state).countsOnline,
      told: (radios ?? []).flatMap((radio) => radioStat.safeParse(radio).data ?? []),
      toldAt: toldAt?.getTime(),
    }));
}

/** Shutdown periods are meant in it. */
export async function zoneOf(db: DbOrTx, projectId: number): Promise<string> {
  const { time_zone: zone } = await db
    .selectFrom('projects')
    .select('time_zone')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return zone;
}
