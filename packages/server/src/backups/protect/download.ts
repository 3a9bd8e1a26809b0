import type { FileAnswer } from '@northlight/contract';
import { readSecretValues } from '../../network/index.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getQueueRequester, type RequestContext } from '../../platform/http/request-context.ts';
import { requireConfirmation } from '../../platform/http/step-up.ts';
import { getBackupKey, writeBackup } from '../format.ts';
import { readFile } from '../read-file.ts';
import type { FileProtector } from './file-protector.ts';

/** Encrypts a backup with a password, together with the secrets that it names. The audit records the download. */
export async function downloadBackup(
  context: RequestContext,
  protector: FileProtector,
  { id, password }: { readonly id: string; readonly password: string },
): Promise<FileAnswer> {
  requireConfirmation(context);
  const { envelope } = context.services;
  const { row, ...file } = await readFile(context, id);
  const secrets = await commitRequest(context, async (work) => {
    await work.audit({ action: 'backup.download', object: row.name });
    return readSecretValues(work, file.content.config);
  });
  const archive = await writeBackup({ ...file, secrets }, getBackupKey(envelope));
  return {
    mediaType: 'application/octet-stream',
    bytes: await protector.protect(archive, password, getQueueRequester(context)),
    saveAs: `${row.name}.age`,
  };
}
