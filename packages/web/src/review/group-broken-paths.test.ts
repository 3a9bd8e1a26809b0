import type { BrokenPath } from '@northlight/contract';
import { expect, it } from 'vitest';
import { countConnections, groupBrokenPaths } from './group-broken-paths.ts';

const WHY = 'VLAN 20 ends at Core-1.';
const path = (name: string, kind: BrokenPath['kind'], own: Partial<BrokenPath> = {}): BrokenPath => ({
  kind,
  deviceId: name,
  deviceName: name,
  ssid: 'Hotel',
  why: WHY,
  lost: true,
  ...own,
});

it('groups the paths of one cause, and leaves out consequences', () => {
  const paths = ['AP-1', 'AP-2', 'AP-3', 'AP-4', 'AP-5'].flatMap((name) => [
    path(name, 'addresses'),
    path(name, 'internet'),
  ]);
  expect(groupBrokenPaths(paths)).toEqual([
    { title: 'Clients of “Hotel” at AP-1, AP-2, AP-3 and 2 more get no address', why: WHY },
  ]);
  expect(countConnections(paths)).toBe(5);
});

it('keeps paths with other causes, networks and consequences apart', () => {
  const cloud = { ssid: undefined, why: 'No port carries its management.' };
  const paths = [
    path('AP-1', 'internet'),
    path('AP-2', 'internet', { why: 'The gateway has no WAN port.' }),
    path('AP-2', 'internet', { ssid: undefined, vlanId: 30 }),
    path('SW-1', 'cloud', cloud),
    path('SW-2', 'cloud', cloud),
  ];
  expect(groupBrokenPaths(paths).map(({ title }) => title)).toEqual([
    'Clients of “Hotel” at AP-1 lose the internet',
    'Clients of “Hotel” at AP-2 lose the internet',
    'Clients of VLAN 30 at AP-2 lose the internet',
    'SW-1 loses its connection to the cloud',
    'SW-2 loses its connection to the cloud',
  ]);
});
