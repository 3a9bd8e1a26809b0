import {
  type BackupCause,
  type BackupContent,
  BACKUP_BEFORE_MAX,
  BACKUP_NIGHTLY_MAX,
  DomainError,
} from '@northlight/contract';
import { hashSha256Hex } from '@northlight/runtime';
import { sql } from 'kysely';
import { insertRows } from '../platform/db/insert-rows.ts';
import type { Tx } from '../platform/db/database.ts';
import { deleteFileRows } from '../platform/files/account-files.ts';
import type { Services } from '../services.ts';
import { hashContent } from './content-hash.ts';
import { formatFileName } from './file-name.ts';
import { BACKUP_PURPOSE, getBackupKey, writeBackup } from './format.ts';
import type { OrderedDevice } from './tables.ts';

export type AutomaticServices = Pick<
  Services,
  'bus' | 'clock' | 'db' | 'entropy' | 'envelope' | 'files' | 'log'
>;

/** An automatic file to be written. */
export interface AutomaticFile {
  readonly projectId: number;
  readonly deviceId: string;
  readonly device: Omit<OrderedDevice, 'radios'>;
  readonly cause: BackupCause;
  readonly content: BackupContent;
  readonly configVersion: number;
  readonly takenAt: Date;
  readonly takenBy: string;
}

/** Files that are written beside each other and committed together. */
const BATCH = 25;

export interface WrittenFiles {
  readonly written: number;
  /** Reason of the files that the store did not accept. */
  readonly failure?: string;
}

/**
 * Writes automatic files of one project, and deletes those that are above the limits of their devices. A store that accepts no
 * more files is the result, not an error: the change that a file precedes is committed already.
 *
 * @param inTransaction runs with the files that are committed together
 */
export async function writeAutomaticFiles<File extends AutomaticFile>(
  services: AutomaticServices,
  files: readonly File[],
  inTransaction: (tx: Tx, files: readonly File[]) => Promise<void> = async () => undefined,
): Promise<WrittenFiles> {
  let written = 0;
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    const failure = await tryStore(services, batch, inTransaction);
    if (failure === undefined) {
      written += batch.length;
      continue;
    }
    // Stores those of the batch that the quota still allows.
    for (const file of batch) {
      if ((await tryStore(services, [file], inTransaction)) !== undefined) return { written, failure };
      written += 1;
    }
  }
  return { written };
}

/** Returns the reason if the store does not accept the files. */
async function tryStore<File extends AutomaticFile>(
  services: AutomaticServices,
  files: readonly File[],
  inTransaction: (tx: Tx, files: readonly File[]) => Promise<void>,
): Promise<string | undefined> {
  try {
    await storeFiles(services, files, inTransaction);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'storageFull') return error.message;
    throw error;
  }
}

async function storeFiles<File extends AutomaticFile>(
  { db, envelope, files: store }: AutomaticServices,
  files: readonly File[],
  inTransaction: (tx: Tx, files: readonly File[]) => Promise<void>,
): Promise<void> {
  const [first] = files;
  if (!first) return;
  const key = getBackupKey(envelope);
  const archives = await Promise.all(files.map((file) => writeBackup(toBackup(file), key)));
  const owner = { projectId: first.projectId };
  const stored = archives.map((bytes) => ({ purpose: BACKUP_PURPOSE, mediaType: 'application/zip', bytes }));
  await store.putAll(db, owner, stored, async (tx, ids) => {
    const present = await listPresent(
      tx,
      first.projectId,
      files.map(({ deviceId }) => deviceId),
    );
    const rows = files.map(({ cause, content, device, deviceId, projectId, takenAt, takenBy }, index) => {
      const bytes = archives[index] ?? Buffer.alloc(0);
      return {
        id: ids[index] ?? '',
        project_id: projectId,
        device_id: present.has(deviceId) ? deviceId : null,
        device_name: device.name,
        device_sn: device.sn,
        model: device.model,
        software: device.software,
        kind: 'automatic' as const,
        cause,
        name: formatFileName(device.name, takenAt),
        bytes: bytes.length,
        sha256: hashSha256Hex(bytes),
        revision: device.revision,
        taken_at: takenAt,
        taken_by: takenBy,
        content_hash: hashContent(content),
      };
    });
    await insertRows(tx, 'backups', rows).execute();
    await deleteOldFiles(tx, [...new Set(rows.flatMap((row) => row.device_id ?? []))]);
    await inTransaction(tx, files);
  });
}

const toBackup = ({ cause, configVersion, content, device, deviceId, projectId, takenAt }: AutomaticFile) => {
  const { software, ...facts } = device;
  return {
    content,
    manifest: {
      takenAt: takenAt.toISOString(),
      kind: 'automatic' as const,
      cause,
      projectId,
      configVersion,
      device: { id: deviceId, ...facts, ...(software !== null && { software }) },
    },
  };
};

/** Returns those of the devices that are in the project. They cannot be deleted until the transaction ends. */
async function listPresent(
  tx: Tx,
  projectId: number,
  deviceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', deviceIds)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Deletes the automatic files of devices that are above their limits, the oldest first. */
async function deleteOldFiles(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from backups where id in (
      select id from (
        select id, cause, row_number() over (partition by device_id, cause = 'nightly' order by taken_at desc, id desc) as place
        from backups where kind = 'automatic' and device_id = any(${[...deviceIds]}::text[])
      ) as placed
      where place > case when cause = 'nightly' then ${BACKUP_NIGHTLY_MAX}::int else ${BACKUP_BEFORE_MAX}::int end
    ) returning id`.execute(tx);
  await deleteFileRows(
    tx,
    rows.map(({ id }) => id),
  );
}
