import type { CapturingBrowser } from './capturing-browser.ts';
import type { KeepSecret } from './exercise-secrets.ts';

/** Downloads a backup with a password, and uploads the file with a wrong one and with its own. */
export async function exerciseBackupSecrets(
  browser: CapturingBrowser,
  { deviceId, projectId }: { readonly deviceId: string; readonly projectId: number },
  keep: KeepSecret,
): Promise<void> {
  const params = { projectId };
  const { items } = await browser.call('backupTake', {
    params,
    body: { deviceIds: [deviceId], kind: 'general' },
  });
  const [backup] = items;
  if (!backup) throw new Error('There is no backup.');
  const body = { password: keep('password of a downloaded backup') };
  browser.record('backupDownload', { body });
  const project = `/api/v1/projects/${projectId}`;
  const answer = await browser.fetch(`${project}/backups/${backup.id}/downloads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const file = new Uint8Array(await answer.arrayBuffer());
  await browser.call('backupDelete', { params: { ...params, backupId: backup.id } });
  for (const password of [keep('wrong password of a backup'), body.password]) {
    browser.record('backupUpload', { body: { password } });
    const form = new FormData();
    form.set('password', password);
    form.set('file', new File([file], 'backup.zip.age'));
    await browser.fetch(`${project}/backup-files?kind=general`, { method: 'POST', body: form });
  }
  const stored = await browser.call('backupList', { params });
  if (stored.items.length !== 1) throw new Error('The file was not uploaded with its password.');
}
