import type { TopoMessage } from '@northlight/contract/device-protocol';
import { z } from 'zod';
import type { Db } from '../platform/db/database.ts';
import { haveSamePorts, learnedAddress, mergeAddresses } from './learned-addresses.ts';

const storedAddresses = z.array(learnedAddress).catch([]);

/** Reads stored addresses. */
export const parseAddresses = (value: unknown): z.infer<typeof storedAddresses> =>
  storedAddresses.parse(value);

/**
 * Stores the addresses that a device has learned, and the time of its report. Does nothing for a device without state,
 * which has left its project.
 */
export async function saveLearnedAddresses(
  db: Db,
  deviceId: string,
  { fdb = [] }: Pick<TopoMessage, 'fdb'>,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const state = await tx
      .selectFrom('device_state')
      .leftJoin('topology_reports', 'topology_reports.device_id', 'device_state.device_id')
      .select(['device_state.project_id', 'topology_reports.addresses'])
      .where('device_state.device_id', '=', deviceId)
      .forUpdate('device_state')
      .executeTakeFirst();
    if (!state) return;
    const earlier = parseAddresses(state.addresses);
    const merged = mergeAddresses(earlier, fdb, now.getTime());
    const addresses = JSON.stringify(merged);
    await tx
      .insertInto('topology_reports')
      .values({ device_id: deviceId, addresses, reported_at: now })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ addresses, reported_at: now }))
      .execute();
    if (haveSamePorts(earlier, merged)) return;
    await tx
      .insertInto('topology_requests')
      .values({ project_id: state.project_id, cause: 'report', device_id: deviceId })
      .execute();
  });
}
