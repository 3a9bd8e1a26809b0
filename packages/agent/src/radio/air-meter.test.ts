import { describe, expect, it, test } from 'vitest';
import { AirMeter } from './air-meter.ts';

interface Counters {
  readonly mhz?: number;
  readonly active: number;
  readonly busy: number;
  readonly sent?: number;
  readonly received?: number;
}
const survey = ({ active, busy, mhz = 5180, received, sent }: Counters) =>
  [
    'Survey data from nlw0b0',
    `\tfrequency:\t\t\t${mhz} MHz [in use]`,
    '\tnoise:\t\t\t\t-96 dBm',
    `\tchannel active time:\t\t${active} ms`,
    `\tchannel busy time:\t\t${busy} ms`,
    ...(received === undefined ? [] : [`\tchannel BSS receive time:\t${received} ms`]),
    ...(sent === undefined ? [] : [`\tchannel transmit time:\t\t${sent} ms`]),
    '',
  ].join('\n');
const station = (mac: number, frames: number, retries: number, receivedUs?: number) =>
  [
    `Station 02:00:00:00:00:0${mac} (on nlw0b0)`,
    `\ttx packets:\t${frames}`,
    `\ttx retries:\t${retries}`,
    ...(receivedUs === undefined ? [] : [`\trx duration:\t${receivedUs} us`]),
    '\tauthorized:\tyes',
    '',
  ].join('\n');

/** Reads the figures of one radio with two SSIDs at each of the given minutes. */
async function readEach(readings: readonly { survey?: string; stations?: string[]; minutes?: number }[]) {
  let now = 0;
  let outputs: Record<string, string | undefined> = {};
  const lines: string[] = [];
  const meter = new AirMeter({
    clock: { now: () => now },
    run: ([, , device = '', kind = '']) => {
      lines.push(`${device} ${kind}`);
      const output = outputs[`${device} ${kind}`];
      return output === undefined
        ? Promise.reject(new Error('Operation not supported (-95)'))
        : Promise.resolve(output);
    },
  });
  const figures = [];
  for (const [index, { minutes = index, stations = [], survey: text }] of readings.entries()) {
    now = minutes * 60_000;
    outputs = {
      'nlw0b0 survey': text,
      'nlw0b0 station': stations[0] ?? '',
      'nlw0b1 station': stations.slice(1).join(''),
    };
    figures.push(await meter.read('radio0', ['nlw0b0', 'nlw0b1']));
  }
  return { figures, lines };
}

test('measures the shares between two reports, and nothing but the noise at the first one', async () => {
  const { figures, lines } = await readEach([
    {
      survey: survey({ active: 5_000, busy: 1_000, sent: 200, received: 100 }),
      stations: [station(1, 900, 800)],
    },
    {
      survey: survey({ active: 65_000, busy: 19_000, sent: 6_200, received: 3_100 }),
      stations: [station(1, 980, 810), station(2, 10, 0)],
    },
  ]);
  expect(figures).toEqual([
    { noiseDbm: -96 },
    { busyPercent: 30, txPercent: 10, rxPercent: 5, noiseDbm: -96, retryPercent: 10 },
  ]);
  expect(lines.slice(0, 3)).toEqual(['nlw0b0 survey', 'nlw0b0 station', 'nlw0b1 station']);
});

describe('the share of received frames, without a counter of the driver,', () => {
  const channel = [survey({ active: 0, busy: 0 }), survey({ active: 60_000, busy: 6_000 })];
  it.each<[string, string[], string[], number | undefined]>([
    [
      'is that of the stations',
      [station(1, 0, 0, 5)],
      [station(1, 0, 0, 600_005), station(2, 0, 0, 600_000)],
      2,
    ],
    ['counts a station that reconnected from 0', [station(1, 0, 0, 900_000)], [station(1, 0, 0, 600_000)], 1],
    ['is 0 without stations', [], [], 0],
    ['is unknown if the stations have none', [station(1, 0, 0)], [station(1, 5, 0)], undefined],
  ])('%s', async (_title, before, now, percent) => {
    const { figures } = await readEach([
      { survey: channel[0]!, stations: before },
      { survey: channel[1]!, stations: now },
    ]);
    expect(figures[1]?.rxPercent).toBe(percent);
    expect(figures[1]?.busyPercent).toBe(10);
  });
});

test('has no shares after a restart of the driver or a change of the channel, and figures again afterwards', async () => {
  const { figures } = await readEach([
    { survey: survey({ active: 60_000, busy: 30_000 }) },
    { survey: survey({ active: 1_000, busy: 100 }) },
    { survey: survey({ active: 61_000, busy: 12_100 }) },
    { survey: survey({ active: 50_000, busy: 500, mhz: 5500 }) },
    { survey: survey({ active: 110_000, busy: 6_500, mhz: 5500 }) },
  ]);
  expect(figures.map(({ busyPercent }) => busyPercent)).toEqual([undefined, undefined, 20, undefined, 10]);
});

test('repeats the last figures in a report that follows within 10 s', async () => {
  const { figures } = await readEach([
    { survey: survey({ active: 0, busy: 0 }) },
    { survey: survey({ active: 60_000, busy: 6_000 }) },
    { survey: survey({ active: 60_300, busy: 6_300 }), minutes: 1.05 },
    { survey: survey({ active: 120_000, busy: 36_000 }), minutes: 2 },
  ]);
  expect(figures.map(({ busyPercent }) => busyPercent)).toEqual([undefined, 10, 10, 50]);
});

test('has the retries of a driver that counts no airtime, and no figures of one that counts nothing', async () => {
  const { figures } = await readEach([
    { stations: [station(1, 10, 0)] },
    { stations: [station(1, 25, 5)] },
    { stations: [station(1, 25, 5)] },
  ]);
  expect(figures).toEqual([{}, { retryPercent: 25 }, {}]);
});

test('forgets the counters of a radio that is off', async () => {
  const meter = new AirMeter({
    clock: { now: () => 0 },
    run: () => Promise.reject(new Error('The radio must not be read.')),
  });
  expect(await meter.read('radio0', [])).toEqual({});
});
