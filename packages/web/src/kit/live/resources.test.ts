import { LIVE_RESOURCES } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { isTouched, READS_OF } from './resources.ts';

describe('live resources', () => {
  it('knows the reads of every resource', () => {
    for (const resource of LIVE_RESOURCES) expect(READS_OF[resource].length).toBeGreaterThan(0);
  });

  it('touches queries of the same project, and lists that belong to none', () => {
    const keys = READS_OF.devices;
    expect(isTouched(['deviceList', { params: { projectId: 7 } }], keys, 7)).toBe(true);
    expect(isTouched(['deviceList', { params: { projectId: 8 } }], keys, 7)).toBe(false);
    expect(isTouched(['alarmList', { params: { projectId: 7 } }], keys, 7)).toBe(false);
    expect(isTouched(['projectList', {}], READS_OF.projects, 7)).toBe(true);
  });
});
