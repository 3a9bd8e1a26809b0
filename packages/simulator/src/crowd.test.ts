import { HOUR_MS, SeededEntropy } from '@northlight/runtime';
import { describe, expect, it, test } from 'vitest';
import { Crowd } from './crowd.ts';
import { computePresentShare, computeSiteHour } from './physics/daily-curve.ts';
import { computeLinkRateKbps, computeSignal } from './physics/radio.ts';
import { computeNextValue } from './physics/next-value.ts';
import { describeSite } from './sites/index.ts';

const NOON = Date.UTC(2026, 0, 5, 4);
const site = describeSite('hotel', 1);
const radios = site.devices
  .filter(({ model }) => model.startsWith('NL-AP'))
  .map(({ sn }) => ({ sn, band: '5G' as const }));
const up = () => true;

describe('a crowd', () => {
  it('keeps each client at exactly one device, consistent with the reported changes', () => {
    const crowd = new Crowd(site, new SeededEntropy(5));
    const clientsByDevice = new Map<string, Set<string>>();
    for (let step = 0; step < 400; step++) {
      for (const [sn, { join, leave }] of crowd.step(NOON + step * 10_000, radios, up)) {
        const clients = clientsByDevice.get(sn) ?? new Set<string>();
        for (const { mac } of join) clients.add(mac);
        for (const mac of leave) clients.delete(mac);
        clientsByDevice.set(sn, clients);
      }
      const present = [...clientsByDevice.values()].flatMap((clients) => [...clients]);
      expect(new Set(present).size).toBe(present.length);
      expect(present.length).toBe(crowd.size);
    }
    for (const { sn } of site.devices)
      expect(new Set(crowd.at(sn).map(({ mac }) => mac))).toEqual(clientsByDevice.get(sn) ?? new Set());
  });

  it('never reports that a client joined and left a device in one step', () => {
    const crowd = new Crowd(site, new SeededEntropy(5));
    let walked = 0;
    for (let step = 0; step < 50; step++) {
      const changes = [...crowd.step(NOON + step * 600_000, radios, up).values()];
      const joined = changes.flatMap(({ join }) => join.map(({ mac }) => mac));
      expect(new Set(joined).size).toBe(joined.length);
      for (const { join, leave } of changes)
        expect(join.map(({ mac }) => mac).filter((mac) => leave.includes(mac))).toEqual([]);
      walked += joined.length;
    }
    expect(walked).toBeGreaterThan(1000);
  });

  it('has about 400 clients, fewer by day than in the evening', () => {
    const crowd = new Crowd(site, new SeededEntropy(5));
    const sizes: number[] = [];
    for (let minute = 0; minute < 24 * 60; minute += 2) {
      crowd.step(NOON + minute * 60_000, radios, up);
      if (minute % 60 === 0) sizes.push(crowd.size);
    }
    expect(Math.min(...sizes)).toBeGreaterThan(320);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(site.clients.length);
    expect(sizes[9]).toBeGreaterThan(sizes[1] ?? 0);
  });

  it('never decreases byte counters, and lets some clients roam', () => {
    const crowd = new Crowd(site, new SeededEntropy(6));
    const bytes = new Map<string, number>();
    const attachPoints = new Map<string, string>();
    let roamed = 0;
    for (let minute = 0; minute < 120; minute++) {
      crowd.step(NOON + minute * 60_000, radios, up);
      for (const { sn } of radios)
        for (const { mac, rxBytes = 0, since = 0 } of crowd.at(sn)) {
          const key = `${mac} ${since}`;
          expect(rxBytes).toBeGreaterThanOrEqual(bytes.get(key) ?? 0);
          bytes.set(key, rxBytes);
          if ((attachPoints.get(key) ?? sn) !== sn) roamed++;
          attachPoints.set(key, sn);
        }
    }
    expect(roamed).toBeGreaterThan(100);
  });

  it('leaves an access point that goes down', () => {
    const crowd = new Crowd(site, new SeededEntropy(7));
    crowd.step(NOON, radios, up);
    const [dark] = radios;
    const before = crowd.size;
    expect(crowd.countAt(dark?.sn ?? '')).toBeGreaterThan(0);
    crowd.step(NOON + 10_000, radios.slice(1), (sn) => sn !== dark?.sn);
    expect(crowd.countAt(dark?.sn ?? '')).toBe(0);
    expect(crowd.size).toBeGreaterThan(before - 30);
  });

  it('connects only to radios that broadcast its SSIDs, and connects again when the SSIDs return', () => {
    const crowd = new Crowd(site, new SeededEntropy(8));
    const names = [...new Set(site.clients.flatMap(({ ssid }) => ssid ?? []))];
    const [kept] = names;
    const here = () => radios.flatMap(({ sn }) => crowd.at(sn)).filter(({ port }) => port === undefined);
    crowd.step(NOON, radios, up);
    expect(new Set(here().map(({ ssid }) => ssid))).toEqual(new Set(names));
    crowd.step(
      NOON + 10_000,
      radios.map((radio) => ({ ...radio, ssids: [kept ?? ''] })),
      up,
    );
    expect(new Set(here().map(({ ssid }) => ssid))).toEqual(new Set([kept]));
    crowd.step(
      NOON + 20_000,
      radios.map((radio) => ({ ...radio, ssids: [] })),
      up,
    );
    expect(here()).toEqual([]);
    for (let minute = 1; minute < 30; minute++) crowd.step(NOON + minute * 60_000, radios, up);
    expect(here().length).toBeGreaterThan(100);
  });

  it('disconnects blocked clients', () => {
    const crowd = new Crowd(site, new SeededEntropy(9));
    crowd.step(NOON, radios, up);
    const [outcast] = radios.flatMap(({ sn }) => crowd.at(sn)).filter(({ port }) => port === undefined);
    const attachPoints = radios.map((radio) => ({ ...radio, blocked: new Set([outcast?.mac ?? '']) }));
    for (let minute = 1; minute < 30; minute++) {
      crowd.step(NOON + minute * 60_000, attachPoints, up);
      expect(radios.flatMap(({ sn }) => crowd.at(sn)).map(({ mac }) => mac)).not.toContain(outcast?.mac);
    }
  });
});

