import { type DeviceReplacement, formatModelName } from '@northlight/contract';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/db/database.ts';

/** Returns the replacement of a device that was ordered or made last. */
export async function readReplacement(db: DbOrTx, deviceId: string): Promise<DeviceReplacement | undefined> {
  const row = await db
    .selectFrom('device_replacements')
    .selectAll()
    .where('device_id', '=', deviceId)
    .orderBy('ordered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      sn: row.sn,
      model: row.model,
      modelName: formatModelName(row.model),
      orderedAt: row.ordered_at.toISOString(),
      orderedBy: row.ordered_by,
      ...(row.replaced_at && { replacedAt: row.replaced_at.toISOString() }),
      ...(row.replaced_sn !== null && { replacedSn: row.replaced_sn }),
      ...(row.problem !== null && { problem: row.problem }),
    }
  );
}

/** Deletes the replacement of a device that waits; returns the serial number of its new hardware. */
export async function deleteOpenReplacement(tx: Tx, deviceId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('device_replacements')
    .where('device_id', '=', deviceId)
    .where('replaced_at', 'is', null)
    .returning('sn')
    .executeTakeFirst();
  return row?.sn;
}

/** Condition that another device than `deviceId` waits for hardware; `sn` is the column with its serial number. */
export const isAwaited = (sn: string, deviceId: string | null = null): RawBuilder<boolean> =>
  sql<boolean>`exists (select from device_replacements where device_replacements.sn = ${sql.ref(sn)}
    and replaced_at is null and device_id is distinct from ${deviceId})`;
