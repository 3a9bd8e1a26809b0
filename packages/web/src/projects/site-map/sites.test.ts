import type { Project } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { groupSites } from './sites.ts';

const project = (patch: Partial<Project>) =>
  ({
    id: 1,
    name: 'A',
    country: 'Portugal',
    deviceCount: 1,
    devicesOnline: 1,
    unreadAlarms: 0,
    openAlarms: 0,
    ...patch,
  }) as Project;
const place = (country: string) =>
  country === 'Portugal' ? ([100, 100] as const) : country === 'Spain' ? ([110, 102] as const) : undefined;

describe('the map', () => {
  it('shows the most severe state of a country and counts its projects', () => {
    const [site] = groupSites([project({}), project({ id: 2, devicesOnline: 0 })], place);
    expect(site).toMatchObject({ label: '2 projects', state: 'error', labelled: true });
  });

  it('uses the position of a country’s only project', () => {
    const position = { latitude: 38.7, longitude: -9.1 };
    const calls: unknown[] = [];
    groupSites([project({ position })], (...args) => {
      calls.push(args);
      return [1, 2];
    });
    expect(calls).toEqual([['Portugal', position]]);
  });

  it('hides labels that would cover a label with a more severe state', () => {
    const sites = groupSites(
      [project({}), project({ id: 2, name: 'B', country: 'Spain', devicesOnline: 0 })],
      place,
    );
    expect(sites.map(({ label, labelled }) => [label, labelled])).toEqual([
      ['B', true],
      ['A', false],
    ]);
  });

  it('leaves out projects without a location', () => {
    expect(groupSites([project({ country: '' }), project({ country: 'Atlantis' })], place)).toEqual([]);
  });
});
