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
      maintainDevices(context, { kind: 'restart', deviceIds: body.deviceIds }),
    deviceCommand: ({ body }, context) => maintainDevices(context, body),
    deviceDiagnose: ({ params, body }, context) => diagnoseDevice(context, params.deviceId, body),
    jobCancel: ({ params }, context) => cancelJob(context, params.jobId),
    jobRetry: ({ params }, context) => retryJob(context, params.jobId),
    restartScheduleList: async (_input, context) => ({
      items: await listSchedules(db, getProjectAccess(context).projectId),
    }),
    restartScheduleAdd: ({ body }, context) => addSchedule(context, body),
    restartScheduleRemove: ({ params }, context) => removeSchedule(context, params.scheduleId),
  };
}
