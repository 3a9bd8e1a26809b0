import { describe, expect, it } from 'vitest';
import {
  addRecentId,
  findItems,
  listGeneralCommands,
  listRecentItems,
  type PaletteItem,
  toSearchText,
} from './palette-items.ts';

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
