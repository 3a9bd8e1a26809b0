import type { Job } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { jobRowView, jobSummary } from './job-words.ts';

const row = (patch: Partial<Job['rows'][number]>): Job['rows'][number] => ({
  deviceId: 'd',
  deviceName: 'GW-1',
  state: 'queued',
  issues: [],
  wave: 0,
  updatedAt: '2026-05-01T00:00:00Z',
  ...patch,
});

describe('job words', () => {
  it('claims success in the words of what was asked', () => {
    expect(jobRowView('restart', row({ state: 'done' })).word).toBe('Back online');
    expect(jobRowView('configure', row({ state: 'done' })).word).toBe('Confirmed by the device');
  });

  it('says why in the words of the catalogue when the row has none', () => {
    expect(jobRowView('configure', row({ state: 'queued', code: 407 })).detail).toContain(
      'receive the configuration when they return',
    );
  });

  it('sums up', () => {
    const job = {
      rows: [row({ state: 'done' }), row({ state: 'partial' }), row({ state: 'failed' })],
    } as Job;
    expect(jobSummary(job)).toBe('2 of 3 devices done, 1 failed, 1 partly');
    expect(jobSummary({ ...job, rows: [] })).toBe('kept until a device joins that takes it');
  });
});
