import type { DeviceBackhaul } from '@northlight/contract';
import { expect, test } from 'vitest';
import { listParentOptions } from './parent-options.ts';

const node = (name: string) => ({ mac: `02:${name}`, name, parentMac: undefined });
const NODES = [node('Attic'), node('Garage'), node('Hall'), node('Living-room')];
const backhaul = (candidates: readonly (readonly [name: string, dbm: number])[]): DeviceBackhaul => ({
  kind: 'wireless',
  parent: { id: 'hall', name: 'Hall' },
  hops: 2,
  signalDbm: -60,
  candidates: candidates.map(([name, signalDbm]) => ({ node: { id: name, name }, signalDbm })),
});
const labels = (report: DeviceBackhaul | undefined) =>
  listParentOptions(NODES, { backhaul: report }).map(({ label }) => label);

test('lists the strongest parent first and recommends it', () =>
  expect(
    labels(
      backhaul([
        ['Attic', -71],
        ['Living-room', -38],
      ]),
    ),
  ).toEqual([
    'Living-room, −38 dBm, recommended',
    'Hall, −60 dBm, current parent',
    'Attic, −71 dBm',
    'Garage, not in reach',
  ]));

test('recommends no parent whose signal is too weak', () =>
  expect(labels({ ...backhaul([]), signalDbm: -80 })[0]).toBe('Hall, −80 dBm, current parent'));

test('keeps the order of the nodes without a report', () => {
  expect(listParentOptions(NODES, undefined).map(({ label }) => label)).toEqual([
    'Attic',
    'Garage',
    'Hall',
    'Living-room',
  ]);
  expect(labels(undefined)[0]).toBe('Attic, not in reach');
});
