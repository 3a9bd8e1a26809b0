import type { Backup, BackupReport, BackupSummary, ConfigReview, Permission } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FileAnswer } from '../testing/answers.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { ALLOWED, createDevice, IN_DEMO, OWNER, PAST, READ_ONLY } from '../testing/fixtures.ts';
import { createJob } from '../testing/jobs.ts';
import { openConsole } from '../testing/open-console.tsx';
import { refuse } from '../testing/refuse.ts';
import { collectSavedFiles } from '../testing/saved-files.ts';
import { findButton, findPanel, findRow } from '../testing/steps.ts';

const ADDRESS = '/manage/backup?project=7';
const gateway = createDevice('NL-GW5', 'Gateway');
const access = createDevice('NL-AP6C', 'AP-1');

const createBackup = (values: Partial<Backup> = {}): Backup => ({
  id: '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5b42',
  name: 'Gateway-20260301-1200.zip',
  deviceId: gateway.id,
  deviceName: 'Gateway',
  deviceSn: gateway.sn,
  model: 'NL-GW5',
  software: '2.4.1',
  kind: 'general',
  bytes: 2048,
  at: PAST,
  by: OWNER,
  sync: 'unsynchronized',
  revision: 12,
  ...values,
});
const change = {
  item: 'VLAN 20',
  path: ['vlans', '20', 'name'],
  setting: 'VLAN 20, name',
  label: 'name',
  now: 'VLAN 20',
  after: 'Guests',
};
const review: ConfigReview = { changes: [change], devices: [], clientsAffected: 3, costs: [] };
const contents = {
  parts: [
    { part: 'internet' as const, items: 2 },
    { part: 'vlans' as const, items: 14 },
  ],
  device: { leases: 12, localChanges: 0 },
  adaptions: [],
  omitted: ['software, statistics and logs'],
};
const summarize = (items: readonly Backup[], write: Permission = ALLOWED): BackupSummary => ({
  general: items.filter(({ kind }) => kind === 'general').length,
  can: { write },
});
/** Answers of a project with these backups. */
const listOf = (items: Backup[], write?: Permission) => ({
  backupList: { items },
  backupSummaryGet: summarize(items, write),
  backupReportGet: {},
});

