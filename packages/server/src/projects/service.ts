import { DomainError, type newProject } from '@northlight/contract';
import { devicePassword, normalForm } from '@northlight/contract/net';
import { randomInt } from '@northlight/runtime';
import type { z } from 'zod';
import { brokenConstraint } from '../platform/db/errors.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { accountOf, type RequestContext } from '../platform/http/request-context.ts';
import { Secret } from '../platform/secrets/envelope.ts';
import type { Services } from '../services.ts';

/** Ids are drawn, not counted: they say nothing about how many projects there are. The demos' ids lie below. */
const FIRST_ID = 10_000_000;
const LAST_ID = 4_000_000_000;

type NewProject = z.output<typeof newProject>;

export async function createProject(
  services: Services,
  input: NewProject,
  context: RequestContext,
): Promise<number> {
  const account = accountOf(context);
  await checkDevicePassword(services, account.account, input.devicePassword);
  const id = randomInt(services.entropy, FIRST_ID, LAST_ID);
  try {
    await services.db.transaction().execute(async (tx) => {
      await insertProject(services, tx, { ...input, id, ownerId: account.id, typeFlag: 0 });
      await auditRequest(services, tx, context, {
        action: 'project.create',
        object: `project ${id}`,
        after: input.name,
        projectId: id,
      });
    });
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'projects_pkey') return createProject(services, input, context);
    if (constraint !== 'projects_owner_name') throw error;
    throw new DomainError('invalidParameters', {
      fields: { name: 'You already have a project of this name.' },
    });
  }
  services.live.changed('projects');
  return id;
}

/** The device password follows the device rule and must differ from the account's own (its authentication password). */
async function checkDevicePassword(services: Services, account: string, password: string): Promise<void> {
  const parsed = devicePassword.safeParse(password);
  const refuse = (message: string) =>
    new DomainError('invalidParameters', { fields: { devicePassword: message } });
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.message ?? 'The password is not valid.');
  const row = await services.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('account', '=', account)
    .executeTakeFirst();
  if (row && (await services.passwords.verify(password, row.password_hash)))
    throw refuse('The device management password must differ from the password of your account.');
}

export async function insertProject(
  { clock, envelope }: Pick<Services, 'clock' | 'envelope'>,
  db: DbOrTx,
  project: NewProject & { id: number; ownerId: string | null; typeFlag: number },
): Promise<void> {
  const key = envelope.newKey(`project|${project.id}`);
  const password = new Secret(project.devicePassword);
  await db
    .insertInto('projects')
    .values({
      id: project.id,
      owner_id: project.ownerId,
      name: project.name,
      name_key: normalForm(project.name),
      scenario: project.scenario,
      net_mode: project.netMode,
      country: project.country,
      province: project.province,
      city: project.city,
      address: project.address,
      time_zone: project.timeZone,
      type_flag: project.typeFlag,
      secret_key: key,
      device_password: envelope.seal(
        key,
        `project|${project.id}`,
        password,
        `${project.id}|projects|${project.id}|device_password`,
      ),
      created_at: new Date(clock.now()),
    })
    .execute();
}
