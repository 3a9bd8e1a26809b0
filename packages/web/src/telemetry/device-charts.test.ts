import { expect, test } from 'vitest';
import { listDeviceCharts } from './device-charts.ts';

const listTitles = (...[role]: Parameters<typeof listDeviceCharts>): string[] =>
  listDeviceCharts(role).map(({ title, unit }) => `${title}, ${unit}`);

test('charts the backhaul of secondary nodes only', () => {
  expect(listTitles('mesh-secondary').slice(-3)).toEqual([
    'Backhaul signal, dBm',
    'Backhaul rate, Mbps',
    'Backhaul retries, percent',
  ]);
  for (const role of ['mesh-primary', 'access-point', 'switch'] as const)
    expect(listTitles(role).filter((title) => title.includes('Backhaul'))).toEqual([]);
});