it('takes backups of all devices, and lists those without one', async () => {
  const taken = createBackup();
  const { answer, sent } = await openConsole(ADDRESS, {
    answers: { ...listOf([]), deviceList: { items: [gateway, access], total: 2 } },
  });
  await expect.element(page.getByText('No backups yet')).toBeVisible();
  await findButton('Back up devices').first().click();
  const dialog = page.getByRole('dialog', { name: 'Back up devices' });
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click();
  await expect.element(dialog.getByText('Choose at least one device.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Devices' }).click();
  await page.getByRole('option', { name: 'All 2 devices' }).click();
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('Before the fair');
  await expectAccessible();
  const reason = 'The last backup of this device is less than 3 min old. Try again in 2 min.';
  answer({
    backupTake: { items: [taken], refused: [{ id: access.id, name: 'AP-1', reason }] },
    ...listOf([taken]),
  });
  await dialog.getByRole('button', { name: 'Back up', exact: true }).click();
  await expect.element(dialog.getByText('1 backup taken. 1 device has no new backup:')).toBeVisible();
  await expect.element(dialog.getByText(reason)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(findRow('Gateway')).toHaveTextContent('Unsynchronized');
  expect(sent.find(({ operation }) => operation === 'backupTake')?.body).toEqual({
    deviceIds: [gateway.id, access.id],
    kind: 'general',
    remark: 'Before the fair',
  });
});

it('shows what a backup contains and what has changed since, and restores a part after its review', async () => {
  const { answer, sent } = await openConsole(ADDRESS, {
    answers: {
      ...listOf([
        createBackup(),
        createBackup({
          id: '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5b43',
          name: 'AP-1-20260301-1200.zip',
          kind: 'restore-point',
          sync: 'synchronized',
        }),
      ]),
      backupContentsGet: contents,
      backupCompare: { items: [change] },
      backupRestoreReview: review,
      jobGet: createJob(gateway, 'configure'),
    },
  });
  await findRow('General').click();
  const panel = findPanel('Backup');
  await expect.element(panel.getByText('VLANs and DHCP (14)')).toBeVisible();
  await expect.element(panel.getByText('From the device: 12 leases, 0 local changes.')).toBeVisible();
  await expect.element(panel.getByText('Guests')).toBeVisible();
  await expectAccessible();
  await panel.getByRole('button', { name: 'Restore' }).click();
  const choice = page.getByRole('dialog', { name: 'Restore Gateway' });
  await choice.getByRole('checkbox', { name: 'Internet and LAN (2)' }).click();
  await choice.getByRole('button', { name: 'Review the changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore Gateway' });
  await expect.element(dialog.getByText('VLANs and DHCP.', { exact: false })).toBeVisible();
  answer({ backupRestore: { job: createJob(gateway, 'configure') } });
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await expect
    .poll(() => sent.find(({ operation }) => operation === 'backupRestore')?.body)
    .toMatchObject({
      parts: ['vlans'],
    });
});

it('compares a backup with another one of its device, and reports its last restoration', async () => {
  const earlier = createBackup({
    id: '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5b44',
    name: 'Gateway-20260228-0200.zip',
    kind: 'automatic',
    cause: 'nightly',
    by: 'System',
  });
  const report: BackupReport = {
    at: PAST,
    by: OWNER,
    jobId: '0198f3a1-7c55-7d10-8f6e-2b9f1d3c5b45',
    items: [
      { part: 'vlans', path: ['vlans', '20'], name: 'VLAN 20', outcome: 'restored' },
      {
        part: 'internet',
        path: ['lan', 'lan'],
        name: 'LAN',
        outcome: 'skipped',
        reason: 'The part was not chosen.',
      },
    ],
    verification: {
      state: 'partial',
      settings: 216,
      verified: 214,
      unverified: [
        { path: 'vlans.0.ports', setting: 'VLAN 20, ports', reason: 'No such port. It is left out.' },
      ],
    },
  };
  await openConsole(ADDRESS, {
    answers: {
      ...listOf([createBackup(), earlier]),
      backupContentsGet: contents,
      backupReportGet: { report },
      backupCompare: ({ query }) => ({ items: query.otherId === earlier.id ? [] : [change] }),
    },
  });
  await findRow('General').click();
  const panel = findPanel('Backup');
  await expect.element(panel.getByText('214 of 216 settings verified')).toBeVisible();
  await expect.element(panel.getByText('No such port. It is left out.')).toBeVisible();
  await expect.element(panel.getByText('The part was not chosen.')).toBeVisible();
  await expect.element(panel.getByText('Guests')).toBeVisible();
  await panel.getByRole('combobox', { name: 'Compared with' }).click();
  await page.getByRole('option', { name: /automatic: nightly/ }).click();
  await expect.element(panel.getByText('Both backups have the same settings.')).toBeVisible();
  await expectAccessible();
});

it('states when automatic backups were taken and come next, and why one failed', async () => {
  const { sent } = await openConsole(ADDRESS, {
    answers: {
      ...listOf([createBackup({ kind: 'automatic', cause: 'before-change' })]),
      backupSummaryGet: {
        ...summarize([]),
        automatic: {
          nextAt: '2026-03-03T02:00:00Z',
          last: { at: '2026-03-02T02:00:00Z', taken: 3, unchanged: 39 },
          failure: { at: PAST, devices: 2, reason: 'The disk is full.' },
        },
        drill: {
          last: {
            at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
            result: 'different',
            backupName: 'AP-1-20260302-0200.zip',
            deviceName: 'AP-1',
            settings: 12,
            findings: ['VLAN 20, name: Guests → Visitors'],
          },
        },
      },
    },
  });
  const note = /Nightly: 03-02 \d\d:00, 3 devices, 39 unchanged; next 03-03 \d\d:00/;
  await expect.element(page.getByText(note)).toBeVisible();
  await expect.element(page.getByText(/Last restore drill: 3h ago, with differences/)).toBeVisible();
  await expect.element(page.getByText('The restore drill of AP-1 found differences')).toBeVisible();
  await expect.element(page.getByText('VLAN 20, name: Guests → Visitors')).toBeVisible();
  await expect.element(page.getByText('The disk is full.')).toBeVisible();
  await expectAccessible();
  await expect.element(findRow('Gateway')).toHaveTextContent('Automatic: before a change');
  expect(sent.map(({ operation }) => operation)).toContain('backupList');
});

it('uploads a file, and shows at the field why it is refused', async () => {
  const { answer } = await openConsole(ADDRESS, {
    answers: {
      ...listOf([]),
      backupUpload: refuse('fileRefused', { file: 'The backup is of another project.' }),
    },
  });
  await findButton('Upload a backup').click();
  const dialog = page.getByRole('dialog', { name: 'Upload a backup' });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(dialog.getByText('Choose a file.')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('The dialog has no field for the file.');
  await userEvent.upload(input, new File(['PK'], 'backup.zip', { type: 'application/zip' }));
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(dialog.getByText('The backup is of another project.')).toBeVisible();
  await expectAccessible();
  const uploaded = createBackup();
  answer({ backupUpload: uploaded, ...listOf([uploaded]) });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(page.getByText(`${uploaded.name} is uploaded.`)).toBeVisible();
  await expect.element(findRow('Gateway')).toBeVisible();
});

it('uploads a protected file with its password', async () => {
  const { answer, sent } = await openConsole(ADDRESS, { answers: listOf([]) });
  await findButton('Upload a backup').click();
  const dialog = page.getByRole('dialog', { name: 'Upload a backup' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('The dialog has no field for the file.');
  await userEvent.upload(input, new File(['age-encryption.org/v1'], 'backup.zip.age'));
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(dialog.getByText('Enter the password of the file.')).toBeVisible();
  const field = dialog.getByLabelText('Password of the file', { exact: true });
  await field.fill('long enough 2');
  const message = 'The password does not open this file.';
  answer({ backupUpload: refuse('fileRefused', { password: message }) });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await field.fill('long enough 1');
  const uploaded = createBackup();
  answer({ backupUpload: uploaded, ...listOf([uploaded]) });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(page.getByText(`${uploaded.name} is uploaded.`)).toBeVisible();
  expect(sent.findLast(({ operation }) => operation === 'backupUpload')?.body).toEqual({
    password: 'long enough 1',
  });
});

it('downloads a file with a password, which it checks and can show', async () => {
  const files = collectSavedFiles();
  const { answer, sent } = await openConsole(ADDRESS, {
    answers: {
      ...listOf([createBackup()]),
      backupContentsGet: contents,
      backupCompare: { items: [] },
    },
  });
  await findRow('General').click();
  await findPanel('Backup').getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download Gateway-20260301-1200.zip' });
  const password = dialog.getByLabelText('Password of the file', { exact: true });
  await password.fill('short');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect
    .element(dialog.getByText('The password has 8 to 63 letters, digits and keyboard symbols.'))
    .toBeVisible();
  await expect.element(dialog.getByText('The passwords differ.')).toBeVisible();
  await expectAccessible();
  await password.fill('long enough 1');
  await dialog.getByLabelText('Repeat the password', { exact: true }).fill('long enough 1');
  answer({ backupDownload: new FileAnswer('age-encryption.org/v1', 'application/octet-stream') });
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect.element(page.getByText('Gateway-20260301-1200.zip.age is downloaded.')).toBeVisible();
  expect(files.map(({ name }) => name)).toEqual(['Gateway-20260301-1200.zip.age']);
  expect(sent.find(({ operation }) => operation === 'backupDownload')?.body).toEqual({
    password: 'long enough 1',
  });
});

it('deletes a restore point after a question', async () => {
  const point = createBackup({ kind: 'restore-point' });
  const { answer, sent } = await openConsole(ADDRESS, {
    answers: {
      ...listOf([point]),
      backupContentsGet: { ...contents, device: { missing: 'offline' as const } },
      backupCompare: { items: [] },
    },
  });
  await findRow('Restore point').click();
  await expect.element(page.getByText('The part of the device is missing: offline.')).toBeVisible();
  await expect.element(page.getByText('The device has the same settings now.')).toBeVisible();
  await findPanel('Backup').getByRole('button', { name: 'Delete restore point' }).click();
  await expect
    .element(page.getByText('Gateway has no restore point then. You can make a new one.'))
    .toBeVisible();
  answer({ backupDelete: { ok: true }, ...listOf([]) });
  await page.getByRole('dialog').getByRole('button', { name: 'Delete restore point' }).click();
  await expect.element(page.getByText('No backups yet')).toBeVisible();
  expect(sent.map(({ operation }) => operation)).toContain('backupDelete');
});

it.each([
  ['a read-only share', READ_ONLY],
  ['the demo', IN_DEMO],
])('shows the list without content in %s', async (_, denied) => {
  await openConsole(ADDRESS, { answers: { ...listOf([createBackup()], denied) } });
  await findRow('Gateway').click();
  const panel = findPanel('Backup');
  await expect.element(panel.getByText('Gateway (NL-GW5)')).toBeVisible();
  const reason = denied.allowed ? '' : denied.reason;
  for (const button of [findButton('Back up devices'), panel.getByRole('button', { name: 'Restore' })])
    await expect.element(button).toHaveAccessibleDescription(new RegExp(reason));
  await expect.element(panel.getByText('Contains')).not.toBeInTheDocument();
});
