import { describe, expect, it } from 'vitest';
import { findItems, type PaletteItem, toSearchText } from './palette-items.ts';

const items: PaletteItem[] = [
  { id: '1', group: 'Pages', label: 'VLAN', searchText: toSearchText('VLAN', 'Gateway'), to: '/' },
  {
    id: '2',
    group: 'Devices',
    label: 'AP-1',
    searchText: toSearchText('AP-1', '00:11:22:33:44:55', '10.0.0.7'),
    to: '/',
  },
];

describe('palette', () => {
  it('shows pages without a query, and devices for a matching query', () => {
    expect(findItems(items, '').map(({ id }) => id)).toEqual(['1']);
    expect(findItems(items, '10.0.0').map(({ id }) => id)).toEqual(['2']);
  });

  it('finds a MAC with and without separators, and several terms in any order', () => {
    expect(findItems(items, '001122')).toHaveLength(1);
    expect(findItems(items, '00:11:22')).toHaveLength(1);
    expect(findItems(items, 'gateway vlan')).toHaveLength(1);
  });
});
