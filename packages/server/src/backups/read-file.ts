import { buffer } from 'node:stream/consumers';
import { DomainError } from '@northlight/contract';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import { BACKUP_PURPOSE, type BackupFile, getBackupKey, readBackup } from './format.ts';
import { type BackupRow, requireBackup } from './store.ts';

/** Reads and checks the file of a backup of the request's project. */
export const readFile = (
  context: RequestContext,
  id: string,
): Promise<BackupFile & { readonly row: BackupRow }> =>
  readFileOf(context.services, getProjectAccess(context).projectId, id);

/** Reads and checks the file of a backup of a project. */
export async function readFileOf(
  services: Pick<Services, 'db' | 'envelope' | 'files'>,
  projectId: number,
  id: string,
): Promise<BackupFile & { readonly row: BackupRow }> {
  const row = await requireBackup(services.db, projectId, id);
  const { bytes } = await services.files.get(services.db, id, BACKUP_PURPOSE);
  const file = await readBackup(await buffer(bytes), getBackupKey(services.envelope));
  const { device, projectId: ownerId } = file.manifest;
  const isOfDevice = device.sn === row.device_sn && device.id === (row.device_id ?? device.id);
  if (ownerId !== projectId || !isOfDevice)
    throw new DomainError('fileRefused', { message: 'The file is of another device or project.' });
  return { ...file, row };
}
