import { expect, test } from 'vitest';
import { createSpectrum } from '../spectrum.ts';
import { createSiteProblem } from './create-problem.ts';
import type { MeasuredChannel, ReceivedNetwork, Site, SiteRadio } from './site.ts';

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;
const low = (channel: number) => createSpectrum('2.4G', channel);
const choices = [1, 6, 11].map((channel) => ({ ...low(channel), checkSeconds: 0, radarEvents: 0 }));
const createRadio = (index: number, rest: Partial<SiteRadio> = {}): SiteRadio => ({
  id: `ap${index}/r0`,
  deviceId: `ap${index}`,
  bssids: [`02:00:00:00:0${index}:00`],
  spectrum: low(1),
  powerDbm: 20,
  choices,
  load: 0.5,
  clients: 0,
  isPinned: false,
  ...rest,
});
const receive = (index: number, bssid: string, levelDbm: number, rest: Partial<ReceivedNetwork> = {}) => ({
  deviceId: `ap${index}`,
  bssid,
  levelDbm,
  spectrum: low(1),
  at: NOW,
  ...rest,
});
const create = (site: Partial<Site>) =>
  createSiteProblem({ radios: [createRadio(1), createRadio(2)], networks: [], channels: [], ...site }, NOW);

test('estimates contention from the better direction and the power of each radio', () => {
  const radios = [createRadio(1), createRadio(2, { powerDbm: 8 })];
  const networks = [receive(1, '02:00:00:00:02:00', -90), receive(2, '02:00:00:00:01:00', -62)];
  const { contentions } = create({ radios, networks });
  // Loss 82 dB: the first radio receives the second one at −74 dBm, the second one the first one at −62 dBm.
  expect(contentions).toEqual([{ a: 0, b: 1, atA: expect.closeTo(0.912, 3), atB: expect.closeTo(0.96, 3) }]);
});

test.each([
  ['an impossible level', [receive(1, '02:00:00:00:02:00', -1)]],
  ['a level below every receiver', [receive(1, '02:00:00:00:02:00', -150)]],
  ['a scan of two days ago', [receive(1, '02:00:00:00:02:00', -50, { at: NOW - 48 * HOUR })]],
  [
    'a device that reports one level for everything',
    ['02:00:00:00:02:00', 'aa:00:00:00:00:10', 'aa:00:00:00:01:10', 'aa:00:00:00:02:10'].map((bssid) =>
      receive(1, bssid, -40),
    ),
  ],
])('leaves out %s', (_, networks) => {
  const { contentions, radios } = create({ networks });
  expect(contentions).toEqual([]);
  expect(radios.flatMap(({ options }) => options.map(({ foreignBusy }) => foreignBusy))).toEqual(
    Array.from({ length: 6 }, () => 0),
  );
});

test('an older level counts less', () => {
  const contentionAfter = (hours: number) =>
    create({ networks: [receive(1, '02:00:00:00:02:00', -80, { at: NOW - hours * HOUR })] }).contentions[0]
      ?.atA ?? 0;
  expect(contentionAfter(0)).toBeGreaterThan(contentionAfter(12));
});

test('a foreign access point counts once per channel, with the load that it announces', () => {
  const networks = [
    receive(1, 'aa:00:00:00:00:10', -52, { load: 0.4 }),
    receive(1, 'ae:00:00:00:00:11', -53, { load: 0.4 }),
    receive(1, 'bb:00:00:00:00:00', -52, { spectrum: low(6) }),
  ];
  const [radio] = create({ networks }).radios;
  expect(radio?.options.map(({ foreignBusy }) => foreignBusy)).toEqual([
    expect.closeTo(0.4, 9),
    expect.closeTo(0.1, 9),
    0,
  ]);
});

test('airtime that the radios of the site do not explain is foreign', () => {
  const measure = (channel: number, busy: number): MeasuredChannel => ({
    deviceId: 'ap1',
    spectrum: low(channel),
    busy,
    at: NOW,
  });
  const [radio] = create({ channels: [measure(1, 0.9), measure(6, 0.3), measure(11, 7)] }).radios;
  expect(radio?.options.map(({ foreignBusy }) => foreignBusy)).toEqual([
    expect.closeTo(0.4, 9),
    expect.closeTo(0.3, 9),
    1,
  ]);
});

test('a change costs more with clients, a radar check, and radar found before', () => {
  const high = [36, 52].map((channel) => createSpectrum('5G', channel));
  const cost = (rest: Partial<SiteRadio>, check: number, radarEvents: number): number => {
    const radio = createRadio(1, {
      spectrum: high[0]!,
      choices: [
        { ...high[0]!, checkSeconds: 0, radarEvents: 0 },
        { ...high[1]!, checkSeconds: check, radarEvents },
      ],
      ...rest,
    });
    const [first, second] = create({ radios: [radio] }).radios[0]?.options ?? [];
    return (second?.cost ?? 0) - (first?.cost ?? 0);
  };
  const steps = [
    cost({}, 0, 0),
    cost({ clients: 9 }, 0, 0),
    cost({ clients: 9 }, 60, 0),
    cost({ clients: 9 }, 60, 1),
  ];
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect(new Set(steps).size).toBe(4);
  expect(steps[0]).toBeGreaterThan(0);
});

test('keeps a present channel that is no choice, and pinned radios', () => {
  const radio = createRadio(1, { spectrum: low(3), isPinned: true });
  const [planned] = create({ radios: [radio] }).radios;
  expect(planned).toMatchObject({ present: 3, isPinned: true });
  expect(planned?.options).toHaveLength(4);
});

test('two radios of one band in a device always disturb each other', () => {
  const radios = [createRadio(1), createRadio(1, { id: 'ap1/r1', bssids: [] })];
  expect(create({ radios }).contentions).toEqual([{ a: 0, b: 1, atA: 1, atB: 1 }]);
});
