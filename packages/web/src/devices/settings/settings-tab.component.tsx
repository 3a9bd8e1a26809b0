import { type DeviceSettings, NET_MODES } from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createDeviceAnswers } from '../../testing/device-answers.ts';
import { createDeviceSettingsAnswers } from '../../testing/device-settings-answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice, createProject } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { expectStaged, findButton, findRow, press, stage } from '../../testing/steps.ts';

const SWITCH = createDevice('NL-SW8P', 'Switch-1');

it('explains that port mirroring is not available while the spanning tree is on', async () => {
  await openConsole('/manage/devconf?project=7', {
    devices: [SWITCH],
    answers: { ...createDeviceAnswers([SWITCH]), ...createDeviceSettingsAnswers(SWITCH) },
  });
  await findRow('Switch-1').click();
  const sections = page.getByRole('radiogroup', { name: 'Device section' });
  await sections.getByText('Settings', { exact: true }).click();
  const mirroring = page.getByRole('region', { name: 'Port mirroring' });
  const sources = mirroring.getByRole('combobox', { name: 'Source ports' });
  await expect.element(sources).toBeVisible();
  await page.getByLabelText('Rapid spanning tree (RSTP)').click({ force: true });
  await stage();
  await expectStaged(1);
  await expect
    .element(mirroring.getByText('Spanning tree and port mirroring cannot both be on. Turn one of them off.'))
    .toBeVisible();
  await expect.element(sources).not.toBeInTheDocument();
  await expectAccessible();
  await expect.element(mirroring.getByRole('button')).not.toBeInTheDocument();
  await findButton('Discard changes').click();
  await expect.element(page.getByText('1 change staged')).not.toBeInTheDocument();
  await expect.element(sources).toBeVisible();
});

it('keeps staged settings over a reload, beside those that others apply, and shows both sides of a conflict', async () => {
  const stored = { version: 0, settings: {} };
  const { publish, reload } = await openConsole(`/manage/devconf?project=7&open=${SWITCH.id}&tab=settings`, {
    devices: [SWITCH],
    answers: { ...createDeviceAnswers([SWITCH]), ...createDeviceSettingsAnswers(SWITCH, stored) },
  });
  await page.getByLabelText('Rapid spanning tree (RSTP)').click({ force: true });
  await stage();
  await expectStaged(1);
  await reload();
  await expectStaged(1);
  const applySettings = (version: number, settings: DeviceSettings) => {
    Object.assign(stored, { version, settings });
    publish({ resource: 'deviceSettings', projectId: 7 });
    publish({ resource: 'networkDraft', projectId: 7 });
  };
  const management = { mode: 'dhcp', vlanId: 20 } as const;
  applySettings(1, { management });
  const vlan = page.getByRole('region', { name: 'Management IP' }).getByLabelText('VLAN');
  await expect.element(vlan).toHaveValue('20');
  await expectStaged(1);
  applySettings(2, { management, spanningTree: { enabled: true, priority: 4_096 } });
  await findButton('Compare and choose').click();
  const dialog = page.getByRole('dialog', { name: 'Resolve conflicts' });
  await expect.element(dialog.getByText('spanning tree: off → on, priority 4096')).toBeVisible();
  await expectAccessible();
  // By keyboard, because dialogs of a panel are outside the window of a test.
  await press(dialog.getByRole('radio', { name: 'Mine' }), 'ArrowRight');
  await press(dialog.getByRole('button', { name: 'Reapply my changes' }), 'Enter');
  await expect.element(page.getByText('1 change staged')).not.toBeInTheDocument();
});

it.each([
  ['SN-Switch-1', 'If it cannot reach the cloud afterwards, it rolls back automatically.'],
  [
    'OWF1024E53000001',
    'It cannot roll back: if it cannot reach the cloud afterwards, a person on site is needed.',
  ],
])(
  'states how a device returns from an address that cuts it off, and its spanning tree: %s',
  async (sn, sentence) => {
    const device = createDevice('NL-SW8P', 'Switch-1', { sn });
    await openConsole(`/manage/devconf?project=7&open=${device.id}&tab=settings`, {
      devices: [device],
      answers: { ...createDeviceAnswers([device]), ...createDeviceSettingsAnswers(device) },
    });
    const management = page.getByRole('region', { name: 'Management IP' });
    await expect.element(management.getByText(sentence)).toBeVisible();
    // An OpenWiFi switch has a spanning tree for each VLAN.
    const tree = page.getByLabelText(/^Rapid spanning tree/);
    await tree.click({ force: true });
    const priority = page.getByRole('combobox', { name: 'Priority' });
    const [label, root] =
      sn === 'SN-Switch-1'
        ? ['Rapid spanning tree (RSTP)', 'the root bridge']
        : ['Rapid spanning tree for each VLAN (RPVST+)', 'the root bridge of each VLAN'];
    await expect.element(page.getByText(label, { exact: true })).toBeVisible();
    await expect.element(priority).toHaveAccessibleDescription(`The switch with the lowest value is ${root}`);
  },
);

it('adds the preferred parent of a mesh node to the draft', async () => {
  const primary = createDevice('NL-MESHP', 'Living-room', { role: 'mesh-primary' });
  const node = createDevice('NL-MESHS', 'Kitchen', { role: 'mesh-secondary', mac: '02:4e:53:00:00:02' });
  const devices = [primary, node];
  await openConsole(`/manage/devconf?project=7&open=${node.id}&tab=settings`, {
    project: createProject({ netMode: NET_MODES.mesh, deviceCount: 2, devicesOnline: 2 }),
    devices,
    answers: { ...createDeviceAnswers(devices), ...createDeviceSettingsAnswers(node) },
  });
  await page.getByRole('combobox', { name: 'Preferred parent' }).click();
  await page.getByRole('option', { name: /^Living-room/ }).click();
  await stage();
  await expectStaged(1);
  await expectAccessible();
});

it.each([
  ['NL-IPC4B', 'Camera-1'],
  ['NL-NVR16', 'Recorder'],
])('has only the address of a camera or recorder: %s', async (model, name) => {
  const device = createDevice(model, name);
  await openConsole(`/manage/devconf?project=7&open=${device.id}&tab=settings`, {
    devices: [device],
    answers: { ...createDeviceAnswers([device]), ...createDeviceSettingsAnswers(device) },
  });
  const management = page.getByRole('region', { name: 'Management IP' });
  await expect
    .element(
      management.getByText(
        'The change takes about 3 min. If it cannot reach the cloud afterwards, it rolls back automatically.',
      ),
    )
    .toBeVisible();
  for (const title of ['Spanning tree', 'Port mirroring', 'Link aggregation', 'Backhaul'])
    await expect.element(page.getByRole('region', { name: title })).not.toBeInTheDocument();
  await management.getByText('Static', { exact: true }).click();
  await management.getByLabelText('Address', { exact: true }).fill('8.8.8.8');
  await management.getByLabelText('Gateway').fill('8.8.8.1');
  await findButton('Add to draft').click();
  await expect.element(management.getByLabelText('Address', { exact: true })).toBeInvalid();
  await expectAccessible();
  await management.getByLabelText('Address', { exact: true }).fill('10.0.40.12');
  await management.getByLabelText('Gateway').fill('10.0.40.1');
  await stage();
  await expectStaged(1);
});
