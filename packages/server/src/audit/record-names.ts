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

const PROJECT = /^project (\d{1,15})(?= |$)/;
const DEVICE = /^(?:device )?(\S+)$/;

const isPresent = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Reads the names of the actors and objects of records. Deleted projects and devices have no name. */
export async function readRecordNames(db: Db, rows: readonly Row[]): Promise<RecordNames> {
  const actorIds = [...new Set(rows.map(({ actor_id }) => actor_id).filter(isPresent))];
  const objects = [...new Set(rows.map(({ object }) => object))];
  const projectIds = objects.map((object) => PROJECT.exec(object)?.[1]).filter(isPresent);
  const serials = objects.map((object) => DEVICE.exec(object)?.[1]).filter(isPresent);
  const [accounts, projects, devices] = await Promise.all([
    actorIds.length === 0
      ? []
      : db.selectFrom('accounts').select(['id', 'nickname']).where('id', 'in', actorIds).execute(),
    projectIds.length === 0
      ? []
      : db.selectFrom('projects').select(['id', 'name']).where('id', 'in', projectIds.map(Number)).execute(),
    serials.length === 0
      ? []
      : db.selectFrom('devices').select(['sn', 'name']).where('sn', 'in', serials).execute(),
  ]);
  const projectNames = new Map(projects.map(({ id, name }) => [String(id), name]));
  const deviceNames = new Map(devices.map(({ name, sn }) => [sn, name]));
  return {
    actors: new Map(accounts.map(({ id, nickname }) => [id, nickname])),
    objects: new Map(
      objects.map((object) => [object, nameObject(object, projectNames, deviceNames)] as const),
    ),
  };
}

function nameObject(
  object: string,
  projects: ReadonlyMap<string, string>,
  devices: ReadonlyMap<string, string>,
): string {
  const project = projects.get(PROJECT.exec(object)?.[1] ?? '');
  if (project !== undefined) return object.replace(PROJECT, () => `project ${project}`);
  const device = devices.get(DEVICE.exec(object)?.[1] ?? '');
  return device === undefined ? object : `device ${device}`;
}
