import { expect, test } from 'vitest';
import { type BrokenPath, describeRollback, isCuttingOffManagement } from './broken-path.ts';

const path = (deviceName: string, own: Partial<BrokenPath> = {}): BrokenPath => ({
  kind: 'cloud',
  deviceId: deviceName,
  deviceName,
  why: 'VLAN 20 ends at Core-1.',
  lost: true,
  ...own,
});
const unprotected = (name: string) => path(name, { kind: 'management', cannotRollBack: true });

test.each<[string, BrokenPath[]]>([
  ['A device that cannot reach the cloud afterwards rolls back automatically.', [path('SW-1')]],
  [
    'AP-1 cannot roll back: if it cannot reach the cloud afterwards, a person on site is needed.',
    [unprotected('AP-1'), path('AP-1', { cannotRollBack: true }), path('SW-1', { kind: 'addresses' })],
  ],
  [
    'AP-1 and AP-2 cannot roll back: if they cannot reach the cloud afterwards, a person on site is needed. Other devices roll back automatically.',
    [unprotected('AP-1'), unprotected('AP-2'), path('SW-1')],
  ],
])('describes the end of a change: %s', (sentence, paths) => {
  expect(describeRollback(paths)).toBe(sentence);
});

test.each<[boolean, BrokenPath]>([
  [true, path('SW-1')],
  [true, unprotected('SW-1')],
  [false, path('SW-1', { lost: false })],
  [false, path('SW-1', { kind: 'addresses' })],
])('cuts off the management: %s', (expected, each) => {
  expect(isCuttingOffManagement([each])).toBe(expected);
});
