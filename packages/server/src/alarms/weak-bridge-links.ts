import { DEVICE_STATE_TABLE } from '@northlight/contract';
import { bridgeStat } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { formatDbm } from './format-dbm.ts';

const ONLINE_STATES = DEVICE_STATE_TABLE.filter((row) => row.countsOnline).map((row) => row.code);

/** The weaker direction of a bridge link. */
export interface WeakLinkEnd {
  /** Names of the bridge that measures, and of the one that it measures. */
  readonly receiver: string;
  readonly sender: string;
  readonly signalDbm: number;
}

interface WeakBridgeLink {
  readonly projectId: number;
  /** The client of the link. */
  readonly deviceId: string;
  readonly name: string;
  readonly value: number;
  readonly linkEnd: WeakLinkEnd;
}

/**
 * Reads the links between online bridges of one project where an end receives the other with this signal (dBm) or less,
 * reported since `since`. A link has one entry, with its weaker direction.
 */
export async function readWeakBridgeLinks(
  db: Db,
  highestDbm: number,
  since: Date,
): Promise<WeakBridgeLink[]> {
  const receivers = await db
    .selectFrom('device_state')
    .innerJoin('devices', 'devices.id', 'device_state.device_id')
    .select(['devices.id', 'devices.project_id', 'devices.name', 'devices.role', 'device_state.bridge'])
    .where('device_state.bridge_at', '>', since)
    .where('devices.state', 'in', ONLINE_STATES)
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
  const links = measured.flatMap(({ mac, receiver, signalDbm }) => {
    const sender = senders.get(mac);
    const client = [receiver, sender].find((each) => each?.role === 'bridge-client');
    if (!sender || !client || sender.project_id !== receiver.project_id || sender.role === receiver.role)
      return [];
    return {
      projectId: client.project_id,
      deviceId: client.id,
      name: client.name,
      value: signalDbm,
      linkEnd: { receiver: receiver.name, sender: sender.name, signalDbm },
    };
  });
  return [...Map.groupBy(links, ({ deviceId }) => deviceId).values()].flatMap(
    (ends) => ends.toSorted((one, other) => one.value - other.value)[0] ?? [],
  );
}

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

export const describeWeakBridgeLink = ({ receiver, sender, signalDbm }: WeakLinkEnd): string =>
  `${receiver} receives ${sender} over the bridge link with ${formatDbm(signalDbm)}.`;
