import { expect, test } from 'vitest';
import { computeContention } from '../contention.ts';
import { createSpectrum, type Spectrum } from '../spectrum.ts';
import { createSiteProblem } from './create-problem.ts';
import { listDisturbances } from './describe-site.ts';
import { estimatePathLosses } from './path-losses.ts';
import type { MeasuredChannel, ReceivedNetwork, Site, SiteRadio } from './site.ts';

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;
const low = (channel: number) => createSpectrum('2.4G', channel);
const high = (channel: number) => createSpectrum('5G', channel);
const choices = [1, 6, 11].map((channel) => ({ ...low(channel), checkSeconds: 0, radarEvents: 0 }));
const OWN = (index: number, network = 0) => `02:00:00:00:0${index}:0${network}`;
const createRadio = (index: number, rest: Partial<SiteRadio> = {}): SiteRadio => ({
  id: `ap${index}/r0`,
  deviceId: `ap${index}`,
  bssids: [OWN(index), OWN(index, 1)],
  spectrum: low(1),
  powerDbm: 20,
  choices,
  load: 0.5,
  clients: 0,
  isPinned: false,
  ...rest,
});
const receive = (
  index: number,
  bssid: string,
  levelDbm: number,
  hoursAgo = 0,
  rest: Partial<ReceivedNetwork> = {},
): ReceivedNetwork => ({
  deviceId: `ap${index}`,
  bssid,
  levelDbm,
  spectrum: low(1),
  at: NOW - hoursAgo * HOUR,
  ...rest,
});
const createSite = (site: Partial<Site>): Site => ({
  radios: [createRadio(1), createRadio(2)],
  networks: [],
  channels: [],
  ...site,
});
const listForeignBusy = (site: Partial<Site>): number[] =>
  createSiteProblem(createSite(site), NOW).radios[0]?.options.map(({ foreignBusy }) => foreignBusy) ?? [];

/** Loss of 20 dBm to a level after some hours. */
const lossOf = (levelDbm: number, hours = 0) => 20 - levelDbm + hours * 0.25;
const scans = (index: number, bssid: string, levels: readonly number[]) =>
  levels.map((level, hours) => receive(index, bssid, level, hours));

test.each([
  ['one scan', scans(1, OWN(2), [-60]), lossOf(-60)],
  ['the median of an odd number, each aged', scans(1, OWN(2), [-60, -90, -70]), lossOf(-70, 2)],
  ['the mean of the middle ones of an even number', scans(1, OWN(2), [-60, -70]), lossOf(-65, 0.5)],
  [
    'five scans at most, the newest ones',
    scans(1, OWN(2), [-60, -60, -60, -60, -60, -30, -30]),
    lossOf(-60, 2),
  ],
  ['one wrong scan changes nothing', scans(1, OWN(2), [-30, -70, -70, -70, -70]), lossOf(-70, 2)],
  [
    'the strongest network of the radio in each scan',
    [...scans(1, OWN(2), [-75, -60]), ...scans(1, OWN(2, 1), [-70, -80])],
    lossOf(-65, 0.5),
  ],
  [
    'the better direction, of medians',
    [...scans(1, OWN(2), [-60, -62, -61]), ...scans(2, OWN(1), [-40, -80, -82])],
    lossOf(-61, 2),
  ],
  ['directions that disagree by 40 dB', [receive(1, OWN(2), -90), receive(2, OWN(1), -50)], lossOf(-50)],
])('loss between two radios: %s', (_, networks, lossDb) => {
  const modelledLosses = [{ a: 0, b: 1, lossDb: 70 }];
  const losses = estimatePathLosses({ ...createSite({ networks }), modelledLosses }, NOW);
  expect(losses).toEqual([{ a: 0, b: 1, lossDb: expect.closeTo(lossDb, 9) }]);
});

const FOREIGN = 'aa:00:00:00:00:10';
test.each([
  ['the strongest level of a day', [-80, -55, -78], computeContention(-55.25)],
  ['less the fading of an older one', [-70, -69.9], computeContention(-70)],
])('a foreign network counts with %s', (_, levels, contention) =>
  expect(listForeignBusy({ networks: scans(1, FOREIGN, levels) })[0]).toBeCloseTo(contention * 0.1, 9),
);

test('a foreign network counts on the channel and with the load of its newest reading', () => {
  const networks = [
    receive(1, FOREIGN, -50, 8, { load: 0.9 }),
    receive(1, FOREIGN, -52, 0, { spectrum: low(6), load: 0.4 }),
    receive(1, FOREIGN, -90, 30),
  ];
  expect(listForeignBusy({ networks })).toEqual([0, expect.closeTo(0.4, 9), 0]);
});

test('the busy airtime of a channel is the median of the last five measurements', () => {
  const channels = [0.9, 0.3, 0.2, 0.25, 0.3, 1, 1].map((busy, hours): MeasuredChannel => ({
    deviceId: 'ap1',
    spectrum: low(6),
    busy,
    at: NOW - hours * HOUR,
  }));
  expect(listForeignBusy({ channels })).toEqual([0, expect.closeTo(0.3, 9), 0]);
});

