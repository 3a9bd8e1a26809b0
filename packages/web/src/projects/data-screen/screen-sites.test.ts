import type { ScreenProject } from '@northlight/contract';
import { expect, test } from 'vitest';
import { listScreenSites, formatStateLabel } from './screen-sites.ts';

const project = (patch: Partial<ScreenProject>): ScreenProject => ({
  id: 1,
  name: 'A',
  country: 'Portugal',
  city: '',
  devices: 2,
  online: 2,
  clients: 0,
  openAlarms: 0,
  ...patch,
});
/** Returns the position in degrees instead of map coordinates. */
const place = (_country: string, position?: { latitude: number; longitude: number }) =>
  position && ([position.longitude, position.latitude] as const);
const at = (longitude: number, latitude = 0) => ({ longitude, latitude });

test('merges nearby projects into one mark with their most severe state', () => {
  const sites = listScreenSites(
    [
      project({ id: 1, position: at(10) }),
      project({ id: 2, position: at(12), online: 1 }),
      project({ id: 3, name: 'Far', position: at(300) }),
    ],
    place,
    { width: 400 },
  );
  expect(sites.map(({ isLeft, label, state }) => [label, state, isLeft])).toEqual([
    ['2 projects', 'error', false],
    ['Far', 'ok', false],
  ]);
});

test('leaves out projects without a known location', () => {
  expect(listScreenSites([project({})], place, { width: 400 })).toEqual([]);
});

test.each<[Partial<ScreenProject>, string]>([
  [{}, 'all online'],
  [{ devices: 0, online: 0 }, 'no devices yet'],
  [{ online: 1 }, '1 offline'],
  [{ openAlarms: 1 }, '1 alarm'],
  [{ online: 0, openAlarms: 3 }, '2 offline, 3 alarms'],
])('labels %j as %s', (patch, label) => expect(formatStateLabel(project(patch))).toBe(label));
