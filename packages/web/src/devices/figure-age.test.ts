import { DEVICE_STATES } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { hasStaleFigures } from './figure-age.ts';

describe('age of figures', () => {
  it('are stale after missed reports, and immediately when the device is offline', () => {
    expect(hasStaleFigures({ stale: false, state: DEVICE_STATES.online })).toBe(false);
    expect(hasStaleFigures({ stale: true, state: DEVICE_STATES.online })).toBe(true);
    expect(hasStaleFigures({ stale: false, state: DEVICE_STATES.offline })).toBe(true);
    expect(hasStaleFigures({ stale: false, state: DEVICE_STATES.rebooting })).toBe(false);
  });
});
