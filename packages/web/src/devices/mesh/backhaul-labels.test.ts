import { expect, test } from 'vitest';
import { formatDifference, formatMedium } from './backhaul-labels.ts';

const place = { parent: { mac: '02:00:00:00:00:01' }, hops: 1, candidates: [] };

test.each([
  [{ kind: 'wired' as const }, 'Wired'],
  [{ kind: 'wireless' as const, band: '5G' as const, channel: 149 }, '5 GHz, channel 149'],
  [{ kind: 'wireless' as const, band: '2.4G' as const, channel: 6 }, '2.4 GHz, channel 6'],
])('formats the medium of %j as %s', (backhaul, text) =>
  expect(formatMedium({ ...place, ...backhaul })).toBe(text),
);

test.each([
  [-66, '12 dB stronger'],
  [-81, '3 dB weaker'],
  [-78, 'as strong'],
])('compares a node of %d dBm with a parent of −78 dBm as %s', (signal, text) =>
  expect(formatDifference(signal, -78)).toBe(text),
);
