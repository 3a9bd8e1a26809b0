import { DEVICE_STATES } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { hasStaleData } from './stale-data.ts';

describe('data of a device', () => {
  it('is stale after three missed reports, and at once when the device is offline or restarts', () => {
    expect(hasStaleData({ stale: false, state: DEVICE_STATES.online })).toBe(false);
    expect(hasStaleData({ stale: true, state: DEVICE_STATES.online })).toBe(true);
    expect(hasStaleData({ stale: false, state: DEVICE_STATES.offline })).toBe(true);
    expect(hasStaleData({ stale: false, state: DEVICE_STATES.rebooting })).toBe(true);
  });
});
