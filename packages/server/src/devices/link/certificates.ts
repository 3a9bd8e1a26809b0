import type { PresentedCredential } from '@northlight/device-plane';
import type { Db } from '../../platform/db/database.ts';

/** Stores an issued certificate as the next one, if the credential that requested it is still current. Returns false otherwise. */
export async function offerCertificate(
  db: Db,
  deviceId: string,
  { certificate, tokenHash }: PresentedCredential,
  fingerprint: string,
): Promise<boolean> {
  const offered = await db
    .updateTable('devices')
    .set({ next_certificate: fingerprint })
    .where('id', '=', deviceId)
    .where((where) =>
      // A comparison with NULL never matches, so that an absent token or certificate matches no device.
      where.or([where('token_hash', '=', tokenHash ?? null), where('certificate', '=', certificate ?? null)]),
    )
    .returning('id')
    .executeTakeFirst();
  return offered !== undefined;
}

/**
 * Replaces the certificate in use by the issued one; returns true also when another connection has already
 * replaced it.
 */
export async function promoteCertificate(db: Db, deviceId: string, fingerprint: string): Promise<boolean> {
  const promoted = await db
    .updateTable('devices')
    .set({ certificate: fingerprint, next_certificate: null })
    .where('id', '=', deviceId)
    .where('next_certificate', '=', fingerprint)
    .returning('id')
    .executeTakeFirst();
  if (promoted) return true;
  const present = db.selectFrom('devices').select('id').where('id', '=', deviceId);
  return (await present.where('certificate', '=', fingerprint).executeTakeFirst()) !== undefined;
}
