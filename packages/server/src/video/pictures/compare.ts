import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';
import type { Tx } from '../../platform/db/database.ts';
import { type Signature, SIGNATURE_COLUMNS, SIGNATURE_ROWS } from '../../platform/images/snapshot.ts';

/** Pictures that are compared are at least this far apart, and at most so far. */
const COMPARED_AFTER_MS = 50 * MINUTE_MS;
const COMPARED_WITHIN_MS = 3 * HOUR_MS;
/** Share of equal blocks of two pictures of a frozen camera, whose printed time may continue. */
const UNCHANGED_SHARE = 0.9;
const CHECKSUM_BYTES = 4;

/**
 * Returns true if two pictures show the same: 90 % of their blocks have equal pixels, and the others are in the top and
 * bottom rows, where cameras print the time. The noise of a real picture changes every block.
 */
export function isUnchanged(one: Uint8Array, other: Uint8Array): boolean {
  const size = SIGNATURE_COLUMNS * SIGNATURE_ROWS;
  if (one.length !== size * CHECKSUM_BYTES || other.length !== one.length) return false;
  const changed = Array.from({ length: size }, (_, block) => block).filter((block) =>
    one
      .subarray(block * CHECKSUM_BYTES, (block + 1) * CHECKSUM_BYTES)
      .some((byte, index) => byte !== other[block * CHECKSUM_BYTES + index]),
  );
  const isPrinted = (block: number): boolean =>
    block < SIGNATURE_COLUMNS || block >= size - SIGNATURE_COLUMNS;
  return changed.length <= size * (1 - UNCHANGED_SHARE) && changed.every(isPrinted);
}

/** Keeps the signature of a picture that is an hour after the last one, compared with that. */
export async function keepSignature(
  tx: Tx,
  deviceId: string,
  { blocks, contrast }: Signature,
  at: Date,
): Promise<void> {
  const last = await tx
    .selectFrom('picture_signatures')
    .select(['blocks', 'taken_at'])
    .where('device_id', '=', deviceId)
    .where('taken_at', '>', new Date(at.getTime() - COMPARED_WITHIN_MS))
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last && last.taken_at.getTime() > at.getTime() - COMPARED_AFTER_MS) return;
  await tx
    .insertInto('picture_signatures')
    .values({
      device_id: deviceId,
      taken_at: at,
      blocks: Buffer.from(blocks),
      contrast,
      unchanged: last !== undefined && isUnchanged(last.blocks, blocks),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
