import type { AnnouncedFile, BackupTransfers } from '@northlight/device-plane';
import { hashSha256Hex } from '@northlight/runtime';
import type { Bus } from '../../platform/bus/bus.ts';
import { insertRows } from '../../platform/db/insert-rows.ts';
import type { Db, DbOrTx } from '../../platform/db/database.ts';
import type { DeviceFileUrls } from '../../platform/device-files/device-files.ts';
import type { PartStore } from '../../platform/device-files/uploads.ts';

/** A part that a device is to send, or that is sent to it. */
interface NewPart {
  readonly id: string;
  readonly projectId: number;
  readonly deviceId: string;
  readonly createdAt: Date;
}

/** Expects parts of devices. */
export async function expectParts(db: DbOrTx, parts: readonly NewPart[]): Promise<void> {
  const rows = parts.map(({ createdAt, deviceId, id, projectId }) => ({
    id,
    project_id: projectId,
    device_id: deviceId,
    direction: 'up' as const,
    created_at: createdAt,
  }));
  await insertRows(db, 'backup_parts', rows).execute();
}

/** Offers a part to its device, which is given the newest one. */
export async function offerPart(
  db: DbOrTx,
  { content, createdAt, deviceId, id, projectId }: NewPart & { readonly content: Buffer },
): Promise<void> {
  await db
    .insertInto('backup_parts')
    .values({
      id,
      project_id: projectId,
      device_id: deviceId,
      direction: 'down',
      sha256: hashSha256Hex(content),
      content,
      created_at: createdAt,
    })
    .execute();
}

/** Removes parts and returns the contents of those that have arrived, by id. */
export async function takeParts(db: DbOrTx, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .deleteFrom('backup_parts')
    .where('id', 'in', ids)
    .returning(['id', 'content'])
    .execute();
  return new Map(rows.flatMap(({ content, id }) => (content ? [[id, content] as const] : [])));
}

/** Deletes parts that were never taken, after a crash. */
export async function deleteOldParts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('backup_parts').where('created_at', '<', before).execute();
}

/** Gives devices the addresses of the parts that the cloud expects or has for them. */
export function createBackupTransfers(db: Db, files: DeviceFileUrls): BackupTransfers {
  return {
    upload: async (deviceId, { sha256, sizeBytes }: AnnouncedFile) => {
      const part = await findNewest(db, deviceId, 'up');
      if (!part || part.content) return undefined;
      await db
        .updateTable('backup_parts')
        .set({ sha256 })
        .where('id', '=', part.id)
        .where('content', 'is', null)
        .execute();
      return { url: files.partUrl('upload', { deviceId, fileId: part.id, size: sizeBytes }) };
    },
    download: async (deviceId) => {
      const part = await findNewest(db, deviceId, 'down');
      if (!part?.content) return undefined;
      const size = part.content.length;
      return {
        url: files.partUrl('download', { deviceId, fileId: part.id, size }),
        sizeBytes: size,
        sha256: part.sha256 ?? '',
      };
    },
  };
}

const findNewest = (db: Db, deviceId: string, direction: 'down' | 'up') =>
  db
    .selectFrom('backup_parts')
    .innerJoin('devices', (join) =>
      join
        .onRef('devices.id', '=', 'backup_parts.device_id')
        .onRef('devices.project_id', '=', 'backup_parts.project_id'),
    )
    .select(['backup_parts.id', 'backup_parts.sha256', 'backup_parts.content'])
    .where('backup_parts.device_id', '=', deviceId)
    .where('backup_parts.direction', '=', direction)
    .orderBy('backup_parts.created_at', 'desc')
    .orderBy('backup_parts.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Stores the parts that devices send, and reads those that they receive. A part is stored whole in one statement. */
export function createPartStore(db: Db, bus: Bus): PartStore {
  return {
    receive: async ({ deviceId, fileId }, bytes) => {
      // A second use of the ticket finds the content.
      const stored = await db
        .updateTable('backup_parts')
        .set({ content: bytes })
        .where('id', '=', fileId)
        .where('device_id', '=', deviceId)
        .where('direction', '=', 'up')
        .where('content', 'is', null)
        .where('sha256', '=', hashSha256Hex(bytes))
        .returning('id')
        .executeTakeFirst();
      if (!stored) return false;
      bus.publish({ topic: 'backupParts', id: fileId });
      return true;
    },
    read: async ({ deviceId, fileId }) => {
      const part = await db
        .selectFrom('backup_parts')
        .select('content')
        .where('id', '=', fileId)
        .where('device_id', '=', deviceId)
        .where('direction', '=', 'down')
        .executeTakeFirst();
      return part?.content ?? undefined;
    },
  };
}
