import { type Backup, type BackupKind, DomainError } from '@northlight/contract';
import { hashSha256Hex } from '@northlight/runtime';
import { commitFile, type RequestWork } from '../platform/http/commit-request.ts';
import {
  getActor,
  getProjectAccess,
  getQueueRequester,
  type RequestContext,
} from '../platform/http/request-context.ts';
import { hashContent } from './content-hash.ts';
import { formatFileName } from './file-name.ts';
import { BACKUP_PURPOSE, getBackupKey, readBackup, writeBackup } from './format.ts';
import { refuseCount } from './limits.ts';
import type { FileProtector } from './protect/file-protector.ts';
import { readBackups } from './store.ts';

interface Upload {
  readonly kind: Exclude<BackupKind, 'automatic'>;
  /** Password of a protected file. */
  readonly password?: string | undefined;
}

/**
 * Stores an uploaded backup of a device of the project, without the secrets of a protected file: they are in the project.
 * Throws 260 for every other file.
 */
export async function uploadBackup(
  context: RequestContext,
  protector: FileProtector,
  { kind, password }: Upload,
): Promise<Backup> {
  const { db, envelope } = context.services;
  const { projectId } = getProjectAccess(context);
  if (!context.file) throw new DomainError('fileRefused');
  const key = getBackupKey(envelope);
  const opened = await protector.open(context.file.bytes, password, getQueueRequester(context));
  const { secrets: _secrets, ...backup } = await readBackup(opened, key);
  const { content, manifest } = backup;
  if (manifest.projectId !== projectId) throw refuse('The backup is of another project.');
  const { id: sourceId, model, name, revision, sn, software } = manifest.device;
  const bytes = await writeBackup(backup, key);
  const sha256 = hashSha256Hex(bytes);
  const takenAt = new Date(manifest.takenAt);
  const file = { owner: { projectId }, purpose: BACKUP_PURPOSE, mediaType: 'application/zip', bytes };
  const id = await commitFile(context, file, async (work, fileId) => {
    const deviceId = await requireDevice(work, sourceId);
    await refuseKnown(work, { sn, takenAt });
    await refuseCount(work, deviceId, kind);
    await work.tx
      .insertInto('backups')
      .values({
        id: fileId,
        project_id: projectId,
        device_id: deviceId,
        device_name: name,
        device_sn: sn,
        model,
        software: software ?? null,
        kind,
        name: formatFileName(name, takenAt),
        bytes: bytes.length,
        sha256,
        revision,
        taken_at: takenAt,
        taken_by: getActor(context),
        content_hash: hashContent(content),
      })
      .execute();
    work.live('backups');
    await work.audit({ action: 'backup.upload', object: `device ${sn}`, after: kind });
  });
  const [stored] = await readBackups(db, projectId, [id]);
  if (!stored) throw refuse('The backup was deleted meanwhile.');
  return stored;
}

/** Returns the id of the device. A device that left the project and came back has another id. */
async function requireDevice({ projectId, tx }: RequestWork, id: string): Promise<string> {
  const device = await tx
    .selectFrom('devices')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!device) throw refuse('The device of the backup is not in this project.');
  return device.id;
}

/** A backup is known by its device and time: written again, it can have other bytes. */
async function refuseKnown(
  { projectId, tx }: RequestWork,
  { sn, takenAt }: { readonly sn: string; readonly takenAt: Date },
): Promise<void> {
  const known = await tx
    .selectFrom('backups')
    .select('name')
    .where('project_id', '=', projectId)
    .where('device_sn', '=', sn)
    .where('taken_at', '=', takenAt)
    .executeTakeFirst();
  if (known) throw refuse(`The project has this file: ${known.name}.`);
}

const refuse = (message: string): DomainError =>
  new DomainError('fileRefused', { message, fields: { file: message } });
