import type { Device, OnlineClient } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { findMissingMetrics, findMissingRadioMetrics } from './missing-metrics.ts';
import { filterSelectedDevices, sortDevices } from './device-selection.ts';
import {
  groupByKey,
  countSignals,
  countKinds,
  countPrivate,
  countWeak,
  selectTopByTraffic,
} from './client-counts.ts';
import { MAX_PORTS, selectPorts } from './port-selection.ts';

const client = (given: Partial<OnlineClient>): OnlineClient => ({
  mac: '00:00:00:00:00:01',
  name: '',
  device: { id: 'a', name: 'A' },
  online: true,
  connectedAt: '',
  lastSeenAt: '',
  ...given,
});
const device = (given: Partial<Device>): Device => ({ id: 'a', name: 'A', kind: 'ap', ...given }) as Device;

describe('counts of online clients', () => {
  const clients = [
    client({ band: '5G', signalDbm: -50, txRateKbps: 10 }),
    client({ band: '5G', signalDbm: -55.4, mac: '02:00:00:00:00:02', rxRateKbps: 30 }),
    client({ band: '2.4G', signalDbm: -90 }),
    client({}),
  ];

  it('are sorted by count, and every signal is in exactly one class', () => {
    expect(groupByKey(clients, ({ band }) => band)).toEqual([
      { label: '5G', count: 2 },
      { label: '2.4G', count: 1 },
    ]);
    expect(countSignals(clients).map(({ count }) => count)).toEqual([2, 0, 0, 0, 1]);
    for (let dbm = -100; dbm <= 0; dbm++) {
      const counted = countSignals([client({ signalDbm: dbm })]);
      expect(
        counted.reduce((sum, { count }) => sum + count, 0),
        String(dbm),
      ).toBe(1);
    }
  });

  it('list the clients with the most traffic, without idle ones', () =>
    expect(selectTopByTraffic(clients, 5).map(({ mac }) => mac)).toEqual([
      '02:00:00:00:00:02',
      '00:00:00:00:00:01',
    ]));

  it('are grouped by the kind that their host name suggests, unknown kinds last', () => {
    expect(countPrivate(clients)).toBe(1);
    const names = ['host-1', 'host-2', 'iPhone-7', 'MacBook-1', 'iPhone-8'];
    expect(countKinds(names.map((name) => client({ name })))).toEqual([
      { label: 'Phone', count: 2 },
      { label: 'Computer', count: 1 },
      { label: 'Unknown kind', count: 2 },
    ]);
  });

  it('are weak below the level fair', () =>
    expect(countWeak([-72, -73, -90, undefined].map((signalDbm) => client({ signalDbm })))).toBe(2));

  it('have the signal levels of the bars in lists', () => {
    expect(countSignals([]).map(({ note }) => note)).toEqual([
      '−55 dBm and up',
      '−65 to −56 dBm',
      '−72 to −66 dBm',
      '−80 to −73 dBm',
      'under −80 dBm',
    ]);
    expect(countSignals([client({ signalDbm: -73 })]).map(({ count }) => count)).toEqual([0, 0, 0, 1, 0]);
  });
});

describe('the selection on a chart page', () => {
  const devices = sortDevices([
    device({ id: 'ap10', name: 'AP-10' }),
    device({ id: 'ap2', name: 'AP-2' }),
    device({ id: 'gw', name: 'Z', kind: 'gateway' }),
  ]);

  it('contains devices by kind and name, by default the first device', () => {
    expect(devices.map(({ id }) => id)).toEqual(['gw', 'ap2', 'ap10']);
    const ids = (named?: string) => filterSelectedDevices(devices, named).map(({ id }) => id);
    expect(ids()).toEqual(['gw']);
    expect(ids('ap10,gone,gw,ap10')).toEqual(['ap10', 'gw']);
    expect(ids('gone')).toEqual(['gw']);
  });

  it('contains ports up to a maximum, by default the uplink and the busiest ports', () => {
    const ports = Array.from({ length: 26 }, (_, index) => ({
      id: `p${index}`,
      label: `P${index}`,
      role: index === 25 ? 'uplink' : 'access',
      type: 'electrical',
      maxSpeedMbps: 1000,
      poe: false,
      up: index % 2 === 0 || index === 25,
      rxBytes: index,
    }));
    const ids = (named?: string) => selectPorts(ports, named).map(({ id }) => id);
    expect(ids()).toEqual(['p20', 'p22', 'p24', 'p25']);
    expect(ids('p3,p1,gone')).toEqual(['p1', 'p3']);
    expect(ids(ports.map(({ id }) => id).join())).toHaveLength(MAX_PORTS);
  });

  it('lists missing metrics with their reason', () => {
    const detail = { capabilities: { ports: [{}], features: [] } };
    const absent = findMissingMetrics(device({ reportedAt: 'now', clientCount: 3 }), detail as never);
    expect([...absent.keys()]).toEqual(['cpu', 'poe']);
    expect([...findMissingMetrics(device({}), detail as never).keys()]).toEqual(['poe']);
  });
});

describe('figures of radios that a device does not report', () => {
  const radio = { id: 'r1', band: '5G', maxPowerDbm: 20, up: true } as const;
  it.each([
    [
      'of no working radio',
      [
        { ...radio, noiseDbm: -95 },
        { ...radio, busyPercent: 4 },
      ],
      'sent,received,retries',
    ],
    ['of radios without any', [radio], 'busy,sent,received,noise,retries'],
    ['unless all radios are off', [{ ...radio, up: false }], ''],
  ])('are missing %s', (_title, radios, names) => {
    expect([...findMissingRadioMetrics({ radios }).keys()].join()).toBe(names);
  });
});
