import { describe, expect, it } from 'vitest';
import { findItems, type PaletteItem, wordsOf } from './palette-items.ts';

const items: PaletteItem[] = [
  { id: '1', group: 'Pages', label: 'VLAN', words: wordsOf('VLAN', 'Gateway'), to: '/' },
  {
    id: '2',
    group: 'Devices',
    label: 'AP-1',
    words: wordsOf('AP-1', '00:11:22:33:44:55', '10.0.0.7'),
    to: '/',
  },
];

describe('palette', () => {
  it('shows pages first, devices when something is asked for', () => {
    expect(findItems(items, '').map(({ id }) => id)).toEqual(['1']);
    expect(findItems(items, '10.0.0').map(({ id }) => id)).toEqual(['2']);
  });

  it('finds a MAC with and without separators, and several words in any order', () => {
    expect(findItems(items, '001122')).toHaveLength(1);
    expect(findItems(items, '00:11:22')).toHaveLength(1);
    expect(findItems(items, 'gateway vlan')).toHaveLength(1);
  });
});
