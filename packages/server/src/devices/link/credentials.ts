import type { DeviceStore } from '@northlight/device-plane';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

type Answer<Name extends keyof DeviceStore> = Awaited<ReturnType<DeviceStore[Name]>>;
type OfferedToken = Parameters<DeviceStore['offerCredential']>[2];

/** Returns the secret hash of a base device, and whether a project has claimed it; undefined for an unknown serial number. */
export async function readProvisioning(db: Db, sn: string): Promise<Answer<'readProvisioning'>> {
  const row = await db
    .selectFrom('base_devices')
    .leftJoin('devices', 'devices.sn', 'base_devices.sn')
    .select(['base_devices.secret_hash', 'devices.id'])
    .where('base_devices.sn', '=', sn)
    .executeTakeFirst();
  return row && { secretHash: row.secret_hash, claimed: row.id !== null };
}

/** Stores the first token of a claimed device and ends earlier tokens, certificates and connections. */
export function issueCredential(db: Db, sn: string, tokenHash: string): Promise<Answer<'issueCredential'>> {
  return db
    .updateTable('devices')
    .set({
      token_hash: tokenHash,
      next_token_hash: null,
      next_token_salt: null,
      certificate: null,
      next_certificate: null,
      instance: null,
      epoch: sql<number>`epoch + 1`,
    })
    .where('sn', '=', sn)
    .returning(['id', 'epoch'])
    .executeTakeFirst();
}

export async function readCredential(db: Db, deviceId: string): Promise<Answer<'readCredential'>> {
  const row = await db
    .selectFrom('devices')
    .select(['token_hash', 'next_token_hash', 'certificate', 'next_certificate', 'project_id'])
    .where('id', '=', deviceId)
    .executeTakeFirst();
  return row?.token_hash
    ? {
        tokenHash: row.token_hash,
        nextHash: row.next_token_hash ?? undefined,
        certificate: row.certificate ?? undefined,
        nextCertificate: row.next_certificate ?? undefined,
        projectId: row.project_id,
      }
    : undefined;
}

/**
 * Stores a new token beside the current one, unless another token is already offered. Returns undefined when
 * `presentHash` is not the hash of the current token.
 */
export async function offerCredential(
  db: Db,
  deviceId: string,
  presentHash: string,
  fresh: OfferedToken,
): Promise<Answer<'offerCredential'>> {
  const row = await db
    .updateTable('devices')
    .set({
      next_token_hash: sql<string>`coalesce(next_token_hash, ${fresh.tokenHash})`,
      next_token_salt: sql<string>`coalesce(next_token_salt, ${fresh.salt})`,
    })
    .where('id', '=', deviceId)
    .where('token_hash', '=', presentHash)
    .returning(['next_token_salt', 'epoch'])
    .executeTakeFirst();
  return row?.next_token_salt ? { salt: row.next_token_salt, epoch: row.epoch + 1 } : undefined;
}

/**
 * Replaces the current token by the offered one; returns true also when another connection has already
 * replaced it.
 */
export async function promoteCredential(db: Db, deviceId: string, nextHash: string): Promise<boolean> {
  const promoted = await db
    .updateTable('devices')
    .set({
      token_hash: nextHash,
      next_token_hash: null,
      next_token_salt: null,
      epoch: sql<number>`epoch + 1`,
    })
    .where('id', '=', deviceId)
    .where('next_token_hash', '=', nextHash)
    .returning('id')
    .executeTakeFirst();
  if (promoted) return true;
  const present = db.selectFrom('devices').select('id').where('id', '=', deviceId);
  return (await present.where('token_hash', '=', nextHash).executeTakeFirst()) !== undefined;
}
