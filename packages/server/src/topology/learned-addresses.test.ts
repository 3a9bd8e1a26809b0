import { HOUR_MS } from '@northlight/runtime';
import { describe, expect, it } from 'vitest';
import { mergeAddresses } from './learned-addresses.ts';

const NOW = 1_800_000_000_000;
const MAC = '02:00:00:00:00:01';

describe('learned addresses', () => {
  it('have the port and time of the newest report, in lower case', () => {
    const earlier = [{ mac: MAC, port: 'p1', at: NOW - HOUR_MS }];
    expect(mergeAddresses(earlier, [{ mac: MAC.toUpperCase(), port: 'p2' }], NOW)).toEqual([
      { mac: MAC, port: 'p2', at: NOW },
    ]);
  });

  it('are kept for 24 h after the switch has forgotten them', () => {
    const at = NOW - 23 * HOUR_MS;
    expect(mergeAddresses([{ mac: MAC, port: 'p1', at }], [], NOW)).toEqual([{ mac: MAC, port: 'p1', at }]);
    expect(mergeAddresses([{ mac: MAC, port: 'p1', at }], [], NOW + HOUR_MS)).toEqual([]);
  });

  it('are limited to 10,000, of which the newest stay', () => {
    const format = (index: number): string =>
      `02:00:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`;
    const reported = Array.from({ length: 10_000 }, (_, index) => ({ mac: format(index), port: 'p1' }));
    const merged = mergeAddresses([{ mac: '02:00:00:01:00:00', port: 'p2', at: NOW - 1 }], reported, NOW);
    expect(merged).toHaveLength(10_000);
    expect(merged.every(({ port }) => port === 'p1')).toBe(true);
  });
});
