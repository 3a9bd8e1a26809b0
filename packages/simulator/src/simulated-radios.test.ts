import { findCapabilities } from '@northlight/contract';
import type { ConfigWireless, ConfigWlan } from '@northlight/contract/device-protocol';
import { MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { selectSubstitute } from './blocked-channels.ts';
import { SimulatedRadios } from './simulated-radios.ts';
import { createHotelSite } from './sites/index.ts';

const caps = findCapabilities('NL-AP6C') ?? { limits: { ssidsPerRadio: 16 } as never, radios: [] };
/** A Sunday at 04:00 in Lisbon. */
const NOW = Date.UTC(2026, 10, 22, 4);
const wlan = (ssid: string, values: Partial<ConfigWlan> = {}): ConfigWlan => ({
  name: ssid,
  ssid,
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'open' },
  maxClients: 32,
  isolated: false,
  dhcp: 'user',
  shutdowns: [],
  ...values,
});
const wireless = (values: Partial<ConfigWireless>): ConfigWireless => ({
  wlans: [],
  radios: [],
  timeZone: 'Europe/Lisbon',
  blacklist: [],
  ...values,
});
const factoryRadios = () =>
  new SimulatedRadios({
    caps,
    factorySsids: ['Factory'],
    mac: '02:00:00:00:00:07',
    entropy: new SeededEntropy(1),
  });
const ssids = (config: ConfigWireless | undefined) =>
  factoryRadios()
    .radios(config, NOW, () => 0)
    .map((radio) => radio.ssids);

test('broadcasts exactly the configured SSIDs', () => {
  expect(ssids(undefined)).toEqual([['Factory'], ['Factory']]);
  expect(ssids(wireless({}))).toEqual([[], []]);
  const wlans = [wlan('Staff'), wlan('Fast', { bands: ['5G'] })];
  expect(ssids(wireless({ wlans }))).toEqual([['Staff'], ['Staff', 'Fast']]);
});

test('stops an SSID in its shutdown period, in the configured time zone', () => {
  const night = { days: [0], fromMinute: 0, toMinute: 300 };
  const wlans = [wlan('Staff', { shutdowns: [night] }), wlan('Always')];
  expect(ssids(wireless({ wlans }))).toEqual([['Always'], ['Always']]);
  expect(ssids(wireless({ wlans, timeZone: 'Asia/Shanghai' }))).toEqual([
    ['Staff', 'Always'],
    ['Staff', 'Always'],
  ]);
});

test('turns off a radio without SSIDs', () => {
  const [low, high] = factoryRadios().radios(
    wireless({ wlans: [wlan('Fast', { bands: ['5G'] })] }),
    NOW,
    () => 3,
  );
  expect(low).toEqual({ id: 'radio0', up: false, ssids: [] });
  expect(high).toMatchObject({ up: true, clients: 3, widthMhz: 80 });
});

test('limits the SSIDs of a radio to the number that its model supports', () => {
  const wlans = Array.from({ length: 20 }, (_, index) => wlan(`Name ${index}`));
  expect(ssids(wireless({ wlans })).map(({ length }) => length)).toEqual([16, 16]);
});

test('broadcasts each SSID of each radio with an address of its own, which stays the same', () => {
  const wlans = Array.from({ length: 16 }, (_, index) => wlan(`Name ${index}`));
  const list = () =>
    factoryRadios()
      .radios(wireless({ wlans }), NOW, () => 0)
      .flatMap(({ bssids = [] }) => bssids);
  const addresses = list();
  expect(new Set(addresses).size).toBe(32);
  expect(addresses).not.toContain('02:00:00:00:00:07');
  for (const address of addresses) {
    expect(address).toMatch(/^[0-9a-f]{2}:00:00:00:00:07$/);
    // Addresses of one station that no manufacturer owns.
    expect(Number.parseInt(address.slice(0, 2), 16) & 3).toBe(2);
  }
  expect(list()).toEqual(addresses);
});

test('uses configured values within the limits of the radio', () => {
  const radios = [
    { id: 'radio0', channel: 6, widthMhz: 40, powerDbm: 29 },
    { id: 'radio1', channel: 165, widthMhz: 80, powerDbm: 12 },
  ] as const;
  const [low, high] = factoryRadios().radios(
    wireless({ wlans: [wlan('A')], radios: [...radios] }),
    NOW,
    () => 0,
  );
  expect(low).toMatchObject({ channel: 6, widthMhz: 40, powerDbm: 26 });
  expect(high).toMatchObject({ channel: 165, widthMhz: 20, powerDbm: 12 });
});

