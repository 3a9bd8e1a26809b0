import { describe, expect, it } from 'vitest';
import {
  addRecentId,
  findItems,
  listGeneralCommands,
  listNetworkItems,
  listPageItems,
  listRecentItems,
  type PaletteItem,
  toSearchText,
} from './palette-items.ts';
import { createSession } from '../../testing/fixtures.ts';

const items: PaletteItem[] = [
  {
    id: '1',
    group: 'Pages',
    label: 'VLAN',
    searchText: toSearchText('VLAN', 'Gateway'),
    target: { to: '/' },
  },
  {
    id: '2',
    group: 'Devices',
    label: 'AP-1',
    searchText: toSearchText('AP-1', '00:11:22:33:44:55', '10.0.0.7'),
    needsQuery: true,
    target: { to: '/' },
  },
  ...listGeneralCommands('Switch to dark mode'),
];

describe('palette', () => {
  it('shows pages without a query, and devices for a matching query', () => {
    expect(findItems(items, '').map(({ id }) => id)).toEqual([
      '1',
      'Switch to dark mode',
      'Keyboard shortcuts',
      'Sign out',
    ]);
    expect(findItems(items, '10.0.0').map(({ id }) => id)).toEqual(['2']);
  });

  it('finds a MAC address with and without separators, and several terms in any order', () => {
    expect(findItems(items, '001122')).toHaveLength(1);
    for (const query of ['00:11:22', '00-11-22', ' 0011.2233 ', '00 11 22 33 44 55'])
      expect(findItems(items, query)).toHaveLength(1);
    expect(findItems(items, 'gateway vlan')).toHaveLength(1);
  });

  it('finds a command by its label and its synonyms', () => {
    expect(findItems(items, 'dark')).toHaveLength(1);
    expect(findItems(items, 'theme')).toHaveLength(1);
  });

  it('ends a long group with a link to the list with the same filter', () => {
    const aps = Array.from({ length: 9 }, (_, index): PaletteItem => ({
      id: `ap-${index}`,
      group: 'Devices',
      label: `AP-${index}`,
      searchText: toSearchText(`AP-${index}`),
      target: { to: '/' },
    }));
    const found = findItems(aps, 'ap ');
    expect(found).toHaveLength(7);
    expect(found.at(-1)).toMatchObject({
      label: 'Show all 9 devices',
      target: { to: '/manage/devconf', search: { filter: 'ap' } },
    });
    expect(findItems(aps.slice(0, 6), 'ap')).toHaveLength(6);
  });

  it('lists recent choices newest first, without those that are gone or refused', () => {
    const ids = ['1', 'gone', 'recent-2', '1'].reduce(addRecentId, [] as string[]);
    expect(ids).toEqual(['1', '2', 'gone']);
    const refused = items.map((item) => (item.id === '2' ? { ...item, reason: 'Read-only.' } : item));
    expect(listRecentItems(items, ids).map(({ group, id }) => [group, id])).toEqual([
      ['Recent', 'recent-1'],
      ['Recent', 'recent-2'],
    ]);
    expect(listRecentItems(refused, ids)).toHaveLength(1);
  });
});

describe('the network in the palette', () => {
  const found = (query: string) =>
    findItems(
      listNetworkItems({
        lan: { ip: '192.168.1.1', prefix: 24 },
        vlans: [{ id: 20, name: 'Guests', ip: '192.168.20.1', prefix: 24, ports: [] }],
        dhcpPools: [
          {
            name: 'pool_guests',
            vlanId: 20,
            start: '192.168.20.100',
            end: '192.168.20.200',
            dns: [],
            leaseMinutes: 120,
            reservations: [],
          },
        ],
        staticRoutes: [{ name: 'branch', destination: '10.9.0.0', prefix: 16, nextHop: '192.168.20.9' }],
      }),
      query,
    ).map(({ label, target }) => [label, target]);

  it.each([
    [
      'guests vlan',
      [['20 Guests', { to: '/manage/networkconf/vlan', search: { open: '20' } }], 'pool_guests'],
    ],
    ['dhcp', ['pool_guests']],
    ['lan 192.168.1.1', ['1 LAN']],
    ['branch', ['branch']],
    ['guest', ['20 Guests', 'pool_guests']],
  ])('%j finds %j', (query, items) => {
    const results = found(query);
    expect(results).toHaveLength(items.length);
    for (const [index, item] of items.entries())
      if (typeof item === 'string') expect(results[index]?.[0]).toBe(item);
      else expect(results[index]).toEqual(item);
  });

  it('names no menu entry twice', () => {
    const session = createSession();
    for (const { hint, label } of listPageItems({ session, project: undefined, projects: [] }))
      expect(hint).not.toBe(label);
  });
});
