import { describe, expect, test } from 'vitest';
import { Air } from './air.ts';
import type { AirClient, AirRadio, ForeignNetwork } from './air-site.ts';
import { createForeignNetworks } from './foreign-networks.ts';
import { placeInCorridor } from './positions.ts';

const AREA = { fromX: 0, toX: 50, fromY: 0, toY: 18, lowestFloor: 0, highestFloor: 2 };
const NOW = Date.UTC(2026, 10, 27, 20);

const createClient = (own: Partial<AirClient> = {}): AirClient => ({
  id: 'client',
  metres: 3,
  downMbps: 5,
  upMbps: 1,
  ...own,
});
/** A demand that no radio meets. */
const SATURATED = [createClient({ downMbps: 10_000, upMbps: 0 })];

const createRadio = (number: number, own: Partial<AirRadio> = {}): AirRadio => ({
  bssid: `02:00:00:00:00:0${number}`,
  sn: `AP${number}`,
  position: { x: 4 * number, y: 0, floor: 0 },
  band: '5G',
  channel: 36,
  widthMhz: 20,
  powerDbm: 20,
  security: 'WPA2',
  isOn: true,
  ssids: ['Office'],
  clients: [],
  ...own,
});
const createForeign = (number: number, own: Partial<ForeignNetwork> = {}): ForeignNetwork => ({
  bssid: `02:5c:00:00:00:0${number}`,
  ssid: 'HomeBox',
  security: 'WPA2',
  position: { x: 0, y: 8, floor: 0 },
  band: '5G',
  channel: 36,
  widthMhz: 20,
  powerDbm: 20,
  entryLossDb: 0,
  day: 'steady',
  peakDuty: 0.9,
  presentShare: 1,
  ...own,
});

/** Returns the figures of the first radio, and those of the others. */
function observe(radios: readonly AirRadio[], foreignNetworks: readonly ForeignNetwork[] = []) {
  const moment = new Air({ foreignNetworks, zoneHours: 0 }).observe(radios, NOW);
  const readings = [...moment.readings.values()];
  const [first] = readings;
  if (!first) throw new Error('No radio is on.');
  return { moment, first, readings };
}

/** Returns the network with an entry loss at which the radio receives it with this level (dBm). */
function withLevel(radio: AirRadio, network: ForeignNetwork, levelDbm: number): ForeignNetwork {
  const [received] = observe([radio], [network]).moment.scan(radio.bssid, network.channel);
  if (!received) throw new Error('The radio does not receive the network.');
  return { ...network, entryLossDb: received.signalDbm - levelDbm };
}

describe('carrier sense', () => {
  test('two saturated radios on one channel get half each, and on separate channels all', () => {
    const alone = observe([createRadio(1, { clients: SATURATED })]).first;
    const onChannel = (channel: number) =>
      observe([createRadio(1, { clients: SATURATED }), createRadio(2, { channel, clients: SATURATED })])
        .readings;
    expect(alone.txPercent).toBeCloseTo(100, 0);
    for (const reading of onChannel(36)) {
      expect(reading.txPercent).toBeCloseTo(50, 0);
      expect(reading.busyPercent).toBeCloseTo(100, 0);
    }
    for (const reading of onChannel(149)) expect(reading.txPercent).toBeCloseTo(100, 0);
  });

  test('radios too weak to receive each other send at the same time', () => {
    const clients = [createClient({ metres: 0, downMbps: 10_000, upMbps: 0 })];
    const { readings } = observe([1, 2].map((number) => createRadio(number, { powerDbm: -35, clients })));
    for (const { txPercent } of readings) expect(txPercent).toBeCloseTo(100, 0);
  });

  test('a foreign network that does not receive the radio keeps its time', () => {
    const radio = createRadio(1, { clients: SATURATED });
    const network = withLevel(radio, createForeign(1, { peakDuty: 0.8, powerDbm: 60 }), -70);
    expect(observe([radio], [network]).first.txPercent).toBeLessThan(30);
  });

  test('a radio that is off neither sends nor has figures', () => {
    const { moment, readings } = observe([
      createRadio(1, { clients: SATURATED }),
      createRadio(2, { isOn: false }),
    ]);
    expect(readings).toHaveLength(1);
    expect(readings[0]?.txPercent).toBeCloseTo(100, 0);
    expect(moment.scan('02:00:00:00:00:01', 36)).toEqual([]);
    expect(moment.scan('02:00:00:00:00:02', 36)).toEqual([]);
  });

  test('a foreign network that is received takes its duty cycle', () => {
    const radio = createRadio(1, { clients: SATURATED });
    const { first } = observe([radio], [withLevel(radio, createForeign(1, { peakDuty: 0.3 }), -70)]);
    expect(first.busyPercent).toBeCloseTo(100, 0);
    expect(first.txPercent).toBeCloseTo(70, 0);
  });
});

