import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupFile, getBackupKey, readBackup, writeBackup } from '../backups/format.ts';
import type { Services } from '../services.ts';

type Where = Pick<Services, 'config'>;
type Signer = Pick<Services['envelope'], 'derive'>;

const getPath = ({ config }: Where, id: string): string => join(config.dataDirectory, 'files', id);

/** Reads the stored bytes of a backup. */
export const readStoredBackup = (where: Where, id: string): Buffer => readFileSync(getPath(where, id));

/** Replaces the stored bytes of a backup, or deletes them without its row. */
export function damageBackup(where: Where, id: string, bytes: Buffer | undefined): void {
  if (bytes) writeFileSync(getPath(where, id), bytes);
  else unlinkSync(getPath(where, id));
}

/** Returns a backup with another content, signed like one of this installation: a fault of the program that wrote it. */
export async function falsifyBackup(
  bytes: Buffer,
  envelope: Signer,
  change: (file: BackupFile) => BackupFile,
  signer = envelope,
): Promise<Buffer> {
  return writeBackup(change(await readBackup(bytes, getBackupKey(envelope))), getBackupKey(signer));
}