describe('radio physics', () => {
  test.each([
    [1, -38],
    [10, -68],
    [1000, -92],
  ])('computes for %d m a signal of %d dBm', (metres, dbm) => expect(computeSignal(metres)).toBe(dbm));

  it('reduces the link rate with distance', () => {
    expect(computeLinkRateKbps(-40)).toBeGreaterThan(computeLinkRateKbps(-70));
    expect(computeLinkRateKbps(-92)).toBeGreaterThan(0);
  });

  it('varies figures smoothly, within limits and around a target', () => {
    const entropy = new SeededEntropy(1);
    let value = 90;
    let sum = 0;
    for (let step = 0; step < 1000; step++) {
      const next = computeNextValue(value, 20, entropy, { noise: 2 });
      expect(next).toBeGreaterThanOrEqual(0);
      if (step > 20) expect(Math.abs(next - value)).toBeLessThan(6);
      value = next;
      sum += step >= 100 ? value : 0;
    }
    expect(sum / 900).toBeCloseTo(20, 0);
  });

  it('varies the share of present people with the local hour of the site', () => {
    expect(computeSiteHour(NOON, 8)).toBe(12);
    expect(computeSiteHour(Date.UTC(2026, 0, 5, 1), -3)).toBe(22);
    expect(computePresentShare('home', 18)).toBe(1);
    expect(computePresentShare('hotel', 13.5)).toBeCloseTo(0.85, 2);
    expect(computePresentShare('home', computeSiteHour(NOON + 6 * HOUR_MS, 8))).toBe(1);
  });
});
