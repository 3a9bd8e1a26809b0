import { DomainError, type newProject, type projectChange, SCENARIOS } from '@northlight/contract';
import { devicePassword, normalizeName } from '@northlight/contract/net';
import { drawRandomInt } from '@northlight/runtime';
import type { z } from 'zod';
import { isPasswordOf } from '../accounts/index.ts';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { findBrokenConstraint } from '../platform/db/errors.ts';
import { commitRequest, type RequestWork } from '../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { announceToHolders } from '../sharing/index.ts';
import { formatProjectKeyContext } from '../platform/secrets/project-secrets.ts';
import { sealPassword } from './device-password.ts';
import { queueConfiguration } from '../jobs/index.ts';
import { toNaturalOrder } from '../platform/db/text-match.ts';

/** Range of random ids, which do not reveal the number of projects. The demos have smaller ids. */
const FIRST_ID = 10_000_000;
const LAST_ID = 4_000_000_000;
const NAME_TAKEN = 'You already have a project with this name. Enter a different one.';

type NewProject = z.output<typeof newProject>;
type ProjectChange = z.output<typeof projectChange>;

export const createProjectId = (services: Pick<Services, 'entropy'>): number =>
  drawRandomInt(services.entropy, FIRST_ID, LAST_ID);

export const createNameTakenError = (): DomainError =>
  new DomainError('projectNameExists', { fields: { name: NAME_TAKEN } });

export async function createProject(context: RequestContext, input: NewProject): Promise<number> {
  const { services } = context;
  const account = getAccount(context);
  await checkDevicePassword(services, account.account, input.devicePassword);
  const id = createProjectId(services);
  const position = await services.gazetteer.locate(input);
  try {
    await commitRequest(context, async (work) => {
      await checkScenario(work.tx, account.id, input.scenario);
      await insertProject(services, work.tx, { ...input, id, ownerId: account.id, typeFlag: 0, position });
      await work.audit({
        action: 'project.create',
        object: `project ${id}`,
        after: input.name,
        projectId: id,
      });
      work.projectsChanged();
      work.liveTo([account.id], 'projects');
    });
  } catch (error) {
    const constraint = findBrokenConstraint(error);
    if (constraint === 'projects_pkey') return createProject(context, input);
    throw constraint === 'projects_owner_name' ? createNameTakenError() : error;
  }
  return id;
}

/** Changes the given fields; the audit row contains old and new values, but never the password. */
export async function changeProject(context: RequestContext, change: ProjectChange): Promise<void> {
  const { services } = context;
  const account = getAccount(context);
  if (change.devicePassword !== undefined)
    await checkDevicePassword(services, account.account, change.devicePassword);
  try {
    await commitRequest(context, async (work) => {
      const { projectId, tx } = work;
      const before = await tx
        .selectFrom('projects')
        .select(['name', 'scenario', 'country', 'province', 'city', 'address', 'time_zone', 'secret_key'])
        .where('id', '=', projectId)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      if (change.scenario !== undefined && change.scenario !== before.scenario)
        await checkScenario(tx, account.id, change.scenario);
      const { secret_key: key, ...shown } = before;
      const { devicePassword: password, timeZone, ...fields } = change;
      const after = { ...shown, ...fields, ...(timeZone !== undefined && { time_zone: timeZone }) };
      // Keeps the position of an unchanged location, because the current gazetteer may not contain a name
      // that an earlier version stored.
      const isMoved = (['country', 'province', 'city'] as const).some((part) => after[part] !== before[part]);
      const position = isMoved ? await services.gazetteer.locate(after) : undefined;
      await tx
        .updateTable('projects')
        .set({
          ...after,
          name_key: normalizeName(after.name),
          ...(isMoved && { latitude: position?.latitude ?? null, longitude: position?.longitude ?? null }),
          ...(password !== undefined && {
            device_password: sealPassword(services, projectId, key, password),
            device_verifier: JSON.stringify(await services.passwordVerifier(password)),
          }),
        })
        .where('id', '=', projectId)
        .execute();
      await work.audit({
        action: 'project.change',
        object: `project ${projectId}`,
        before: JSON.stringify(shown),
        after: JSON.stringify({ ...after, ...(password !== undefined && { devicePassword: 'changed' }) }),
      });
      if (password !== undefined) await pushDevicePassword(work);
      await announceToHolders(work, projectId, 'projects');
    });
  } catch (error) {
    throw findBrokenConstraint(error) === 'projects_owner_name' ? createNameTakenError() : error;
  }
}

/** Throws a field error unless the scenario is predefined or a custom one of the account. */
async function checkScenario(tx: Tx, accountId: string, scenario: string): Promise<void> {
  if ((SCENARIOS as readonly string[]).includes(scenario)) return;
  const own = await tx
    .selectFrom('custom_scenarios')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', scenario)
    .executeTakeFirst();
  if (!own)
    throw new DomainError('invalidParameters', { fields: { scenario: 'Choose a scenario from the list.' } });
}

/** Throws a field error unless the password is valid for devices and differs from the account's password. */
async function checkDevicePassword(services: Services, account: string, password: string): Promise<void> {
  const parsed = devicePassword.safeParse(password);
  const refuse = (message: string) =>
    new DomainError('invalidParameters', { fields: { devicePassword: message } });
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.message ?? 'The password is not valid.');
  if (await isPasswordOf(services, account, password))
    throw refuse(
      'The device management password is also the password of your account. Enter a different one.',
    );
}

export interface ProjectValues extends NewProject {
  readonly id: number;
  readonly ownerId: string | null;
  readonly typeFlag: number;
  readonly expiresAt?: Date;
  /** Id of the copied demo project. */
  readonly copyOf?: number;
  readonly position?: { latitude: number; longitude: number } | undefined;
}

export async function insertProject(
  services: Pick<Services, 'clock' | 'envelope' | 'passwordVerifier'>,
  db: DbOrTx,
  project: ProjectValues,
): Promise<void> {
  const { clock, envelope } = services;
  const key = envelope.newKey(formatProjectKeyContext(project.id));
  await db
    .insertInto('projects')
    .values({
      id: project.id,
      owner_id: project.ownerId,
      name: project.name,
      name_key: normalizeName(project.name),
      scenario: project.scenario,
      net_mode: project.netMode,
      country: project.country,
      province: project.province,
      city: project.city,
      address: project.address,
      time_zone: project.timeZone,
      type_flag: project.typeFlag,
      secret_key: key,
      device_password: sealPassword({ envelope }, project.id, key, project.devicePassword),
      device_verifier: JSON.stringify(await services.passwordVerifier(project.devicePassword)),
      created_at: new Date(clock.now()),
      expires_at: project.expiresAt ?? null,
      deleted_at: null,
      copy_of: project.copyOf ?? null,
      latitude: project.position?.latitude ?? null,
      longitude: project.position?.longitude ?? null,
    })
    .execute();
}

/** Queues the project's new device password for every device with a local page. */
async function pushDevicePassword(work: RequestWork): Promise<void> {
  const { projectId } = work;
  const devices = await work.tx
    .selectFrom('devices')
    .select(['id', 'name', 'state'])
    .where('project_id', '=', projectId)
    .orderBy(toNaturalOrder('name_key'))
    .execute();
  const ids = devices.map(({ id }) => id);
  const revisions = await work.services.assignConfiguration(work, projectId, ids, 'password');
  if (revisions.size === 0) return;
  await queueConfiguration(work, { title: 'Change the device password', devices, revisions });
}
