import { type Device, ERRORS } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { combinePermissions, planRestart } from './restart-plan.ts';

const refusal = { allowed: false as const, code: 36, reason: ERRORS.deviceOffline.message };
const device = (name: string, allowed: boolean, clientCount = 0) =>
  ({ name, kind: 'ap', clientCount, can: { restart: allowed ? { allowed: true } : refusal } }) as Device;

describe('plan of a restart', () => {
  it('names a single device and the effect of the restart', () => {
    const plan = planRestart([device('AP-1', true, 3)]);
    expect(plan).toMatchObject({ title: 'Restart AP-1?', button: 'Restart AP-1', skipped: undefined });
    expect(plan.effect).toContain('3 clients connected');
  });

  it('leaves out devices that cannot restart and gives the reason', () => {
    const plan = planRestart([device('AP-1', true), device('AP-2', true), device('AP-3', false)]);
    expect(plan.title).toBe('Restart 2 devices?');
    expect(plan.skipped).toBe('1 device left out: The device is offline. Try again when it is online.');
  });

  it('allows a bulk restart if one device can restart', () => {
    expect(combinePermissions([refusal, { allowed: true }])).toEqual({ allowed: true });
    expect(combinePermissions([refusal])).toEqual(refusal);
  });
});
