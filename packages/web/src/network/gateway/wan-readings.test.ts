import type { DeviceWan, Wan } from '@northlight/contract';
import { describe, expect, it, test } from 'vitest';
import {
  describeWanAddresses,
  describeWanState,
  findWanReading,
  isOutdated,
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
    [3, true, false],
    [4, true, true],
    [0, false, true],
  ])('is outdated after %d min with the gateway online (%s): %s', (minutes, isOnline, expected) =>
    expect(isOutdated(createReading({}, isOnline), NOW + minutes * 60_000)).toBe(expected),
  );

  it('has the reported addresses, also for a static setting', () => {
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

  it('has the configured values if nothing is reported', () => {
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
