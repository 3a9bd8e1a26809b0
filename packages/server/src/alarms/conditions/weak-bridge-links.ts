import { bridgeStat } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type Condition, ONLINE_STATES, type Reading, selectOnlineDevices } from './condition.ts';
import { formatDbm } from './format-dbm.ts';

/**
 * Signals between the online bridges of a project (dBm). A link has one reading, with its weaker direction, which belongs
 * to the client of the link.
 */
export const weakBridgeLinks: Condition = {
  kinds: ['bridge-link-weak'],
  read: async (db, getLimit, since) => {
    const highestDbm = getLimit('bridge-link-weak');
    const receivers = await selectOnlineDevices(db)
      .select(['devices.role', 'device_state.bridge'])
      .where('device_state.bridge_at', '>', since)
      .where('devices.role', 'in', ['bridge-base', 'bridge-client'])
      .where(
        sql<boolean>`exists (select from jsonb_array_elements(device_state.bridge -> 'peers') peer
          where (peer ->> 'signalDbm')::real <= ${highestDbm})`,
      )
      .execute();
    const measured = receivers.flatMap((receiver) => {
      const peers = bridgeStat.safeParse(receiver.bridge).data?.peers ?? [];
      return peers
        .filter(({ signalDbm }) => signalDbm <= highestDbm)
        .map(({ mac, signalDbm }) => ({ receiver, mac, signalDbm }));
    });
    const senders = await readBridgesByMac(
      db,
      measured.map(({ mac }) => mac),
    );
    const links = measured.flatMap(({ mac, receiver, signalDbm }): Reading[] => {
      const sender = senders.get(mac);
      const client = [receiver, sender].find((each) => each?.role === 'bridge-client');
      if (!sender || !client || sender.project_id !== receiver.project_id || sender.role === receiver.role)
        return [];
      const text = `${receiver.name} receives ${sender.name} over the bridge link with ${formatDbm(signalDbm)}.`;
      const link = { projectId: client.project_id, deviceId: client.id, describe: () => text };
      return [{ ...link, kind: 'bridge-link-weak', value: signalDbm }];
    });
    return [...Map.groupBy(links, ({ deviceId }) => deviceId).values()].flatMap(
      (ends) => ends.toSorted((one, other) => one.value - other.value)[0] ?? [],
    );
  },
};

async function readBridgesByMac(db: Db, macs: readonly string[]) {
  if (macs.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'project_id', 'name', 'role', 'mac'])
    .where('mac', 'in', [...new Set(macs)])
    .where('state', 'in', ONLINE_STATES)
    .execute();
  return new Map(rows.map((row) => [row.mac, row]));
}
