import {
  describeChanges,
  EMPTY_NETWORK_CONFIG,
  type HistoryEntry,
  type Job,
  type NetworkConfig,
} from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../testing/answers.ts';
import { ALLOWED, createDevice, getCapabilities, OWNER, PAST } from '../testing/fixtures.ts';
import { createNetworkAnswers } from '../testing/network-answers.ts';
import { createVlan } from '../testing/network-steps.ts';
import { openConsole } from '../testing/open-console.tsx';
import { expectStaged, findButton, findPanel, findRow } from '../testing/steps.ts';

const JOB: Job = {
  id: '6f1c7d52-3a0b-4c89-9d1e-27b4f0a8c365',
  kind: 'configure',
  title: 'Restore version 1',
  state: 'done',
  createdAt: PAST,
  createdBy: OWNER,
  rows: [],
  wave: 0,
  can: { cancel: ALLOWED, retry: ALLOWED },
};
const withVlans = (...vlans: NetworkConfig['vlans']): NetworkConfig => ({ vlans, dhcpPools: [] });
const [GUESTS, STAFF] = [createVlan(20, 'Guests'), createVlan(30, 'Staff')];
const SWITCH = createDevice('NL-SW8P', 'Switch-1');
const RENAMED = [createVlan(20, 'Lobby'), createVlan(30, 'Office')];

/** Answers for the applied configurations, the first of which is version 1. */
function createHistoryAnswers(configs: readonly NetworkConfig[]): Answers {
  const getConfig = (version: number): NetworkConfig => configs[version - 1] ?? EMPTY_NETWORK_CONFIG;
  const present = (version: number): HistoryEntry => {
    const changes = describeChanges(getConfig(version - 1), getConfig(version));
    const items = new Set(changes.map(({ item }) => item));
    return {
      version,
      title: `Apply ${[...items].join(', ')}`,
      changedBy: OWNER,
      changedAt: PAST,
      changes: changes.slice(0, 3),
      changeCount: changes.length,
    };
  };
  return {
    ...createNetworkAnswers({ config: getConfig(configs.length), version: configs.length }),
    networkHistoryList: { items: configs.map((_config, index) => present(configs.length - index)) },
    networkHistoryGet: ({ params: { version } }) => ({
      ...present(version),
      config: getConfig(version),
      devices: [],
    }),
    networkHistoryCompare: ({ params: { version }, query: { since } }) => ({
      items: describeChanges(getConfig(since), getConfig(version)),
    }),
  };
}

it('marks a version that changed the settings of a device alone as the current one; the version before can be restored', async () => {
  const first: HistoryEntry = {
    version: 1,
    title: 'Apply VLAN 20',
    changedBy: OWNER,
    changedAt: PAST,
    changes: describeChanges(EMPTY_NETWORK_CONFIG, withVlans(GUESTS)),
    changeCount: 1,
  };
  const ofDevice: HistoryEntry = {
    version: 2,
    title: 'Settings of Switch-1',
    changedBy: OWNER,
    changedAt: PAST,
    changes: [
      {
        path: ['devices.ports', `${SWITCH.id}/p3`, 'vlans'],
        device: { id: SWITCH.id, name: 'Switch-1' },
        item: 'Port P3',
        label: 'VLANs',
        setting: 'Port P3, VLANs',
        now: 'access, VLAN 1',
        after: 'access, VLAN 20',
      },
    ],
    changeCount: 1,
  };
  const settings = { management: { mode: 'dhcp', vlanId: 20 } } as const;
  await openConsole('/manage/networkconf/history?project=7', {
    answers: {
      ...createNetworkAnswers({ devices: [SWITCH], config: withVlans(GUESTS), version: 1 }),
      networkHistoryList: { items: [ofDevice, first] },
      networkHistoryCompare: { items: ofDevice.changes },
      networkHistoryGet: {
        ...first,
        config: withVlans(GUESTS),
        devices: [
          {
            deviceId: SWITCH.id,
            name: 'Switch-1',
            capabilities: getCapabilities(SWITCH.model),
            baseVersion: 1,
            version: 1,
            base: {},
            stored: {},
            settings,
          },
        ],
      },
    },
  });
  await expect.element(findRow('Switch-1, Port P3')).toHaveTextContent('Current');
  await findRow('VLAN 20 added').click();
  await findButton('Restore this version').click();
  await expectStaged(1);
});

it('compares any two versions, and stages an old version again', async () => {
  const configs = [
    withVlans(GUESTS, STAFF),
    withVlans(...RENAMED),
    withVlans(...RENAMED, createVlan(40, 'Cameras')),
  ];
  const { answer, open, publish } = await openConsole('/manage/networkconf/vlan?project=7', {
    answers: { ...createHistoryAnswers(configs), jobGet: JOB },
  });
  answer({
    networkConfigApply: ({ body }) => {
      configs.push(body.config);
      answer(createHistoryAnswers(configs));
      publish({ resource: 'networkConfig', projectId: 7 });
      return { version: configs.length, job: JOB };
    },
  });
  await page.getByRole('link', { name: 'history' }).click();
  await findRow('VLAN 40 added').click();
  await expect.element(page.getByRole('table').getByText('VLAN 40', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: /^Version 1 / }).click();
  await expect.element(page.getByRole('table').getByText('VLAN 20', { exact: true })).toBeVisible();
  await findRow('VLAN 30 added').click();
  // Finds the panel by its applied changes, because another panel also contains `version 1`.
  await expect.element(findPanel('Version').getByText('Apply VLAN 20, VLAN 30')).toBeVisible();
  await findButton('Restore this version').click();
  await expectStaged(3);
  await findButton('Review changes').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(page.getByRole('region', { name: 'Staged changes' })).not.toBeInTheDocument();
  await expect.element(findRow('VLAN 40 removed')).toBeVisible();
  await open('/manage/networkconf/vlan?project=7');
  await expect.element(findRow('Guests')).toBeVisible();
  await expect.element(findRow('Cameras')).not.toBeInTheDocument();
});
