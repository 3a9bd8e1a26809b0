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

export interface NewReplacement {
  readonly id: string;
  readonly deviceId: string;
  readonly sn: string;
  readonly model: string;
  readonly orderedAt: Date;
  readonly orderedBy: string;
  readonly actorId: string;
  /** Serial number of the hardware that was replaced; absent for a replacement that waits. */
  readonly replacedSn?: string | undefined;
}

/** Stores a replacement of a device instead of one that waits. */
export async function storeReplacement(tx: Tx, replacement: NewReplacement): Promise<void> {
  await deleteOpenReplacement(tx, replacement.deviceId);
  await tx
    .insertInto('device_replacements')
    .values({
      id: replacement.id,
      device_id: replacement.deviceId,
      sn: replacement.sn,
      model: replacement.model,
      ordered_at: replacement.orderedAt,
      ordered_by: replacement.orderedBy,
      actor_id: replacement.actorId,
      replaced_at: replacement.replacedSn === undefined ? null : replacement.orderedAt,
      replaced_sn: replacement.replacedSn ?? null,
      problem: null,
    })
    .execute();
}

/** Returns the replacement that waits for hardware. */
export const findOpenReplacement = (db: DbOrTx, sn: string) =>
  db
    .selectFrom('device_replacements')
    .innerJoin('devices', 'devices.id', 'device_replacements.device_id')
    .select(['device_replacements.id', 'device_id', 'actor_id', 'project_id'])
    .where('device_replacements.sn', '=', sn)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();

/** Ends a replacement that waits; returns false if it no longer does. */
export async function completeReplacement(
  tx: Tx,
  id: string,
  { at, replacedSn }: { readonly at: Date; readonly replacedSn: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('device_replacements')
    .set({ replaced_at: at, replaced_sn: replacedSn, problem: null })
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the reason why hardware could not take over; returns false if it is stored already. */
export async function storeReplacementProblem(tx: Tx, id: string, problem: string): Promise<boolean> {
  const row = await tx
    .updateTable('device_replacements')
    .set({ problem })
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .where('problem', 'is distinct from', problem)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Condition that another device than `deviceId` waits for hardware; `sn` is the column with its serial number. */
export const isAwaited = (sn: string, deviceId: string | null = null): RawBuilder<boolean> =>
  sql<boolean>`exists (select from device_replacements where device_replacements.sn = ${sql.ref(sn)}
    and replaced_at is null and device_id is distinct from ${deviceId})`;
