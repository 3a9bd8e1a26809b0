import { type Device, ERRORS } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { bulkPermission, restartPlan } from './restart-plan.ts';

const refusal = { allowed: false as const, code: 36, reason: ERRORS.deviceOffline.message };
const device = (name: string, allowed: boolean, clientCount = 0) =>
  ({ name, kind: 'ap', clientCount, can: { restart: allowed ? { allowed: true } : refusal } }) as Device;

describe('restart plan', () => {
  it('names the one device and what stops', () => {
    const plan = restartPlan([device('AP-1', true, 3)]);
    expect(plan).toMatchObject({ title: 'Restart AP-1?', button: 'Restart AP-1', skipped: undefined });
    expect(plan.stops).toContain('3 clients now');
  });

  it('leaves out those that may not, and says why', () => {
    const plan = restartPlan([device('AP-1', true), device('AP-2', true), device('AP-3', false)]);
    expect(plan.title).toBe('Restart 2 devices?');
    expect(plan.skipped).toBe('1 device left out: The device is offline.');
  });

  it('is open for a selection when one device may', () => {
    expect(bulkPermission([refusal, { allowed: true }])).toEqual({ allowed: true });
    expect(bulkPermission([refusal])).toEqual(refusal);
  });
});
