import type { DbOrTx } from '../platform/db/database.ts';
import { Secret } from '../platform/secrets/envelope.ts';
import { formatProjectKeyContext } from '../platform/secrets/project-secrets.ts';
import type { Services } from '../services.ts';

const formatPasswordContext = (id: number): string => `${id}|projects|${id}|device_password`;

/** Seals the device management password with the project's key. */
export function sealPassword(
  { envelope }: Pick<Services, 'envelope'>,
  id: number,
  key: Buffer,
  password: string,
): Buffer {
  return envelope.seal(key, formatProjectKeyContext(id), new Secret(password), formatPasswordContext(id));
}

/** Decrypts the device management password, to reveal it or to derive a device verifier. */
export async function openDevicePassword(
  { db, envelope }: Pick<Services, 'envelope'> & { readonly db: DbOrTx },
  id: number,
): Promise<Secret> {
  const row = await db
    .selectFrom('projects')
    .select(['secret_key', 'device_password'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return envelope.open(
    row.secret_key,
    formatProjectKeyContext(id),
    row.device_password,
    formatPasswordContext(id),
  );
}
