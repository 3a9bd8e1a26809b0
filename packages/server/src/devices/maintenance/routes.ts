import { projectOf } from '../../platform/http/request-context.ts';
import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { cancelJob, diagnoseDevice, maintainDevices, retryJob } from './requests.ts';
import { addSchedule, listSchedules, removeSchedule } from './schedules.ts';

type Keys =
  | 'deviceCommand'
  | 'deviceDiagnose'
  | 'jobCancel'
  | 'jobRetry'
  | 'restartScheduleList'
  | 'restartScheduleAdd'
  | 'restartScheduleRemove';

export function maintenanceRoutes(services: Services): HandlersOf<Keys> {
  return {
    deviceCommand: ({ body }, context) => maintainDevices(services, body, context),
    deviceDiagnose: ({ params, body }, context) => diagnoseDevice(services, params.deviceId, body, context),
    jobCancel: ({ params }, context) => cancelJob(services, params.jobId, context),
    jobRetry: ({ params }, context) => retryJob(services, params.jobId, context),
    restartScheduleList: async (_input, context) => ({
      items: await listSchedules(services.db, projectOf(context).projectId),
    }),
    restartScheduleAdd: ({ body }, context) => addSchedule(services, body, context),
    restartScheduleRemove: async ({ params }, context) => {
      await removeSchedule(services, params.scheduleId, context);
      return { ok: true as const };
    },
  };
}
