import { ALLOWED, type ConfigChange, type Sandbox, type SandboxDevice } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createDeviceId, createProject, createSharedProject, PAST, READ_ONLY } from '../testing/fixtures.ts';
import { openConsole } from '../testing/open-console.tsx';
import { refuse } from '../testing/refuse.ts';
import { findButton, findPanel, findRow, press } from '../testing/steps.ts';

const ADDRESS = '/manage/sandbox?project=7';
const times = { createdAt: PAST, expiresAt: '2026-03-08T12:00:00.000Z' };
const NO_CABLE = { allowed: false, code: 400, reason: 'The device has no uplink cable.' } as const;
const change: ConfigChange = {
  item: 'VLAN 20',
  path: ['vlans', '20', 'name'],
  setting: 'VLAN 20, name',
  label: 'name',
  now: 'Guests',
  after: 'Visitors',
};

const createSandboxDevice = (name: string, values: Partial<SandboxDevice> = {}): SandboxDevice => ({
  id: createDeviceId(name),
  name,
  online: true,
  uplink: { name: 'Gateway', port: 'lan1' },
  isOff: false,
  isCut: false,
  can: { cut: ALLOWED },
  ...values,
});
const createSandbox = (values: Partial<Sandbox> = {}): Sandbox => ({
  source: { id: 8, name: 'Office' },
  ...times,
  devices: [
    createSandboxDevice('Gateway', { uplink: undefined, can: { cut: NO_CABLE } }),
    createSandboxDevice('Switch'),
  ],
  changes: [],
  notes: ['1 device was offline and starts switched off.'],
  can: { write: ALLOWED },
  ...values,
});
const inSandbox = createProject({
  name: 'Office sandbox',
  property: 'demo',
  sandboxOf: { id: 8, name: 'Office' },
  expiresAt: times.expiresAt,
});

it('explains sandboxes, and why a read-only account cannot open one', async () => {
  await openConsole(ADDRESS, {
    project: createSharedProject(),
    answers: { sandboxList: { items: [], total: 0, can: { create: READ_ONLY } } },
  });
  await expect.element(page.getByText(/A sandbox is a copy of this project/)).toBeVisible();
  const open = findButton('Open a sandbox');
  await expect.element(open).toHaveAttribute('aria-disabled', 'true');
  await expect.element(open).toHaveAccessibleDescription(/^The device is in the read-only share mode/);
  await expectAccessible();
});

it('shows the reason when a sandbox cannot be opened', async () => {
  await openConsole(ADDRESS, {
    answers: {
      sandboxList: { items: [], total: 0, can: { create: ALLOWED } },
      sandboxCreate: refuse('experienceDailyLimit'),
    },
  });
  await findButton('Open a sandbox').click();
  await expect.element(page.getByText(/within 24 h\. Try again tomorrow/)).toBeVisible();
});

it('lists the sandbox that is open, with its changes', async () => {
  const own = { id: 9, name: 'Office sandbox', ...times, changes: 2 };
  await openConsole(ADDRESS, {
    answers: { sandboxList: { items: [own], total: 1, can: { create: ALLOWED } } },
  });
  const card = page.getByRole('region', { name: 'Office sandbox' });
  await expect.element(card).toHaveTextContent('2026-03-08');
  await expect.element(card.getByRole('button', { name: 'Take 2 changes over' })).toBeEnabled();
  await expectAccessible();
});

it('causes faults in a sandbox, names those that are impossible, and refuses an empty take-over', async () => {
  const { answer, sent } = await openConsole(ADDRESS, {
    project: inSandbox,
    answers: { sandboxGet: createSandbox() },
  });
  await expect
    .element(page.getByRole('complementary', { name: 'Sandbox' }))
    .toHaveTextContent('Sandbox of Office.');
  await expect
    .element(findButton('Take changes over'))
    .toHaveAccessibleDescription('There are no changes yet.');
  await findRow('Internet').click();
  const panel = findPanel('Device');
  await expect
    .element(panel.getByRole('button', { name: 'Unplug the uplink cable' }))
    .toHaveAccessibleDescription('The device has no uplink cable.');
  await findRow('Gateway, lan1').click();
  const after = createSandbox({ devices: [createSandboxDevice('Switch', { isCut: true, online: false })] });
  answer({ sandboxFaultSet: after, sandboxGet: after });
  await press(panel.getByRole('button', { name: 'Unplug the uplink cable' }), 'Enter');
  await expect.element(findRow('Switch')).toHaveTextContent('Unplugged');
  await expect.element(panel.getByRole('button', { name: 'Plug the uplink cable in' })).toBeEnabled();
  expect(sent.find(({ operation }) => operation === 'sandboxFaultSet')?.body).toEqual({
    deviceId: createDeviceId('Switch'),
    kind: 'cable',
    active: true,
  });
  await expectAccessible();
});

it('shows the reason when the draft of the real project changes the same items', async () => {
  await openConsole(`${ADDRESS}&tab=changes`, {
    project: inSandbox,
    answers: { sandboxGet: createSandbox({ changes: [change] }), sandboxTakeOver: refuse('configConflict') },
  });
  await expect.element(page.getByRole('table')).toHaveTextContent('Visitors');
  await findButton('Take 1 change over').click();
  await expect.element(page.getByText(/The configuration was changed in the meantime/)).toBeVisible();
  await page.getByText('Simulation', { exact: true }).click();
  await expect.element(page.getByRole('region', { name: 'Not simulated' })).toBeVisible();
  await expect.element(page.getByText('1 device was offline and starts switched off.')).toBeVisible();
  await expectAccessible();
});