const everywhere = (levelDbm: number) =>
  [OWN(2), ...['00:10', '01:10', '02:10', '03:10'].map((end) => `aa:00:00:00:${end}`)].map((bssid) =>
    receive(1, bssid, levelDbm),
  );
const wrong = (rest: Partial<Spectrum>): Spectrum => ({ ...low(1), ...rest });

test.each([
  ['−1 dBm for everything', everywhere(-1)],
  ['−40 dBm for everything', everywhere(-40)],
  ['0 dBm', [receive(1, OWN(2), 0)]],
  ['a level above 0', [receive(1, OWN(2), 30)]],
  ['a level that is no number', [receive(1, OWN(2), Number.NaN)]],
  ['an infinite level', [receive(1, OWN(2), Number.POSITIVE_INFINITY)]],
  ['a time that is no number', [receive(1, OWN(2), -50, Number.NaN)]],
  ['channel 0', [receive(1, FOREIGN, -50, 0, { spectrum: low(0) })]],
  ['channel 300', [receive(1, FOREIGN, -50, 0, { spectrum: high(300) })]],
  ['a channel between the bands', [receive(1, FOREIGN, -50, 0, { spectrum: low(40) })]],
  ['a channel that is no number', [receive(1, FOREIGN, -50, 0, { spectrum: low(Number.NaN) })]],
  ['a width that does not exist', [receive(1, FOREIGN, -50, 0, { spectrum: wrong({ highMhz: 2452 }) })]],
  ['a channel outside its own block', [receive(1, FOREIGN, -50, 0, { spectrum: wrong({ channel: 11 }) })]],
])('ignores %s', (_, networks) => {
  const problem = createSiteProblem(createSite({ networks }), NOW);
  expect(problem).toEqual(createSiteProblem(createSite({}), NOW));
  expect(listDisturbances(createSite({ networks }), NOW)).toEqual([]);
});

test('one equal level for the networks of one access point is a measurement', () => {
  const networks = [0, 1, 2, 3].map((network) => receive(1, `${FOREIGN.slice(0, -1)}${network}`, -52));
  expect(listForeignBusy({ networks })[0]).toBeCloseTo(0.1, 9);
});

test.each<[string, Partial<SiteRadio>]>([
  ['load', { load: Number.NaN }],
  ['power', { powerDbm: Number.NaN }],
  ['clients', { clients: Number.NaN }],
  ['channel', { spectrum: low(Number.NaN) }],
])('a radio whose %s is no number leaves the problem finite', (_, rest) => {
  const networks = [
    receive(1, OWN(2), -60),
    receive(1, FOREIGN, -50, 0, { load: Number.NaN }),
    receive(1, 'bb:00:00:00:00:10', -50, 0, { load: 7 }),
  ];
  const channels = [Number.NaN, -1, 9].map((busy) => ({ deviceId: 'ap1', spectrum: low(6), busy, at: NOW }));
  const radios = [createRadio(1, rest), createRadio(2)];
  const problem = createSiteProblem({ radios, networks, channels }, NOW);
  const numbers = [
    ...problem.contentions.flatMap(({ atA, atB }) => [atA, atB]),
    ...problem.radios.flatMap(({ load, options }) => [
      load,
      ...options.flatMap(({ cost, foreignBusy }) => [cost, foreignBusy]),
    ]),
  ];
  expect(numbers.every((number) => Number.isFinite(number))).toBe(true);
  for (const { options } of problem.radios)
    for (const { foreignBusy } of options) expect(foreignBusy).toBeLessThanOrEqual(1.2);
});

// Only a quadratic reading would take this long.
const READING_MS = 10_000;

test(
  '5,000 neighbours in five scans of each device are read in time, and the strongest of each band count',
  { timeout: READING_MS },
  () => {
    const radios = Array.from({ length: 3 }, (_, index) => createRadio(index, { load: 0 }));
    const names = Array.from({ length: 5000 }, (_, index) => {
      const [first, second] = [Math.floor(index / 250), index % 250].map((part) => part.toString(16));
      return `aa:${first}:${second}:00:00:00`;
    });
    const networks = radios.flatMap((_, radio) =>
      names.flatMap((bssid, index) =>
        [0, 1, 2, 3, 4].map((hours) =>
          receive(radio, bssid, index === 4999 ? -89 : -40 - (index % 45), hours, {
            spectrum: index === 4999 ? high(36) : low(6),
            load: 0.01,
          }),
        ),
      ),
    );
    const highRadio = createRadio(4, {
      deviceId: 'ap1',
      spectrum: high(36),
      choices: [{ ...high(36), checkSeconds: 0, radarEvents: 0 }],
    });
    const planned = createSiteProblem({ radios: [...radios, highRadio], networks, channels: [] }, NOW).radios;
    expect(planned[0]?.options[1]?.foreignBusy).toBeCloseTo(2.56, 1);
    expect(planned.at(-1)?.options[0]?.foreignBusy).toBeCloseTo(0.01 * computeContention(-89), 9);
  },
);
