import { z } from 'zod';
import { COMMAND_KINDS, commandResult, foundNode, MAX_FOUND_NODES } from '../device-protocol/commands.ts';
import { configIssue } from '../device-protocol/config-issue.ts';
import { permission } from '../kit/page.ts';

export const JOB_ROW_STATES = [
  'queued',
  'sent',
  'running',
  'done',
  'partial',
  'failed',
  'skipped',
  'expired',
] as const;
/** Numbers of the stages of a restart (specification §3). */
export const REBOOT_FLOW = { reboot: 0, rebooting: 1, rebooted: 2 } as const;

/** Result of a command for callers of the API. It contains no claim codes of found nodes. */
const jobResult = commandResult.extend({
  nodes: z
    .array(foundNode.extend({ modelName: z.string() }))
    .max(MAX_FOUND_NODES)
    .optional(),
});
export type JobResult = z.infer<typeof jobResult>;

export const jobRow = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  state: z.enum(JOB_ROW_STATES),
  percent: z.number().optional(),
  /**
   * Text about the current step, or the reason why the row failed, was skipped or was applied in part; for
   * display.
   */
  detail: z.string().optional(),
  code: z.number().int().optional(),
  issues: z.array(configIssue),
  result: jobResult.optional(),
  /** Stage of the restart in a job that restarts devices: reboot 0, rebooting 1, rebooted 2. */
  rebootFlow: z.literal(Object.values(REBOOT_FLOW)).optional(),
  /** Wave of the device, counted from 0. The device is sent its command when the wave begins. */
  wave: z.number().int(),
  updatedAt: z.string(),
});

/** Text for jobs and reviews with offline devices: the detail of a row, and a consequence in a review. */
export const OFFLINE_MEMBERS = 'Some devices are offline. They receive the configuration when they return.';

/** A long-running operation with one row per device. */
export const job = z.object({
  id: z.string(),
  kind: z.enum([...COMMAND_KINDS, 'configure']),
  title: z.string(),
  state: z.enum(['running', 'done', 'partial', 'failed']),
  /**
   * Catalogue code of a finished job: 407 when it ended for some devices only, otherwise the code of its
   * first failed row.
   */
  code: z.number().int().optional(),
  createdAt: z.string(),
  finishedAt: z.string().optional(),
  createdBy: z.string(),
  rows: z.array(jobRow),
  /** Cumulative shares of the devices per wave (%); absent if all devices are in one wave. */
  waves: z.array(z.number()).optional(),
  /** Number of the latest wave that has begun. */
  wave: z.number().int(),
  /**
   * Time at which the job begins. It can be cancelled until then. Absent for a job that began without delay.
   */
  startsAt: z.string().optional(),
  /** Id of the job whose failed devices this job retries. */
  retryOf: z.string().optional(),
  can: z.object({ cancel: permission, retry: permission }),
});
export type Job = z.infer<typeof job>;

/** Delay of a reset of more than one device (s), in which the job can be cancelled. */
export const RESET_DELAY_SECONDS = 30;
/** Cumulative shares of the waves of an upgrade, in percent. */
export const UPGRADE_WAVES = [1, 10, 50, 100] as const;
/** Share of failed devices in a wave (%) above which later waves are cancelled. */
export const WAVE_ABORT_PERCENT = 10;
/**
 * Minimum number of affected devices for which canaries are used: one online device of each model receives
 * the configuration before all other devices.
 */
export const CANARY_FROM_DEVICES = 5;
/** Time within which the canaries must confirm the configuration (s). */
export const CANARY_SECONDS = 150;