test('chooses an allowed channel and keeps it until the next change', () => {
  const one = factoryRadios();
  const config = wireless({ wlans: [wlan('A')], country: 'JP' });
  const channels = () => one.radios(config, NOW, () => 0).map(({ channel }) => channel);
  const first = channels();
  expect(channels()).toEqual(first);
  expect([1, 6, 11]).toContain(first[0]);
  expect(first[1]).toBeLessThanOrEqual(144);
  const moved = one.changeChannel(config);
  expect(moved?.band).toBe('2.4G');
  expect(channels()[0]).toBe(moved?.channel);
  const radios = caps.radios.map(
    ({ id }) => ({ id, channel: 1, widthMhz: 'auto', powerDbm: 'auto' }) as const,
  );
  expect(one.changeChannel(wireless({ radios }))).toBeUndefined();
});

test('reports the radio of a bridge on the channel of its link, without an SSID', () => {
  const link = { mode: 'base', channel: 100, widthMhz: 40, powerDbm: 20, peers: [] } as const;
  const [radio] = factoryRadios().bridgeRadios({ ...link, peers: [...link.peers] });
  expect(radio).toMatchObject({ up: true, channel: 100, widthMhz: 40, ssids: [] });
  expect(factoryRadios().bridgeRadios(undefined)).toMatchObject([
    { up: false, ssids: [] },
    { up: false, ssids: [] },
  ]);
});

test('the hotel begins with the same bad plan each time: most access points on few channels', () => {
  const listChannels = (seed: number) =>
    createHotelSite(1).devices.flatMap(({ mac, model }) => {
      const { kind, limits, radios = [] } = findCapabilities(model) ?? {};
      if (kind !== 'ap' || !limits) return [];
      const options = {
        caps: { limits, radios },
        factorySsids: ['Hotel'],
        mac,
        entropy: new SeededEntropy(seed),
      };
      return new SimulatedRadios(options).radios(undefined, NOW, () => 0);
    });
  const radios = listChannels(1);
  expect(listChannels(2)).toEqual(radios);
  const low = radios.filter(({ channel = 0 }) => channel < 15);
  const first = radios.filter(({ channel = 0 }) => channel >= 36 && channel <= 48);
  expect(low.filter(({ channel = 0 }) => channel === 1 || channel === 6).length).toBeGreaterThan(
    0.7 * low.length,
  );
  expect(first.length).toBeGreaterThan(0.5 * (radios.length - low.length));
  expect(new Set(first.map(({ widthMhz }) => widthMhz))).toEqual(new Set([80]));
});

test('a radio leaves channels with radar for 30 min, also configured ones, for the best channel without radar', () => {
  const one = factoryRadios();
  const report = (channel: number, now = NOW) =>
    one.radios(
      wireless({
        wlans: [wlan('A')],
        country: 'US',
        radios: [{ id: 'radio1', channel, widthMhz: 80, powerDbm: 'auto' }],
      }),
      now,
      () => 0,
    );
  const list = (channel: number, now?: number) => report(channel, now)[1]?.channel;
  const until = NOW + 30 * MINUTE_MS;
  const busy = {
    bssid: '02:00:00:00:00:09',
    ssid: 'Cafe',
    band: '5G',
    signalDbm: -60,
    security: 'WPA2',
  } as const;
  const moved = one.avoidRadar(
    'radio1',
    wireless({
      wlans: [wlan('A')],
      country: 'US',
      radios: [{ id: 'radio1', channel: 100, widthMhz: 80, powerDbm: 'auto' }],
    }),
    {
      channels: [100, 104, 108, 112],
      until,
      now: NOW,
      networks: [{ ...busy, channel: 44, widthMhz: 80, loadPercent: 40 }],
    },
  );
  expect(moved).toEqual({ band: '5G', from: 100, to: 149 });
  expect(list(100)).toBe(149);
  // Every channel that contains a blocked one is blocked, and others are not.
  expect(list(108, until - 1)).toBe(149);
  expect(list(36, until - 1)).toBe(36);
  expect(list(100, until)).toBe(100);
  // The radio reports the find with its age for this time.
  const listRadar = (now: number) => report(100, now).map(({ radar }) => radar);
  expect(listRadar(until - 1_000)).toEqual([
    undefined,
    [{ channels: [100, 104, 108, 112], ageSeconds: 30 * 60 - 1 }],
  ]);
  expect(listRadar(until)).toEqual([undefined, undefined]);
});

test('a radio that may use only channels with radar detection leaves for one of them', () => {
  expect(
    selectSubstitute(
      [
        { channel: 100, widthMhz: 80 },
        { channel: 116, widthMhz: 80 },
      ],
      [104],
      [],
    ),
  ).toBe(116);
  expect(selectSubstitute([{ channel: 100, widthMhz: 80 }], [104], [])).toBeUndefined();
});
