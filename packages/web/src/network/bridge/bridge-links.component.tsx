import {
  type BridgeLink,
  type BridgeState,
  EMPTY_NETWORK_CONFIG,
  type Job,
  type JobResult,
} from '@northlight/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Answers } from '../../testing/answers.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { createDevice, getCapabilities, PAST } from '../../testing/fixtures.ts';
import { createJob } from '../../testing/jobs.ts';
import { createNetworkAnswers } from '../../testing/network-answers.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findButton, press, untilFocused } from '../../testing/steps.ts';

const HOUSE = createDevice('NL-CPE5', 'House-bridge', { mac: '02:4e:53:00:00:01' });
const BARN = createDevice('NL-CPE5', 'Barn-bridge', { mac: '02:4e:53:00:00:02' });
const LINK: BridgeLink = {
  id: 'barn',
  name: 'Barn',
  baseId: HOUSE.id,
  clientIds: [BARN.id],
  ssid: 'Barn link',
  channel: 'auto',
  widthMhz: 'auto',
  powerDbm: 'auto',
  distanceMetres: 300,
  maxClients: 1,
  peerLock: false,
  vlans: 'all',
};
const [RADIO] = getCapabilities(HOUSE.model).radios;
const createBridge = ({ id, mac, model, name }: typeof HOUSE, role: 'bridge-base' | 'bridge-client') => ({
  id,
  name,
  model,
  mac,
  role,
  supportsLinks: true,
  ...(RADIO && { radio: RADIO }),
  maxClients: 8,
  maxDistanceMetres: 5_000,
});
const createState = (own: typeof HOUSE, peer: typeof HOUSE, mode: 'base' | 'client'): BridgeState => ({
  id: own.id,
  name: own.name,
  online: true,
  bridge: {
    mode,
    channel: 100,
    widthMhz: 40,
    powerDbm: 20,
    noiseDbm: -92,
    peers: [
      {
        peer: { mac: peer.mac, id: peer.id, name: peer.name },
        signalDbm: -52,
        chainsDbm: [-54, -56],
        rxRateMbps: 324,
        txRateMbps: 300,
        retryPercent: 1,
      },
    ],
  },
  bridgeAt: PAST,
});
const RESULT: JobResult = {
  networks: [
    { bssid: '02:5c:a0:02:00:02', ssid: 'Cafe', band: '5G', channel: 44, signalDbm: -80, security: 'WPA2' },
  ],
  throughput: { receivedMbps: 210, sentMbps: 190 },
};
/** A finished run of a diagnostic on both bridges. */
const RUN: Job = {
  ...createJob(HOUSE, 'wifi-scan'),
  rows: [HOUSE, BARN].flatMap((bridge) => createJob(bridge, 'wifi-scan', { result: RESULT }).rows),
};
const ANSWERS: Answers = {
  ...createNetworkAnswers({
    devices: [HOUSE, BARN],
    config: { ...EMPTY_NETWORK_CONFIG, bridgeLinks: [LINK] },
    scope: {
      bridges: {
        devices: [createBridge(HOUSE, 'bridge-base'), createBridge(BARN, 'bridge-client')],
        country: 'PT',
      },
    },
  }),
  bridgeStateList: {
    items: [createState(HOUSE, BARN, 'base'), createState(BARN, HOUSE, 'client')],
    total: 2,
  },
  deviceDiagnose: RUN,
  jobGet: RUN,
};

const openLink = () =>
  openConsole('/manage/wirelessconf?project=7&tab=bridges&open=barn', {
    devices: [HOUSE, BARN],
    answers: ANSWERS,
  });

it('shows the signal of a link while its antennas are aligned', async () => {
  await openLink();
  await findButton('Align antennas').click();
  const dialog = page.getByRole('dialog', { name: 'Align Barn' });
  await untilFocused(dialog);
  await press(dialog.getByRole('button', { name: 'Start alignment' }), 'Enter');
  await expect.element(dialog.getByText('Both bridges report every second', { exact: false })).toBeVisible();
  await expectAccessible();
});

it('shows the throughput of a link in both directions', async () => {
  await openLink();
  await findButton('Test throughput').click();
  const dialog = page.getByRole('dialog', { name: 'Throughput of Barn' });
  await untilFocused(dialog);
  await press(dialog.getByRole('button', { name: 'Start test' }), 'Enter');
  await expect.element(dialog.getByText('210')).toBeVisible();
  await expectAccessible();
});

it('lists the channels of a survey, quietest first', async () => {
  await openLink();
  await findButton('Distance and radio 300 m, automatic channel').click();
  await findButton('Survey channels').click();
  const dialog = page.getByRole('dialog', { name: 'Channel survey' });
  await press(dialog.getByRole('button', { name: 'Start survey' }), 'Enter');
  await expect.element(dialog.getByText('quietest')).toBeVisible();
  await expectAccessible();
});