describe('interference', () => {
  test('a hidden foreign network raises noise and retries', () => {
    const radio = createRadio(1, { clients: [createClient({ metres: 25 })] });
    const quiet = observe([radio]).first;
    const disturbed = observe([radio], [withLevel(radio, createForeign(1), -84)]).first;
    expect(disturbed.retryPercent).toBeGreaterThan(quiet.retryPercent + 10);
    expect(disturbed.noiseDbm).toBeGreaterThan(quiet.noiseDbm + 5);
    expect(disturbed.busyPercent).toBeLessThan(60);
  });

  test('power on channel 3 disturbs channel 1, on channel 6 less', () => {
    const clients = [createClient({ metres: 20 })];
    const radio = createRadio(1, { band: '2.4G', channel: 1, clients });
    const strong = (channel: number) =>
      observe([radio], [withLevel(radio, createForeign(1, { band: '2.4G', channel }), -63)]).first;
    expect(strong(3).clients[0]?.rateMbps).toBeLessThan((strong(6).clients[0]?.rateMbps ?? 0) / 2);
    expect(strong(3).noiseDbm).toBeGreaterThan(strong(6).noiseDbm + 10);
    expect(strong(6).noiseDbm).toBeGreaterThan(-95);
  });

  test('noise without others is that of the receiver in 20 MHz', () => {
    expect(observe([createRadio(1)]).first.noiseDbm).toBeCloseTo(-95, 5);
    expect(observe([createRadio(1, { widthMhz: 80 })]).first.noiseDbm).toBeCloseTo(-95, 5);
  });

  test('the traffic of a hidden radio of the site raises the noise', () => {
    const other = createRadio(2, { position: { x: 30, y: 0, floor: 0 } });
    const [received] = observe([createRadio(1), other]).moment.scan('02:00:00:00:00:01', 36);
    const powerDbm = other.powerDbm - 84 - (received?.signalDbm ?? 0);
    const measure = (clients: readonly AirClient[]): number =>
      observe([createRadio(1), { ...other, powerDbm, clients }]).first.noiseDbm;
    expect(measure(SATURATED)).toBeGreaterThan(measure([]) + 3);
  });
});

describe('channels and clients', () => {
  test('a wider channel gives more alone, and less where it overlaps others', () => {
    const narrow = createRadio(1, { clients: [createClient({ metres: 12, downMbps: 10_000, upMbps: 0 })] });
    const wide = { ...narrow, widthMhz: 80 as const };
    const others = [40, 44, 48].flatMap((channel, index) =>
      [0, 1].map((more) => withLevel(narrow, createForeign(2 * index + more, { channel, peakDuty: 1 }), -60)),
    );
    expect(observe([wide]).first.throughputMbps).toBeGreaterThan(
      1.5 * observe([narrow]).first.throughputMbps,
    );
    expect(observe([wide], others).first.throughputMbps).toBeLessThan(
      observe([narrow], others).first.throughputMbps,
    );
  });

  test('a farther client needs more airtime', () => {
    const airtimes = [2, 8, 20, 35].map(
      (metres) => observe([createRadio(1, { clients: [createClient({ metres })] })]).first.txPercent,
    );
    expect(airtimes.toSorted((a, b) => a - b)).toEqual(airtimes);
    expect(airtimes[3]).toBeGreaterThan((airtimes[0] ?? 0) * 1.5);
  });

  test('lower power weakens the signal and the rate of a client', () => {
    const measure = (powerDbm: number) =>
      observe([createRadio(1, { powerDbm, clients: [createClient({ metres: 20 })] })]).first.clients[0];
    const [strong, weak] = [measure(20), measure(8)];
    expect((strong?.signalDbm ?? 0) - (weak?.signalDbm ?? 0)).toBeCloseTo(12, 9);
    expect(weak?.rateMbps).toBeLessThan(strong?.rateMbps ?? 0);
  });

  test('a client out of range gets nothing and needs nothing', () => {
    const { first } = observe([createRadio(1, { clients: [createClient({ metres: 5_000 })] })]);
    expect(first.clients[0]).toMatchObject({ rateMbps: 0, demandShare: 0, downMbps: 0, upMbps: 0 });
    expect(first.txPercent).toBeLessThan(1);
  });

  test('a demand that fits is met', () => {
    const { first } = observe([createRadio(1, { clients: [createClient()] })]);
    expect(first.demandShare).toBeCloseTo(1, 5);
    expect(first.throughputMbps).toBeCloseTo(6, 5);
    expect(first.rxPercent).toBeGreaterThan(0);
  });
});

