import { z } from 'zod';
import { commandArgs } from '../device-protocol/commands.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { createWholeListSchema } from '../kit/page.ts';
import { storableText } from '../net/index.ts';
import { projectParams } from '../projects/endpoints.ts';
import { deviceIds, deviceParams, jobParams } from './params.ts';
import { job } from './jobs.ts';

const both = ['web', 'openapi'] as const;
const BLOCKED = [
  'deviceOffline',
  'upgrading',
  'deviceRestarting',
  'deviceBusy',
  'unsupportedFeature',
  'deviceUnknown',
  'deviceDeleted',
] as const;

/**
 * Target of a diagnostic: an address or a host name. The pattern excludes options of the program that runs
 * it.
 */
export const diagnosticHost = storableText(253)
  .min(1, 'Enter an address or a host name.')
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/, 'Enter an address or a host name.');

export const maintenanceCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('restart'), deviceIds }),
  z.object({ kind: z.literal('reset'), deviceIds }),
  z.object({
    kind: z.literal('poe-restart'),
    deviceIds,
    /** Ids of the ports; absent for every PoE port. */
    args: z.object({ ports: z.array(storableText(15).min(1)).min(1).max(128) }).optional(),
  }),
  z.object({ kind: z.literal('country'), deviceIds, args: commandArgs.country }),
  z.object({ kind: z.literal('locate'), deviceIds, args: commandArgs.locate }),
  z.object({ kind: z.literal('discover'), deviceIds }),
  z.object({ kind: z.literal('cpe-mode'), deviceIds, args: commandArgs['cpe-mode'] }),
]);
export type MaintenanceCommand = z.infer<typeof maintenanceCommand>;

export const diagnostic = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wifi-scan') }),
  z.object({
    kind: z.literal('ping'),
    args: z.object({ host: diagnosticHost, count: z.number().int().min(1).max(20).default(4) }),
  }),
  z.object({ kind: z.literal('traceroute'), args: z.object({ host: diagnosticHost }) }),
  z.object({ kind: z.literal('route-table') }),
  z.object({ kind: z.literal('align'), args: commandArgs.align }),
  z.object({ kind: z.literal('throughput'), args: commandArgs.throughput }),
]);
export type Diagnostic = z.infer<typeof diagnostic>;

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
/** Minimum uptime (s) of devices that a scheduled restart includes (specification §9). */
export const SCHEDULED_RESTART_MIN_UPTIME_SECONDS = 3600;
export const RESTART_SCHEDULES_MAX = 32;

export const newRestartSchedule = z.object({
  deviceIds,
  /** Days of the week, 1 is Monday; an empty list restarts once, at the next time. */
  weekdays: z.array(z.number().int().min(1).max(7)).max(7),
  /** Time `HH:mm` in the project's time zone. */
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 03:30.'),
});
export const restartSchedule = newRestartSchedule.extend({
  id: z.string(),
  nextAt: z.string().optional(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type RestartSchedule = z.infer<typeof restartSchedule>;

const path = '/api/v1/projects/{projectId}';

export const maintenanceEndpoints = {
  deviceCommand: endpoint({
    method: 'POST',
    path: `${path}/device-commands`,
    access: both,
    needs: 'write',
    changes: ['jobs'],
    summary: 'Sends a command to devices: restart, reset, PoE restart, country, locate or bridge mode.',
    params: projectParams,
    body: maintenanceCommand,
    response: job,
    errors: [...BLOCKED, 'radioSettings', 'managementCutOff'],
    status: 202,
  }),
  deviceDiagnose: endpoint({
    method: 'POST',
    path: `${path}/devices/{deviceId}/diagnostics`,
    access: both,
    needs: 'write',
    changes: ['jobs'],
    summary:
      'Runs a diagnostic on a device: Wi-Fi scan, ping, traceroute, route table, or alignment and throughput of a bridge link. The job contains the result.',
    params: deviceParams,
    body: diagnostic,
    response: job,
    errors: BLOCKED,
    status: 202,
  }),
  jobCancel: endpoint({
    method: 'POST',
    path: `${path}/jobs/{jobId}/cancellations`,
    access: both,
    needs: 'write',
    changes: ['jobs'],
    summary: 'Cancels rows that have not been sent yet. Commands that already run on devices are completed.',
    params: jobParams,
    response: job,
    errors: ['deviceBusy'],
  }),
  jobRetry: endpoint({
    method: 'POST',
    path: `${path}/jobs/{jobId}/retries`,
    access: both,
    needs: 'write',
    changes: ['jobs'],
    summary: 'Retries the failed devices in a new job.',
    params: jobParams,
    response: job,
    errors: BLOCKED,
    status: 202,
  }),
  restartScheduleList: endpoint({
    method: 'GET',
    path: `${path}/restart-schedules`,
    access: both,
    needs: 'read',
    reads: ['restartSchedules'],
    summary: 'Lists scheduled restarts with their next times.',
    params: projectParams,
    response: createWholeListSchema(restartSchedule),
  }),
  restartScheduleAdd: endpoint({
    method: 'POST',
    path: `${path}/restart-schedules`,
    access: both,
    needs: 'write',
    changes: ['restartSchedules'],
    summary: 'Schedules a restart of devices in the project’s time zone, once or on days of the week.',
    params: projectParams,
    body: newRestartSchedule,
    response: restartSchedule,
    errors: ['invalidParameters', 'unsupportedFeature'],
    status: 201,
  }),
  restartScheduleRemove: endpoint({
    method: 'DELETE',
    path: `${path}/restart-schedules/{scheduleId}`,
    access: both,
    needs: 'write',
    changes: ['restartSchedules'],
    summary: 'Removes a scheduled restart.',
    params: projectParams.extend({ scheduleId: z.uuid() }),
    response: done,
  }),
} as const;
