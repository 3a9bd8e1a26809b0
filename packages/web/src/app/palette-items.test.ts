import { describe, expect, it } from 'vitest';
import { findItems, listGeneralCommands, type PaletteItem, toSearchText } from './palette-items.ts';

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
    expect(findItems(items, '00:11:22')).toHaveLength(1);
    expect(findItems(items, 'gateway vlan')).toHaveLength(1);
  });

  it('finds a command by its label and its synonyms', () => {
    expect(findItems(items, 'dark')).toHaveLength(1);
    expect(findItems(items, 'theme')).toHaveLength(1);
  });
});
