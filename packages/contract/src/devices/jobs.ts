import { z } from 'zod';
import { COMMAND_KINDS, commandResult } from '../device-protocol/commands.ts';
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
/** The specification's numbers (§3) of the stages of a restart. */
export const REBOOT_FLOW = { reboot: 0, rebooting: 1, rebooted: 2 } as const;

export const jobRow = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  state: z.enum(JOB_ROW_STATES),
  percent: z.number().optional(),
  /** Current step, or the reason why the row failed, was skipped or was applied in part; for display. */
  detail: z.string().optional(),
  code: z.number().int().optional(),
  issues: z.array(configIssue),
  result: commandResult.optional(),
  /** Stage of the restart in a job that restarts devices: reboot 0, rebooting 1, rebooted 2. */
  rebootFlow: z.literal(Object.values(REBOOT_FLOW)).optional(),
  /** Wave of the device, from 0; it is sent when that wave begins. */
  wave: z.number().int(),
  updatedAt: z.string(),
});

/** Detail of a row, and cost of a review, whose devices are offline. */
export const OFFLINE_MEMBERS = 'Some devices are offline. They receive the configuration when they return.';

/** A long-running operation with one row per device. */
export const job = z.object({
  id: z.string(),
  kind: z.enum([...COMMAND_KINDS, 'configure']),
  title: z.string(),
  state: z.enum(['running', 'done', 'partial', 'failed']),
  /** Catalogue code of a finished job: 407 when it ended for some devices only, else that of its first failed row. */
  code: z.number().int().optional(),
  createdAt: z.string(),
  finishedAt: z.string().optional(),
  createdBy: z.string(),
  rows: z.array(jobRow),
  /** Cumulative shares of the devices in percent; absent: all at once. */
  waves: z.array(z.number()).optional(),
  /** The latest started wave. */
  wave: z.number().int(),
  /** Time at which the job begins; absent: at once. Until then it can be cancelled. */
  startsAt: z.string().optional(),
  /** The job whose failed devices this one retries. */
  retryOf: z.string().optional(),
  can: z.object({ cancel: permission, retry: permission }),
});
export type Job = z.infer<typeof job>;

/** Time for which a reset of more than one device waits, so that it can be cancelled. */
export const RESET_HOLD_SECONDS = 30;
/** Cumulative shares of the waves of an upgrade, in percent. */
export const UPGRADE_WAVES = [1, 10, 50, 100] as const;
/** If more than this share of a wave fails, later waves are cancelled. */
export const WAVE_ABORT_PERCENT = 10;
/** From this number of devices on, canaries are configured first. */
export const CANARY_FROM_DEVICES = 5;
/** Time within which canaries must confirm a configuration. */
export const CANARY_SECONDS = 150;
