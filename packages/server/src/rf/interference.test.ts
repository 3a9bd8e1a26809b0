import { NET_MODES } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  type PlayedDevice,
  playSite,
  pollUntil,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import { buildSite, findSpectrum } from './site/site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const BSSID = ['02:00:00:00:01:00', '02:00:00:00:02:00'] as const;
const network = { ssid: 'x', band: '2.4G', channel: 6, security: 'WPA2' };

/** Reports radios and received networks of a device. */
const report = (device: PlayedDevice, radios: object[], nearbyNetworks: object[] = []) =>
  device.raw.publish(topics.up(device.id, 'stat'), {
    session: 'rf',
    seq: 1,
    ts: world.clock.now(),
    radios,
    nearbyNetworks,
  });

test('describes the use of the channels, the worst pairs and the airtime of each radio', async () => {
  await using site = await playSite(world, owner, 'NL-AP6C', 'NL-AP6C');
  const { devices, params } = site;
  const read = () => owner.call('rfInterferenceGet', { params });
  expect(await read()).toEqual({
    online: 0,
    bands: [
      { band: '2.4G', channels: [] },
      { band: '5G', channels: [] },
    ],
    pairs: [],
    radios: [],
  });
  const [one, other] = devices as [PlayedDevice, PlayedDevice];
  for (const device of devices) await device.on({ session: 'rf' });
  const low = { id: 'radio0', up: true, channel: 6, widthMhz: 20, powerDbm: 20, clients: 3, ssids: ['A'] };
  const high = { id: 'radio1', up: true, channel: 44, widthMhz: 80, ssids: ['A'] };
  const measured = { busyPercent: 60, txPercent: 30, rxPercent: 10, noiseDbm: -95 };
  const sent = Promise.all([
    report(
      one,
      [{ ...low, ...measured, bssids: [BSSID[0]] }, high],
      [
        { ...network, bssid: BSSID[1], signalDbm: -60 },
        { ...network, bssid: '0a:00:00:00:00:01', signalDbm: -70, loadPercent: 40 },
        { ...network, bssid: '0a:00:00:00:00:02', signalDbm: -71, band: '6G' },
      ],
    ),
    report(other, [
      { ...low, busyPercent: 20, bssids: [BSSID[1]] },
      { ...high, up: false },
    ]),
  ]);
  const found = await pollUntil(async () => {
    await world.clock.advance(100);
    const current = await read();
    return current.radios.length === 3 ? current : undefined;
  });
  await sent;
  expect(found.online).toBe(2);
  expect(found.bands).toEqual([
    { band: '2.4G', channels: [{ channel: 6, radios: 2, foreignNetworks: 1, busyPercent: 40 }] },
    { band: '5G', channels: [36, 40, 44, 48].map((channel) => ({ channel, radios: 1, foreignNetworks: 0 })) },
  ]);
  expect(found.pairs).toEqual([
    expect.objectContaining({ channel: 6, signalDbm: -60, lostPercent: expect.closeTo(41.5, 0) }),
  ]);
  expect(
    found.radios.find(({ deviceId, radioId }) => deviceId === one.id && radioId === 'radio0'),
  ).toMatchObject({
    ...measured,
    band: '2.4G',
    clients: 3,
    ownOnChannel: 1,
    foreignOnChannel: 1,
    scannedAt: expect.any(String),
  });
});

test('exists in WLAN projects of the caller only', async () => {
  const { id } = await createProject(owner, { netMode: NET_MODES.mesh });
  const refused = await owner.refused('rfInterferenceGet', { params: { projectId: id } });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: 'This operation needs a project in WLAN mode.' },
  });
  const stranger = await world.signedUp();
  expect((await stranger.refused('rfInterferenceGet', { params: { projectId: id } })).body.code).toBe(73);
});

test('hands the measured channels of 2.4 and 5 GHz to the planner, each with its time', () => {
  const device = {
    id: 'ap',
    name: 'AP',
    caps: { radios: [] },
    isOnline: true,
    isBroadcasting: true,
    radios: [],
    reportedAt: 0,
    networks: [],
    scannedAt: 9,
    channels: [
      { band: '2.4G' as const, channel: 6, busyPercent: 30, at: 5 },
      { band: '5G' as const, channel: 36, at: 6 },
      { band: '6G' as const, channel: 5, busyPercent: 10, at: 7 },
    ],
  };
  expect(buildSite([device]).site.channels).toEqual([
    { deviceId: 'ap', spectrum: findSpectrum('2.4G', 6), busy: 0.3, at: 5 },
  ]);
});

test.each([
  ['2.4G', 1, 20, [2402, 2422]],
  ['2.4G', 1, 40, [2402, 2442]],
  ['2.4G', 13, 40, [2442, 2482]],
  ['2.4G', 36, 20, undefined],
  ['5G', 44, 80, [5170, 5250]],
  ['5G', 44, 320, [5170, 5330]],
  ['5G', 165, 80, [5815, 5835]],
  ['5G', 37, 80, [5175, 5195]],
  ['5G', 6, 20, undefined],
  ['6G', 5, 80, undefined],
] as const)('spectrum of channel %s %d with %d MHz', (band, channel, width, ends) => {
  const spectrum = findSpectrum(band, channel, width);
  expect(spectrum && [spectrum.lowMhz, spectrum.highMhz]).toEqual(ends);
});
