import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createDeviceAnswers } from '../testing/device-answers.ts';
import { createDeviceSettingsAnswers } from '../testing/device-settings-answers.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { createDevice } from '../testing/fixtures.ts';
import { createNetworkAnswers } from '../testing/network-answers.ts';
import { addVlan, fillVlan } from '../testing/network-steps.ts';
import { openConsole } from '../testing/open-console.tsx';
import { choose, expectStaged, findButton, findRow, press, stage } from '../testing/steps.ts';

const GATEWAY = createDevice('NL-GW5', 'GW-1');
const SWITCH = createDevice('NL-SW8P', 'Switch-1');
const devices = [GATEWAY, SWITCH];
const foot = page.getByRole('contentinfo');

/** Opens a port of the switch, and stages it as a trunk. */
async function stagePort() {
  const opened = await openConsole(`/manage/devconf?project=7&open=${SWITCH.id}&tab=ports&ports=p3`, {
    devices,
    answers: {
      ...createDeviceAnswers(devices),
      ...createDeviceSettingsAnswers(SWITCH),
      ...createNetworkAnswers({ devices }),
    },
  });
  await choose('Mode', 'Trunk');
  await stage();
  await expectStaged(1);
  return opened;
}

it('has the ports of devices beside VLANs, in one bar, one review by object and device, and the foot of every page', async () => {
  const { open } = await stagePort();
  await expect.element(foot.getByRole('link', { name: 'Staged changes 1' })).toBeVisible();
  await open('/manage/networkconf/vlan?project=7');
  await expectStaged(1);
  await fillVlan(20, 'Guests');
  await stage();
  await expectStaged(2);
  await findButton('Review changes').click();
  const dialog = page.getByRole('dialog', { name: 'Review changes' });
  await expect.element(dialog.getByRole('button', { name: 'Revert VLAN 20' })).toBeVisible();
  await expect.element(dialog.getByText('Switch-1', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('trunk, PVID 1, tagged none')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Revert Switch-1, Port P3' }).click();
  await expect.element(dialog.getByText('Switch-1')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expectStaged(1);
});

it('opens the review on the page where the draft is shown, and undoes steps', async () => {
  const { address, open } = await stagePort();
  await open('/manage/networkconf/vlan?project=7');
  await fillVlan(20, 'Guests');
  await stage();
  await expectStaged(2);
  await findButton('Undo').click();
  await expectStaged(1);
  await expect.element(findRow('Guests')).not.toBeInTheDocument();
  await findButton('Redo').click();
  await expectStaged(2);
  await open('/manage/alarminfo?project=7');
  await foot.getByRole('link', { name: 'Staged changes 2' }).click();
  await expect.poll(address).toContain('/manage/alarminfo');
  await expect.element(page.getByRole('dialog').getByText('VLAN 20').first()).toBeVisible();
  await press(page.getByRole('dialog').getByRole('button', { name: 'Back' }), 'Enter');
  await expect.poll(address).not.toContain('dialog');
});

it('names a device that would refuse its settings, and is applied after these are reverted', async () => {
  const { answer, open } = await stagePort();
  answer({
    networkConfigReview: {
      changes: [
        {
          path: ['devices.ports', `${SWITCH.id}/p3`, 'vlans'],
          device: { id: SWITCH.id, name: 'Switch-1' },
          item: 'Port P3',
          label: 'VLANs',
          setting: 'Port P3, VLANs',
          now: 'access, VLAN 1',
          after: 'trunk, PVID 1, tagged none',
        },
      ],
      devices: [],
      clientsAffected: 0,
      costs: [],
      refused: [
        { id: SWITCH.id, name: 'Switch-1', reason: 'The device is offline. Try again when it is online.' },
      ],
    },
  });
  await open('/manage/networkconf/vlan?project=7&dialog=review');
  const dialog = page.getByRole('dialog', { name: 'Review changes' });
  await expect
    .element(dialog.getByRole('listitem').getByText('Switch-1: The device is offline.'))
    .toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: /^Apply/ }))
    .toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
});

it('reads the draft again after each save, and keeps later edits when an earlier read is late', async () => {
  const network = createNetworkAnswers({ devices });
  const read = network.networkDraftGet;
  if (typeof read !== 'function') throw new Error('The draft is not answered.');
  const late = Promise.withResolvers<undefined>();
  const { answer, sent } = await openConsole('/manage/networkconf/vlan?project=7', {
    devices,
    answers: { ...createDeviceAnswers(devices), ...network },
  });
  const countReads = () => sent.filter(({ operation }) => operation === 'networkDraftGet').length;
  await expect.element(findButton('Add VLAN').first()).toBeVisible();
  const before = countReads();
  answer({
    networkDraftGet: async (request) => {
      const present = await read(request);
      await late.promise;
      return present;
    },
  });
  await addVlan(20, 'Guests');
  await expectStaged(1);
  await expect.poll(countReads).toBe(before + 1);
  await addVlan(30, 'Staff');
  await expectStaged(2);
  await expect.poll(countReads).toBe(before + 2);
  late.resolve(undefined);
  await addVlan(40, 'Cameras');
  await expectStaged(3);
  await expect.element(findRow('Staff')).toBeVisible();
});
