import { BACKUP_GENERAL_MAX, type BackupKind, DomainError } from '@northlight/contract';
import type { RequestWork } from '../platform/http/commit-request.ts';
import { countGeneralBackups } from './store.ts';

/** Reason why a device gets no backup, beside which others get theirs. */
export class BackupRefusal extends DomainError {
  constructor(message: string, field = 'deviceIds') {
    super('invalidParameters', { status: 409, message, fields: { [field]: message } });
  }
}

/**
 * Throws the reason if the project, or the device, has as many files of this kind as it can have. The project's row is
 * locked, so that the limits hold for parallel calls.
 */
export async function refuseCount(
  { projectId, tx }: RequestWork,
  deviceId: string,
  kind: Exclude<BackupKind, 'automatic'>,
): Promise<void> {
  if (kind === 'restore-point') {
    const point = await tx
      .selectFrom('backups')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('kind', '=', 'restore-point')
      .executeTakeFirst();
    if (point)
      throw new BackupRefusal('The device has a restore point. Delete it before you make a new one.');
    return;
  }
  const count = await countGeneralBackups(tx, projectId);
  if (count >= BACKUP_GENERAL_MAX)
    throw new BackupRefusal(
      `The project has ${count} of ${BACKUP_GENERAL_MAX} general backups. Delete some first.`,
    );
}
