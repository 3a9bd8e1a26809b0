import { DEVICE_STATES } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { isPast } from './figure-age.ts';

describe('age of figures', () => {
  it('is past after missed reports, and at once when the device is offline', () => {
    expect(isPast({ stale: false, state: DEVICE_STATES.online })).toBe(false);
    expect(isPast({ stale: true, state: DEVICE_STATES.online })).toBe(true);
    expect(isPast({ stale: false, state: DEVICE_STATES.offline })).toBe(true);
    expect(isPast({ stale: false, state: DEVICE_STATES.rebooting })).toBe(false);
  });
});
