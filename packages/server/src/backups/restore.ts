import {
  type BackupPart,
  type ConfigChange,
  type ConfigReview,
  countParts,
  describeProjectChanges,
  DomainError,
  type Job,
  listRestoredItems,
  type ProjectContent,
  restoreContent,
  type RestoredItem,
} from '@northlight/contract';
import {
  applyChange,
  createDeviceNamer,
  loadSettingsDevices,
  presentFacts,
  readReviewSnapshot,
  readStaged,
  type ReviewSnapshot,
  reviewConfig,
} from '../network/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { adaptToDevice } from './adapt.ts';
import { describePart } from './device-part/describe-part.ts';
import type { BackupFile } from './format.ts';
import { readFile } from './read-file.ts';
import { readSnapshot, type SnapshotDevice, toContent } from './snapshot.ts';
import { type BackupRow, requireBackup } from './store.ts';

/** Things that no backup contains. */
const OMITTED = ['MAC addresses, keys, certificates and enrolment', 'software, statistics and logs'];

/** Returns what a backup contains, part by part, and what it does not. */
export async function readContents(context: RequestContext, id: string) {
  const { row, ...file } = await readFile(context, id);
  const snapshot = await readSnapshot(context.services.db, getProjectAccess(context).projectId);
  const device = findDevice(snapshot, row);
  const { adaptions, content } = adaptToDevice(file, device, snapshot);
  return {
    parts: countParts(content, device),
    ...describePart(file),
    adaptions: [...adaptions],
    omitted: OMITTED,
  };
}

/** Lists the differences from a backup to another one of the same device, or to what its device has now. */
export async function compareBackup(
  context: RequestContext,
  id: string,
  other: string | undefined,
): Promise<ConfigChange[]> {
  const { db } = context.services;
  const { projectId } = getProjectAccess(context);
  const { row, ...file } = await readFile(context, id);
  const snapshot = await readSnapshot(db, projectId);
  const device = findDevice(snapshot, row);
  const to = other === undefined ? undefined : await readFile(context, other);
  if (to && to.manifest.device.id !== file.manifest.device.id)
    throw new DomainError('invalidParameters', { message: 'Choose two backups of the same device.' });
  const present = toContent(snapshot, device.id);
  const restore = (each: BackupFile) =>
    restoreContent(present, adaptToDevice(each, device, snapshot).content, device);
  return describe(db, snapshot, device, restore(file), to ? restore(to) : present);
}

async function describe(
  db: DbOrTx,
  { devices, projectId }: ReviewSnapshot,
  device: SnapshotDevice,
  from: ProjectContent,
  to: ProjectContent,
): Promise<ConfigChange[]> {
  const facts = await describeFacts(db, projectId, device.id);
  return describeProjectChanges(from, to, facts, createDeviceNamer(devices));
}

/** Returns the facts of a device by which changes of its settings are described. */
async function describeFacts(db: DbOrTx, projectId: number, deviceId: string) {
  const facts = await loadSettingsDevices(db, projectId, [deviceId]);
  return [...facts.values()].map((each) => ({ ...presentFacts(each), deviceId: each.id }));
}

/** Describes what the restoration of parts of a backup changes, and its consequences. Stores nothing. */
export async function reviewRestoration(
  context: RequestContext,
  id: string,
  parts: readonly BackupPart[],
): Promise<ConfigReview> {
  const { db } = context.services;
  const { row, ...file } = await readFile(context, id);
  const snapshot = await readSnapshot(db, getProjectAccess(context).projectId);
  const device = findDevice(snapshot, row);
  const { content } = adaptToDevice(file, device, snapshot);
  const { config, devices } = restoreContent(toContent(snapshot, device.id), content, device, parts);
  return reviewConfig(context, {
    baseVersion: snapshot.version,
    config,
    devices: stageSettings(devices, snapshot.settings.get(device.id)?.version ?? 0),
  });
}

const stageSettings = (devices: ProjectContent['devices'], baseVersion: number) =>
  devices.map(({ deviceId, settings }) => ({ deviceId, settings, baseVersion }));

interface RestoreOrder {
  readonly parts: readonly BackupPart[];
  readonly confirmName?: string | undefined;
}

/** Restores parts of a backup as a version of the configuration, with its job. */
export async function restoreBackup(
  context: RequestContext,
  id: string,
  { confirmName, parts }: RestoreOrder,
): Promise<Job> {
  const { row, ...file } = await readFile(context, id);
  let restored: ProjectContent | undefined;
  let baseVersion = 0;
  let items: readonly RestoredItem[] = [];
  const { job } = await applyChange(context, {
    confirmName,
    origin: { formatTitle: () => `Restore ${row.device_name} from ${row.name}` },
    change: async (_current, { projectId, tx }) => {
      const snapshot = await readReviewSnapshot(tx, projectId);
      const device = findDevice(snapshot, await requireBackup(tx, projectId, id));
      baseVersion = snapshot.settings.get(device.id)?.version ?? 0;
      const present = toContent(snapshot, device.id);
      const { adaptions, content } = adaptToDevice(file, device, snapshot);
      restored = restoreContent(present, content, device, parts);
      const facts = await describeFacts(tx, projectId, device.id);
      const describeChanges = (from: ProjectContent, to: ProjectContent) =>
        describeProjectChanges(from, to, facts, createDeviceNamer(snapshot.devices));
      items = listRestoredItems({
        present,
        backup: content,
        restored,
        device,
        parts,
        adaptions,
        describe: describeChanges,
      });
      return restored.config;
    },
    propose: async (tx, projectId, config) =>
      readStaged(tx, projectId, stageSettings(restored?.devices ?? [], baseVersion), {
        config,
        path: 'devices',
      }),
    complete: async (work, applied) => {
      const device = await work.tx
        .selectFrom('devices')
        .select('desired_rev')
        .where('id', '=', row.device_id ?? '')
        .executeTakeFirst();
      await work.tx
        .updateTable('backups')
        .set({
          restore_job_id: applied.job.id,
          restored_revision: device?.desired_rev ?? null,
          restoration: JSON.stringify({ at: work.now.toISOString(), by: work.actor, items }),
          verification: null,
        })
        .where('id', '=', id)
        .execute();
      work.live('backups');
      await work.audit({ action: 'backup.restore', object: `device ${row.device_sn}`, after: row.name });
    },
  });
  return job;
}

const createLeftError = (): DomainError =>
  new DomainError('configConflict', { status: 409, message: 'The device has left the project.' });

function findDevice(
  { devices }: Pick<ReviewSnapshot, 'devices'>,
  row: Pick<BackupRow, 'device_id'>,
): SnapshotDevice {
  const device = devices.find(({ id }) => id === row.device_id);
  if (!device) throw createLeftError();
  return device;
}
