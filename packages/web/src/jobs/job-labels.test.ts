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

const describeRow = (kind: Job['kind'], patch: Partial<Job['rows'][number]>, startsAt?: string) =>
  describeJobRow({ kind, wave: 0, ...(startsAt !== undefined && { startsAt }) }, row(patch), 'Asia/Shanghai');

describe('the description of a job', () => {
  it('labels a completed restart and a completed configuration differently', () => {
    expect(describeRow('restart', { state: 'done' }).label).toBe('Back online');
    expect(describeRow('configure', { state: 'done' }).label).toBe('Confirmed by the device');
  });

  it('labels a running restart with its step', () => {
    const running = { state: 'running', detail: 'Restarting' } as const;
    expect(describeRow('restart', running)).toMatchObject({ label: 'Restarting', detail: undefined });
    expect(describeRow('restart', { ...running, percent: 40 }).label).toBe('Restarting, 40%');
  });

  it('uses the catalogue message as the detail of a row without a detail', () => {
    expect(describeRow('configure', { state: 'failed', code: -99 }).detail).toContain(
      'The configuration was not applied.',
    );
  });

  it('names the reason why a queued row waits: the start of the job, its wave, or the device', () => {
    const starts = '2026-05-01T06:03:20Z';
    expect(describeRow('reset', { wave: 1 }, starts).label).toBe('Starts at 14:03:20');
    expect(describeRow('upgrade', { wave: 1 }).label).toBe('Next: after the first devices');
    expect(describeRow('upgrade', { wave: 2 }).label).toBe('Later');
    expect(describeRow('reset', { wave: 0 }, starts).label).toBe('Queued');
  });

  it.each<[string, Partial<Job['rows'][number]>, string, string | undefined]>([
    ['waiting', {}, 'Waiting', undefined],
    ['sent', { state: 'sent' }, 'Waiting', undefined],
    ['downloading', { state: 'running', detail: 'Downloading' }, 'Downloading', undefined],
    ['upgrading', { state: 'running', detail: 'Upgrading' }, 'Upgrading', undefined],
    ['restarting', { state: 'running', detail: 'Restarting', percent: 50 }, 'Restarting, 50%', undefined],
    ['running without a step', { state: 'running', detail: 'Image 2' }, 'Upgrading', 'Image 2'],
    ['success', { state: 'done' }, 'Success', undefined],
    ['failed', { state: 'failed', detail: 'No room.' }, 'Failed', 'No room.'],
    [
      'download failed',
      { state: 'failed', detail: 'Download failed: No room.' },
      'Download failed',
      'No room.',
    ],
  ])('uses the upgrade text of the specification: %s', (_, patch, label, detail) => {
    expect(describeRow('upgrade', patch)).toMatchObject({ label, detail });
  });

  it('summarises the rows of a job', () => {
    const job = {
      rows: [row({ state: 'done' }), row({ state: 'partial' }), row({ state: 'failed' })],
    } as Job;
    expect(summarizeJob(job)).toBe('2 of 3 devices done, 1 failed, 1 partly applied');
    expect(summarizeJob({ ...job, rows: [] })).toBe('saved until a matching device is added');
  });
});
