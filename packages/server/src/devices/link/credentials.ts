import type { DeviceStore } from '@northlight/device-plane';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

type Answer<Name extends keyof DeviceStore> = Awaited<ReturnType<DeviceStore[Name]>>;
type Fresh = Parameters<DeviceStore['offerCredential']>[2];

/** How a device of the base list proves itself, and whether a project has it. */
export async function provisioningOf(db: Db, sn: string): Promise<Answer<'provisioning'>> {
  const row = await db
    .selectFrom('base_devices')
    .leftJoin('devices', 'devices.sn', 'base_devices.sn')
    .select(['base_devices.secret_hash', 'devices.id'])
    .where('base_devices.sn', '=', sn)
    .executeTakeFirst();
  return row && { secretHash: row.secret_hash, claimed: row.id !== null };
}

/** Gives a claimed device its first token; tokens, certificates and connections from before end. */
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

export async function credentialOf(db: Db, deviceId: string): Promise<Answer<'credential'>> {
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

/** Keeps a fresh token beside the present one; one that was offered before stays. */
export async function offerCredential(
  db: Db,
  deviceId: string,
  presentHash: string,
  fresh: Fresh,
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

/** The offered token takes the place of the present one; true also when another connection was quicker with it. */
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
