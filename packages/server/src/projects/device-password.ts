import { Secret } from '../platform/secrets/envelope.ts';
import type { Services } from '../services.ts';

const keyContext = (id: number): string => `project|${id}`;
const passwordContext = (id: number): string => `${id}|projects|${id}|device_password`;

/** A secret of a project under the project's own key; `place` is the row and column that it is bound to. */
export function sealProjectSecret(
  { envelope }: Pick<Services, 'envelope'>,
  project: { readonly id: number; readonly secret_key: Buffer },
  place: string,
  secret: string,
): Buffer {
  return envelope.seal(
    project.secret_key,
    keyContext(project.id),
    new Secret(secret),
    `${project.id}|${place}`,
  );
}

export function openProjectSecret(
  { envelope }: Pick<Services, 'envelope'>,
  project: { readonly id: number; readonly secret_key: Buffer },
  place: string,
  sealed: Buffer,
): Secret {
  return envelope.open(project.secret_key, keyContext(project.id), sealed, `${project.id}|${place}`);
}

/** The device management password under the project's own key. */
export function sealPassword(
  { envelope }: Pick<Services, 'envelope'>,
  id: number,
  key: Buffer,
  password: string,
): Buffer {
  return envelope.seal(key, keyContext(id), new Secret(password), passwordContext(id));
}

/** The device management password, for the reveal call and for what is pushed to devices. */
export async function openDevicePassword(
  { db, envelope }: Pick<Services, 'db' | 'envelope'>,
  id: number,
): Promise<Secret> {
  const row = await db
    .selectFrom('projects')
    .select(['secret_key', 'device_password'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return envelope.open(row.secret_key, keyContext(id), row.device_password, passwordContext(id));
}
