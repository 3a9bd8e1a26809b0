import { LIVE_RESOURCES } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { isAffected, READS_OF } from './resources.ts';

describe('live resources', () => {
  it('have reads for every resource', () => {
    for (const resource of LIVE_RESOURCES) expect(READS_OF[resource].length).toBeGreaterThan(0);
  });

  it('affect queries of the same project and queries without a project', () => {
    const keys = READS_OF.devices;
    expect(isAffected(['deviceList', { params: { projectId: 7 } }], keys, 7)).toBe(true);
    expect(isAffected(['deviceList', { params: { projectId: 8 } }], keys, 7)).toBe(false);
    expect(isAffected(['alarmList', { params: { projectId: 7 } }], keys, 7)).toBe(false);
    expect(isAffected(['projectList', {}], READS_OF.projects, 7)).toBe(true);
  });
});
