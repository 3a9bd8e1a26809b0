import type { Job } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { describeJobRow, summarizeJob } from './job-labels.ts';

const row = (patch: Partial<Job['rows'][number]>): Job['rows'][number] => ({
  deviceId: 'd',
  deviceName: 'GW-1',
  state: 'queued',
  issues: [],
  wave: 0,
  updatedAt: '2026-05-01T00:00:00Z',
  ...patch,
});

describe('job labels', () => {
  it('names the result after the command', () => {
    expect(describeJobRow('restart', row({ state: 'done' })).label).toBe('Back online');
    expect(describeJobRow('configure', row({ state: 'done' })).label).toBe('Confirmed by the device');
  });

  it('uses the catalogue message as the detail of a row without one', () => {
    expect(describeJobRow('configure', row({ state: 'queued', code: 407 })).detail).toContain(
      'receive the configuration when they return',
    );
  });

  it('summarises the rows of a job', () => {
    const job = {
      rows: [row({ state: 'done' }), row({ state: 'partial' }), row({ state: 'failed' })],
    } as Job;
    expect(summarizeJob(job)).toBe('2 of 3 devices done, 1 failed, 1 partly applied');
    expect(summarizeJob({ ...job, rows: [] })).toBe('saved until a matching device is added');
  });
});
