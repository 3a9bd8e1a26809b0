import { expect, test } from 'vitest';
import type { PortSetting } from '@northlight/contract';
import {
  describePort,
  formatLink,
  formatMemberships,
  formatRates,
  formatSpeedClass,
  type Port,
  summarizePorts,
} from './port-labels.ts';

test.each([
  [10, '10M'],
  [100, '100M'],
  [1000, '1G'],
  [2500, '2.5G'],
  [400_000, '400G'],
  [1_600_000, '1.6T'],
])('formats a link of %d Mbit/s as %s', (mbps, expected) => {
  expect(formatSpeedClass(mbps)).toBe(expected);
});

const port: Port = {
  id: 'p1',
  label: 'P1',
  role: 'access',
  type: 'electrical',
  maxSpeedMbps: 1000,
  poe: false,
};
const setting: PortSetting = {
  id: 'p1',
  enabled: true,
  mode: 'access',
  pvid: 10,
  tagged: [],
  untagged: [],
  speedMbps: 0,
  duplex: 'auto',
  eee: false,
};

test.each<[string, Partial<Port>, Partial<PortSetting>]>([
  ['–', {}, {}],
  ['Down', { up: false }, {}],
  ['Disabled', { up: true }, { enabled: false }],
  ['1G', { up: true, speedMbps: 1000 }, {}],
  ['100M, blocked', { up: true, speedMbps: 100, stp: 'discarding' }, {}],
])('formats a link as %s', (expected, reported, set) => {
  expect(formatLink({ ...port, ...reported }, { ...setting, ...set })).toBe(expected);
});

test.each<[string, Partial<PortSetting>]>([
  ['1, tagged all', { mode: 'trunk', pvid: 1, tagged: 'all' }],
  ['1', { mode: 'trunk', pvid: 1 }],
  ['1,7, tagged 3,5,10-12', { mode: 'hybrid', pvid: 1, untagged: [7], tagged: [3, 5, 10, 11, 12] }],
])('formats the VLANs as %s', (expected, set) => {
  expect(formatMemberships({ ...setting, ...set })).toBe(expected);
});

test.each<[string, readonly Partial<Port>[], boolean]>([
  ['2 of 3 up', [{ up: true }, { up: true, poeWatts: 0 }, { up: false }], true],
  ['1 of 2 up, 6.6 W PoE', [{ up: true, poeWatts: 6.55 }, { up: false }], true],
  ['Link states unknown', [{}, {}], true],
  ['Link states unknown', [{ up: true }], false],
])('summarizes ports as %s', (expected, ports, isCurrent) => {
  expect(
    summarizePorts(
      ports.map((own) => ({ ...port, ...own })),
      isCurrent,
    ),
  ).toBe(expected);
});

test.each([
  [77_400, 12_000, '↓77 ↑12 kbit/s'],
  [300, 12_400_000, '↓0.0 ↑12.4 Mbit/s'],
  [undefined, 40, '↓0 ↑40 bit/s'],
])('formats the rates %s and %s as %s', (incoming, out, expected) => {
  expect(formatRates({ in: incoming, out })).toBe(expected);
});

test.each<[string, Partial<Port>, Partial<PortSetting>]>([
  ['P1: up at 1 Gbit/s, to AP-1', { up: true, neighbour: { mac: '02:00:00:00:00:01', name: 'AP-1' } }, {}],
  ['P1: up below full speed at 100 Mbit/s', { up: true, speedMbps: 100 }, {}],
  ['P1: blocked by spanning tree at 1 Gbit/s', { up: true, stp: 'discarding' }, {}],
  ['P1: down', { up: false, stp: 'discarding' }, {}],
  ['P1: disabled, lobby', { up: true }, { enabled: false, remark: 'lobby' }],
])('describes a port in one sentence: %s', (expected, reported, own) => {
  expect(describePort({ ...port, ...reported }, { ...setting, ...own })).toBe(expected);
});
