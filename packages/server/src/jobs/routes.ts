import { DomainError } from '@northlight/contract';
import { presentPage } from '../platform/db/cut-page.ts';
import { getProjectAccess, getViewer } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { cancelJob, diagnoseDevice, maintainDevices, retryJob } from './requests.ts';
import { findJob, listJobs } from './store.ts';
import { addSchedule, listSchedules, removeSchedule } from './schedules.ts';

type Keys =
  | 'jobList'
  | 'jobGet'
  | 'deviceRestart'
  | 'deviceCommand'
  | 'deviceDiagnose'
  | 'jobCancel'
  | 'jobRetry'
  | 'restartScheduleList'
  | 'restartScheduleAdd'
  | 'restartScheduleRemove';

export function jobRoutes(services: Services): HandlersOf<Keys> {
  const { db } = services;
  return {
    jobList: async ({ query }, context) =>
      presentPage(await listJobs(db, getViewer(context), query), (job) => job),
    jobGet: async ({ params }, context) => {
      const job = await findJob(db, getViewer(context), params.jobId);
      if (!job)
        throw new DomainError('invalidParameters', { status: 404, message: 'The project has no such job.' });
      return job;
    },
    deviceRestart: ({ body }, context) =>
      maintainDevices(services, { kind: 'restart', deviceIds: body.deviceIds }, context),
    deviceCommand: ({ body }, context) => maintainDevices(services, body, context),
    deviceDiagnose: ({ params, body }, context) => diagnoseDevice(services, params.deviceId, body, context),
    jobCancel: ({ params }, context) => cancelJob(services, params.jobId, context),
    jobRetry: ({ params }, context) => retryJob(services, params.jobId, context),
    restartScheduleList: async (_input, context) => ({
      items: await listSchedules(db, getProjectAccess(context).projectId),
    }),
    restartScheduleAdd: ({ body }, context) => addSchedule(services, body, context),
    restartScheduleRemove: async ({ params }, context) => {
      await removeSchedule(services, params.scheduleId, context);
      return { ok: true as const };
    },
  };
}
