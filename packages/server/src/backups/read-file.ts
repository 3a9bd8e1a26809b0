import { buffer } from 'node:stream/consumers';
import { DomainError } from '@northlight/contract';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { BACKUP_PURPOSE, type BackupFile, getBackupKey, readBackup } from './format.ts';
import { type BackupRow, requireBackup } from './store.ts';

/** Reads and checks the file of a backup. */
export async function readFile(
  context: RequestContext,
  id: string,
): Promise<BackupFile & { readonly row: BackupRow }> {
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  const row = await requireBackup(services.db, projectId, id);
  const { bytes } = await services.files.get(services.db, id, BACKUP_PURPOSE);
  const file = await readBackup(await buffer(bytes), getBackupKey(services.envelope));
  const { device, projectId: ownerId } = file.manifest;
  const isOfDevice = device.sn === row.device_sn && device.id === (row.device_id ?? device.id);
  if (ownerId !== projectId || !isOfDevice)
    throw new DomainError('fileRefused', { message: 'The file is of another device or project.' });
  return { ...file, row };
}
