import { LIVE_RESOURCES } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { isAffected, RESOURCE_READS } from './resources.ts';

describe('live resources', () => {
  it('affect at least one query each', () => {
    for (const resource of LIVE_RESOURCES) expect(RESOURCE_READS[resource].length).toBeGreaterThan(0);
  });

  it('affect queries of the same project and queries without a project', () => {
    const keys = RESOURCE_READS.devices;
    expect(isAffected(['deviceList', { params: { projectId: 7 } }], keys, 7)).toBe(true);
    expect(isAffected(['deviceList', { params: { projectId: 8 } }], keys, 7)).toBe(false);
    expect(isAffected(['alarmList', { params: { projectId: 7 } }], keys, 7)).toBe(false);
    expect(isAffected(['projectList', {}], RESOURCE_READS.projects, 7)).toBe(true);
  });
});