describe('a scan', () => {
  test('lists other radios of the site and foreign networks on a channel, the strongest first', () => {
    const radios = [
      createRadio(1),
      createRadio(2),
      createRadio(3, { channel: 40 }),
      createRadio(4, { sn: 'AP1' }),
      createRadio(5, { ssids: [] }),
    ];
    const foreign = createForeign(1, { position: { x: 5, y: 40, floor: 0 } });
    const received = observe(radios, [foreign]).moment.scan('02:00:00:00:00:01', 36);
    expect(received.map(({ bssid, isOwnSite }) => [bssid, isOwnSite])).toEqual([
      ['02:00:00:00:00:02', true],
      ['02:5c:00:00:00:01', false],
    ]);
    expect(received[1]).toMatchObject({ ssid: 'HomeBox', channel: 36, widthMhz: 20, security: 'WPA2' });
    expect(received[1]?.loadPercent).toBeGreaterThan(80);
  });

  test('lower power reduces the level at neighbours by as many dB', () => {
    const measure = (powerDbm: number): number => {
      const { moment } = observe([createRadio(1), createRadio(2, { powerDbm })]);
      return moment.scan('02:00:00:00:00:01', 36)[0]?.signalDbm ?? 0;
    };
    expect(measure(20) - measure(14)).toBeCloseTo(6, 9);
  });
});

describe('figures are finite and within their limits', () => {
  const expectValid = (radios: readonly AirRadio[], foreign: readonly ForeignNetwork[]): void => {
    const { moment, readings } = observe(radios, foreign);
    for (const reading of readings) {
      const {
        busyPercent,
        clients,
        demandShare,
        noiseDbm,
        retryPercent,
        rxPercent,
        throughputMbps,
        txPercent,
      } = reading;
      const percents = [busyPercent, txPercent, rxPercent, retryPercent, 100 * demandShare];
      for (const percent of [
        ...percents,
        ...clients.flatMap((each) => [each.retryPercent, 100 * each.demandShare]),
      ])
        expect(percent >= 0 && percent <= 100 + 1e-9).toBe(true);
      expect(txPercent + rxPercent).toBeLessThanOrEqual(busyPercent + 1e-9);
      expect(noiseDbm >= -96 && noiseDbm < 60).toBe(true);
      for (const figure of [throughputMbps, ...clients.map(({ rateMbps }) => rateMbps)])
        expect(Number.isFinite(figure) && figure >= 0).toBe(true);
    }
    for (const { loadPercent, signalDbm } of moment.scan('02:00:00:00:00:01', 36)) {
      expect(loadPercent >= 0 && loadPercent <= 100).toBe(true);
      expect(Number.isFinite(signalDbm)).toBe(true);
    }
  };

  test('with 5,000 foreign networks', () => {
    const foreign = Array.from({ length: 160 }, (_, seed) => createForeignNetworks(seed, AREA)).flat();
    expect(foreign.length).toBeGreaterThan(5_000);
    const radios = [1, 2, 3].map((number) => createRadio(number, { clients: SATURATED }));
    expectValid([...radios, createRadio(4, { band: '2.4G', channel: 6, clients: SATURATED })], foreign);
  });

  test('with radios and networks in the same place', () => {
    const position = { x: 0, y: 0, floor: 0 };
    const radios = [1, 2, 3, 4].map((number) =>
      createRadio(number, { position, clients: SATURATED, powerDbm: 36 }),
    );
    expectValid(radios, [createForeign(1, { position, powerDbm: 36 })]);
  });

  test.each([
    ['no clients', []],
    ['no demand', [createClient({ downMbps: 0, upMbps: 0 })]],
    ['a negative demand', [createClient({ downMbps: -5, upMbps: 1 })]],
    ['a client at the radio', [createClient({ metres: 0 })]],
    ['a demand in one direction that is out of range', [createClient({ metres: 60, upMbps: 50 })]],
  ])('with %s', (_title, clients) => expectValid([createRadio(1, { clients })], []));

  test('without radios', () =>
    expect(
      new Air({ foreignNetworks: [createForeign(1)], zoneHours: 0 }).observe([], NOW).readings.size,
    ).toBe(0));

  test('with many radios on all bands', () => {
    const radios = Array.from({ length: 60 }, (_, index) =>
      createRadio(index, {
        bssid: `02:00:00:00:00:${(index + 1).toString(16).padStart(2, '0')}`,
        position: placeInCorridor(Math.floor(index / 3)),
        band: (['2.4G', '5G', '6G'] as const)[index % 3] ?? '5G',
        channel: [1 + (index % 11), 36 + 4 * (index % 8), 1 + 4 * (index % 59)][index % 3] ?? 36,
        widthMhz: ([20, 40, 80, 160] as const)[index % 4] ?? 20,
        clients: Array.from({ length: index % 7 }, (_, each) =>
          createClient({
            id: `client ${index} ${each}`,
            metres: 3 * each,
            downMbps: 4 * each,
            streams: 1 + (each % 4),
          }),
        ),
      }),
    );
    expectValid(radios, createForeignNetworks(3, AREA));
  });
});

test('the same arguments give the same figures', () => {
  const radios = [createRadio(1, { clients: SATURATED }), createRadio(2)];
  const foreign = createForeignNetworks(5, AREA);
  expect(observe(radios, foreign).readings).toEqual(observe(radios, foreign).readings);
});
