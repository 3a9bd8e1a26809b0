import type { DeviceWan, Wan } from '@northlight/contract';
import { describe, expect, it, test } from 'vitest';
import {
  computeUpSince,
  describeLatency,
  describeLoss,
  describeWanAddresses,
  describeWanState,
  findWanReading,
  isOutdated,
  getLossSeverity,
  getWanCondition,
  type WanReading,
} from './wan-readings.ts';

const AT = '2026-11-24T04:00:00.000Z';
const NOW = Date.parse(AT);
const leased: DeviceWan = {
  id: 'wan1',
  up: true,
  inUse: true,
  ip: '203.0.113.57',
  prefix: 24,
  gateway: '203.0.113.1',
  dns: ['9.9.9.9', '1.1.1.1'],
};
const createReading = (patch: Partial<DeviceWan> = {}, isOnline = true): WanReading => ({
  wan: { ...leased, ...patch },
  at: AT,
  isOnline,
});
const bare = { id: 'wan1', up: true, inUse: false };
const setting: Wan = {
  mode: 'static',
  port: 'wan1',
  ip: '198.51.100.2',
  prefix: 29,
  gateway: '198.51.100.1',
  dns: [],
};

describe('report on a WAN port', () => {
  it('is found by port, with its time and the state of the gateway', () => {
    const device = { state: 1, wans: [leased], wansAt: AT };
    expect(findWanReading(device, 'wan1')).toEqual(createReading());
    expect(findWanReading({ ...device, state: 0 }, 'wan1')?.isOnline).toBe(false);
    expect(findWanReading(device, 'wan2')).toBeUndefined();
    expect(findWanReading({ state: 1 }, 'wan1')).toBeUndefined();
    expect(findWanReading(undefined, 'wan1')).toBeUndefined();
  });

  test.each([
    ['In use', leased],
    ['Ready', { ...leased, inUse: false }],
    ['No address yet', bare],
    ['No link', { ...bare, up: false }],
  ])('has the state %s', (label, wan) =>
    expect(describeWanState({ wan, at: AT, isOnline: true })).toBe(label),
  );

  test.each([
    ['current 3 min after the report', 3, true, false],
    ['outdated 4 min after the report', 4, true, true],
    ['outdated as soon as the gateway is offline', 0, false, true],
  ])('is %s', (_title, minutes, isOnline, expected) =>
    expect(isOutdated(createReading({}, isOnline), NOW + minutes * 60_000)).toBe(expected),
  );
});

describe('addresses of a WAN port', () => {
  it('are the reported values, also for a static setting', () => {
    const addresses = {
      ip: '203.0.113.57',
      address: '203.0.113.57/24',
      gateway: '203.0.113.1',
      dns: '9.9.9.9, 1.1.1.1',
    };
    expect(describeWanAddresses(createReading(), undefined)).toEqual(addresses);
    expect(describeWanAddresses(createReading(), setting)).toEqual(addresses);
    expect(describeWanAddresses({ wan: bare, at: AT, isOnline: true }, undefined)).toMatchObject({
      address: 'No address yet',
      gateway: undefined,
      dns: undefined,
    });
  });

  it('are the configured values before the first report', () => {
    expect(describeWanAddresses(undefined, undefined)).toMatchObject({
      address: 'Automatic (ISP)',
      dns: 'Automatic (ISP)',
    });
    expect(describeWanAddresses(undefined, setting)).toMatchObject({
      address: '198.51.100.2/29',
      gateway: '198.51.100.1',
    });
  });
});

describe('figures of a WAN port', () => {
  const ping = (lost: number, latencyMs?: number) => ({
    target: '9.9.9.9',
    sent: 60,
    lost,
    ...(latencyMs !== undefined && { latencyMs }),
  });

  test.each([
    ['1.6 ms', '0%', undefined, ping(0, 1.62)],
    ['12 ms', '1.7%', 'warning', ping(1, 12.3)],
    ['240 ms', '3.3%', 'warning', ping(2, 240)],
    ['9.9 ms', '20%', 'error', ping(12, 9.9)],
    ['No answer', '100%', 'error', ping(60)],
  ])('show latency %s, loss %s and severity %s', (latency, loss, state, measured) => {
    expect(describeLatency(measured)).toBe(latency);
    expect(describeLoss(measured)).toBe(loss);
    expect(getLossSeverity(measured)).toBe(state);
  });

  it('have the time from which the address is known', () => {
    expect(computeUpSince(createReading({ upSeconds: 3_600 }))).toBe('2026-11-24T03:00:00.000Z');
    expect(computeUpSince(createReading())).toBeUndefined();
  });

  test.each([
    ['ok', leased],
    ['ok', { ...leased, inUse: false }],
    ['warning', { ...bare, up: true }],
    ['idle', { ...bare, up: false }],
  ] as const)('have the severity %s', (weight, wan) =>
    expect(getWanCondition({ wan, at: AT, isOnline: true })).toBe(weight),
  );
});
