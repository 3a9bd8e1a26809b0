import { SeededEntropy } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { SiteHistory } from './site-history.ts';
import { describeSite } from './sites/index.ts';

const START = Date.UTC(2026, 10, 2);
const MINUTE = 60_000;

test('reports for every online device figures that vary with the hour of the day', () => {
  const spec = { ...describeSite('hotel', 7), zoneHours: 0 };
  const ap = spec.devices.find(({ name }) => name === 'AP-02')?.sn ?? '';
  const [from, until] = [START + 60 * MINUTE, START + 90 * MINUTE];
  const history = new SiteHistory({
    spec,
    entropy: new SeededEntropy(7),
    start: START,
    isOnline: (sn, at) => sn !== ap || at < from || at >= until,
  });
  const uptimes: (number | undefined)[] = [];
  const clients = new Map<number, number>();
  for (let at = START; at < START + 24 * 60 * MINUTE; at += 3 * MINUTE) {
    const { count, reports } = history.step(at);
    const isOut = at >= from && at < until;
    expect(reports).toHaveLength(isOut ? 64 : 65);
    expect(count.online).toBe(reports.length);
    expect(count.clients).toBe(count.wired + Object.values(count.bands).reduce((sum, each) => sum + each, 0));
    const own = reports.find(({ sn }) => sn === ap)?.figures;
    expect(own === undefined).toBe(isOut);
    if (at <= until + 3 * MINUTE) uptimes.push(own?.uptimeSeconds);
    clients.set(at, count.clients);
  }
  // The counters of the device start at zero after the outage.
  expect(uptimes.at(-2)).toBe(0);
  expect(uptimes.at(-1)).toBe(180);
  // A hotel has fewer guests at noon than at night.
  const at = (hour: number) => clients.get(START + hour * 60 * MINUTE) ?? 0;
  expect(at(15)).toBeLessThan(at(9));
  expect(at(15)).toBeGreaterThan(200);
});

test('reports the backhaul of every secondary node with a varying signal', () => {
  const spec = describeSite('mesh-house', 7);
  const history = new SiteHistory({
    spec,
    entropy: new SeededEntropy(7),
    start: START,
    isOnline: () => true,
  });
  const secondaries = spec.devices.filter(({ meshRole }) => meshRole === 'secondary').map(({ sn }) => sn);
  const signals = new Set<number | undefined>();
  for (let at = START; at < START + 120 * MINUTE; at += MINUTE) {
    const { reports } = history.step(at);
    const nodes = reports.filter(({ figures }) => figures.backhaul !== undefined);
    expect(nodes.map(({ sn }) => sn)).toEqual(secondaries);
    signals.add(nodes[0]?.figures.backhaul?.signalDbm);
  }
  expect(signals.size).toBeGreaterThan(2);
});
