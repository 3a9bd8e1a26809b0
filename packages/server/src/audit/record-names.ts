import type { Selectable } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { AuditTable } from './tables.ts';

type Row = Pick<Selectable<AuditTable>, 'actor_id' | 'object'>;

/** Present names for records, which refer to accounts by id, to projects by number and to devices by serial number. */
export interface RecordNames {
  /** Name of an account by its id. */
  readonly actors: ReadonlyMap<string, string>;
  /** Object with the name, by the object of the record. */
  readonly objects: ReadonlyMap<string, string>;
}

/** Names of the records of an installation, whose devices and projects can belong to others now. */
export const NO_NAMES: RecordNames = { actors: new Map(), objects: new Map() };

const PROJECT = /^project (\d{1,15})(?= |$)/;
const DEVICE = /^(?:device )?(\S+)$/;

/**
 * Reads the names of the actors and objects of a project's records. Only the project itself, its present devices, and
 * accounts that have access to it are named: others belong to people who share nothing with the reader.
 */
export async function readRecordNames(
  db: Db,
  rows: readonly Row[],
  projectId: number,
  now: Date,
): Promise<RecordNames> {
  const objects = [...new Set(rows.map(({ object }) => object))];
  const serials = objects.flatMap((object) => DEVICE.exec(object)?.[1] ?? []);
  const project = await db
    .selectFrom('projects')
    .select(['name', 'owner_id'])
    .where('id', '=', projectId)
    .executeTakeFirst();
  const devices =
    serials.length === 0
      ? []
      : await db
          .selectFrom('devices')
          .select(['sn', 'name'])
          .where('project_id', '=', projectId)
          .where('sn', 'in', serials)
          .execute();
  const deviceNames = new Map(devices.map(({ name, sn }) => [sn, name] as const));
  const toName = (object: string): string => {
    if (PROJECT.exec(object)?.[1] === String(projectId) && project)
      return object.replace(PROJECT, () => `project ${project.name}`);
    const device = deviceNames.get(DEVICE.exec(object)?.[1] ?? '');
    return device === undefined ? object : `device ${device}`;
  };
  return {
    actors: await readActorNames(db, rows, { projectId, owner: project?.owner_id ?? undefined, now }),
    objects: new Map(objects.map((object) => [object, toName(object)] as const)),
  };
}

/**
 * Reads the names of the objects of an account's own records. Only projects that the account owns, and devices in them,
 * are named.
 */
export async function readOwnRecordNames(
  db: Db,
  rows: readonly Pick<Row, 'object'>[],
  accountId: string,
): Promise<RecordNames> {
  const objects = [...new Set(rows.map(({ object }) => object))];
  const serials = objects.flatMap((object) => DEVICE.exec(object)?.[1] ?? []);
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('owner_id', '=', accountId)
    .execute();
  const devices =
    serials.length === 0 || projects.length === 0
      ? []
      : await db
          .selectFrom('devices')
          .select(['sn', 'name'])
          .where(
            'project_id',
            'in',
            projects.map(({ id }) => id),
          )
          .where('sn', 'in', serials)
          .execute();
  const projectNames = new Map(projects.map(({ id, name }) => [String(id), name] as const));
  const deviceNames = new Map(devices.map(({ name, sn }) => [sn, name] as const));
  const toName = (object: string): string => {
    const project = projectNames.get(PROJECT.exec(object)?.[1] ?? '');
    if (project !== undefined) return object.replace(PROJECT, () => `project ${project}`);
    const device = deviceNames.get(DEVICE.exec(object)?.[1] ?? '');
    return device === undefined ? object : `device ${device}`;
  };
  return { actors: new Map(), objects: new Map(objects.map((object) => [object, toName(object)] as const)) };
}

interface Access {
  readonly projectId: number;
  readonly owner: string | undefined;
  readonly now: Date;
}

/** Reads the names of actors that own the project or have a share of it that has not ended. */
async function readActorNames(
  db: Db,
  rows: readonly Row[],
  { now, owner, projectId }: Access,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))];
  if (ids.length === 0) return new Map();
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'nickname'])
    .where('id', 'in', ids)
    .where((where) =>
      where.or([
        ...(owner === undefined ? [] : [where('id', '=', owner)]),
        where(
          'id',
          'in',
          where
            .selectFrom('shares')
            .select('account_id')
            .where('project_id', '=', projectId)
            .where('ended_at', 'is', null)
            .where((share) => share.or([share('expires_at', 'is', null), share('expires_at', '>', now)])),
        ),
      ]),
    )
    .execute();
  return new Map(accounts.map(({ id, nickname }) => [id, nickname] as const));
}
