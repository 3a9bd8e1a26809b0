import { type BackupSummary, NET_MODES } from '@northlight/contract';
import { logSystem } from '../logs/index.ts';
import { findNextTime } from '../jobs/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { insertRows } from '../platform/db/insert-rows.ts';
import { type AutomaticServices, writeAutomaticFiles } from './automatic-files.ts';
import { hashContent } from './content-hash.ts';
import { contentOf, readSnapshot, type SnapshotDevice } from './snapshot.ts';
import { publishChanges } from '../platform/work.ts';

/** Hour of the nightly backups, in the time zone of the project. */
const NIGHT = '02:00';
/** Actor of files that no user has caused. */
const SYSTEM = 'System';

const computeNext = (timeZone: string, now: number): Date => new Date(findNextTime(timeZone, NIGHT, [], now));

/** Projects with nightly backups: those of accounts in WLAN mode, which no one has deleted, without copies of the demos. */
export const selectProjects = (db: DbOrTx) =>
  db
    .selectFrom('projects')
    .leftJoin('backup_nights', 'backup_nights.project_id', 'projects.id')
    .where('projects.net_mode', '=', NET_MODES.wlan)
    .where('projects.owner_id', 'is not', null)
    .where('projects.copy_of', 'is', null)
    .where('projects.expires_at', 'is', null)
    .where('projects.deleted_at', 'is', null);

/** Plans the nights of projects that have none yet, or that have another time zone now. */
export async function planNights({ clock, db }: AutomaticServices): Promise<void> {
  const projects = await selectProjects(db)
    .select(['projects.id', 'projects.time_zone'])
    .where((where) =>
      where.or([
        where('backup_nights.project_id', 'is', null),
        where('backup_nights.time_zone', '!=', where.ref('projects.time_zone')),
      ]),
    )
    .execute();
  if (projects.length === 0) return;
  const now = clock.now();
  const rows = projects.map(({ id, time_zone: timeZone }) => ({
    project_id: id,
    time_zone: timeZone,
    next_at: computeNext(timeZone, now),
    taken: 0,
    unchanged: 0,
    failed_devices: 0,
  }));
  await insertRows(db, 'backup_nights', rows)
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet((expression) => ({
        time_zone: expression.ref('excluded.time_zone'),
        next_at: expression.ref('excluded.next_at'),
      })),
    )
    .execute();
}

/** Lists the projects whose night has come. A night that no server has seen is made up for once. */
export async function listDueNights({ clock, db }: AutomaticServices): Promise<number[]> {
  const rows = await selectProjects(db)
    .select('projects.id')
    .where('backup_nights.next_at', '<=', new Date(clock.now()))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Backs up each configured device of a project whose newest file has another revision or content. The next night is stored last:
 * a process that stops on its way is repeated, and finds the files that it has written.
 */
export async function runNight(services: AutomaticServices, projectId: number): Promise<void> {
  const { bus, clock, db, entropy } = services;
  const takenAt = new Date(clock.now());
  const snapshot = await readSnapshot(db, projectId);
  const configured = snapshot.devices.filter((device) => device.desired_rev > 0);
  const [newest, softwares] = [await readNewest(db, projectId), await readSoftware(db, projectId)];
  const contents = configured.map((device) => ({ device, content: contentOf(snapshot, device) }));
  const changed = contents.filter(({ content, device }) => {
    const file = newest.get(device.id);
    return file?.revision !== device.desired_rev || file.content_hash !== hashContent(content);
  });
  const files = changed.map(({ content, device }) => ({
    projectId,
    deviceId: device.id,
    device: describeDevice(device, softwares.get(device.id) ?? null),
    cause: 'nightly' as const,
    content,
    configVersion: snapshot.version,
    takenAt,
    takenBy: SYSTEM,
  }));
  const { failure, written } = await writeAutomaticFiles(services, files);
  const night = {
    next_at: computeNext(snapshot.project.time_zone, clock.now()),
    last_at: takenAt,
    taken: written,
    unchanged: configured.length - changed.length,
  };
  await db.updateTable('backup_nights').set(night).where('project_id', '=', projectId).execute();
  if (failure === undefined) await storeSuccess(services, projectId);
  else await storeFailure(services, projectId, { devices: files.length - written, reason: failure });
  if (written > 0)
    await logSystem(db, entropy, takenAt.getTime(), {
      project_id: projectId,
      event: `Nightly backup of ${written} devices. ${night.unchanged} have not changed since their newest backup.`,
    });
  publishChanges(bus, (after) => after.liveIn(projectId, 'backups'));
}

const describeDevice = ({ desired_rev, model, name, role, sn }: SnapshotDevice, software: string | null) => ({
  sn,
  name,
  model,
  role,
  software,
  revision: desired_rev,
});

/** Returns the newest file of each device. */
async function readNewest(db: DbOrTx, projectId: number) {
  const rows = await db
    .selectFrom('backups')
    .distinctOn('device_id')
    .select(['device_id', 'revision', 'content_hash'])
    .where('project_id', '=', projectId)
    .where('device_id', 'is not', null)
    .orderBy('device_id')
    .orderBy('taken_at', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.device_id, row] as const));
}

async function readSoftware(db: DbOrTx, projectId: number): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'software'])
    .where('project_id', '=', projectId)
    .execute();
  return new Map(rows.map(({ id, software }) => [id, software] as const));
}

/** Stores why files could not be written, for the users of the project, and logs the first of several failures. */
export async function storeFailure(
  { clock, db, entropy }: AutomaticServices,
  projectId: number,
  { devices, reason }: { readonly devices: number; readonly reason: string },
): Promise<void> {
  const now = clock.now();
  const before = await db
    .selectFrom('backup_nights')
    .select('failure')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const failure = { failed_at: new Date(now), failure: reason, failed_devices: devices };
  await db.updateTable('backup_nights').set(failure).where('project_id', '=', projectId).execute();
  if (!before || before.failure === reason) return;
  await logSystem(db, entropy, now, {
    project_id: projectId,
    severity: 'warning',
    event: `Automatic backup of ${devices} ${devices === 1 ? 'device' : 'devices'} failed: ${reason}`,
  });
}

/** Removes an earlier failure after files were written. */
export async function storeSuccess({ db }: Pick<AutomaticServices, 'db'>, projectId: number): Promise<void> {
  await db
    .updateTable('backup_nights')
    .set({ failed_at: null, failure: null, failed_devices: 0 })
    .where('project_id', '=', projectId)
    .where('failed_at', 'is not', null)
    .execute();
}

/** Returns when the last nightly backup was made and when the next one comes; undefined for a project without. */
export async function readNight(
  db: DbOrTx,
  projectId: number,
): Promise<BackupSummary['automatic'] | undefined> {
  const row = await selectProjects(db)
    .select(['next_at', 'last_at', 'taken', 'unchanged', 'failed_at', 'failure', 'failed_devices'])
    .where('projects.id', '=', projectId)
    .executeTakeFirst();
  if (!row?.next_at) return undefined;
  const { failed_at: failedAt, failure, last_at: lastAt, next_at: nextAt } = row;
  return {
    nextAt: nextAt.toISOString(),
    ...(lastAt && {
      last: { at: lastAt.toISOString(), taken: row.taken ?? 0, unchanged: row.unchanged ?? 0 },
    }),
    ...(failedAt && {
      failure: { at: failedAt.toISOString(), devices: row.failed_devices ?? 0, reason: failure ?? '' },
    }),
  };
}
