import type { Diagnostic, Job } from '@northlight/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { call, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { describeJobRow } from '../../jobs/index.ts';

type JobRow = Job['rows'][number];

/** The last run of a diagnostic on a device. */
export interface DiagnosticRun {
  readonly deviceId: string;
  /** State and result; absent before the first run and for a refused one. */
  readonly row: JobRow | undefined;
  readonly isRunning: boolean;
  /** Reason why the run was refused or failed. */
  readonly failure: string | undefined;
}

/** Runs a diagnostic on one or several devices. Each run is a job, whose result is kept until the next run. */
export function useDiagnostics(deviceIds: readonly string[]) {
  const { id: projectId, timeZone } = useProject();
  const [started, setStarted] = useState<ReadonlyMap<string, Job | string>>(new Map());
  const jobs = deviceIds.map((id) => {
    const job = started.get(id);
    return typeof job === 'object' ? job : undefined;
  });
  const answers = useQueries({
    queries: jobs.map((job) => ({
      ...createQuery('jobGet', { params: { projectId, jobId: job?.id ?? '' } }),
      enabled: job !== undefined,
    })),
  });
  const runs = deviceIds.map((deviceId, index): DiagnosticRun => {
    const job = jobs[index] && (answers[index]?.data ?? jobs[index]);
    const refusal = started.get(deviceId);
    if (job) return toRun(job, deviceId, timeZone);
    return {
      deviceId,
      row: undefined,
      isRunning: false,
      failure: typeof refusal === 'string' ? refusal : undefined,
    };
  });
  const start = async (body: Diagnostic): Promise<void> => {
    const results = deviceIds.map(async (deviceId): Promise<[string, Job | string]> => {
      try {
        return [deviceId, await call('deviceDiagnose', { params: { projectId, deviceId }, body })];
      } catch (error) {
        return [deviceId, toErrorSentence(error)];
      }
    });
    setStarted(new Map(await Promise.all(results)));
  };
  return { runs, start };
}

/** Returns the run of a job on a device. */
export function toRun(job: Job, deviceId: string, timeZone: string): DiagnosticRun {
  const row = job.rows.find((each) => each.deviceId === deviceId);
  const isRunning = job.state === 'running';
  const hasFailed = row !== undefined && !isRunning && row.state !== 'done';
  const failed = hasFailed ? describeJobRow(job, row, timeZone) : undefined;
  return {
    deviceId,
    row,
    isRunning,
    failure: failed && [failed.label, failed.detail].filter(Boolean).join(': '),
  };
}

/** Returns the last run of a diagnostic on a device, by any user; undefined while it loads and without one. */
export function useLastDiagnostic(deviceId: string, kind: Diagnostic['kind']): DiagnosticRun | undefined {
  const { id: projectId, timeZone } = useProject();
  const jobs = useQuery(createQuery('jobList', { params: { projectId }, query: {} })).data?.items;
  const last = jobs?.find((job) => job.kind === kind && job.rows.some((row) => row.deviceId === deviceId));
  return last && toRun(last, deviceId, timeZone);
}
