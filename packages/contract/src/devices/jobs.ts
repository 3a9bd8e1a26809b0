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
export const jobRow = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  state: z.enum(JOB_ROW_STATES),
  percent: z.number().optional(),
  /** Step or reason, in words. */
  detail: z.string().optional(),
  code: z.number().int().optional(),
  issues: z.array(configIssue),
  /** What a command brought. */
  result: commandResult.optional(),
  /** Its wave, counted from 0; it is sent when that wave begins. */
  wave: z.number().int(),
  updatedAt: z.string(),
});

/** Long work on devices: a row per device, and nothing held open. */
export const job = z.object({
  id: z.string(),
  kind: z.enum([...COMMAND_KINDS, 'configure']),
  title: z.string(),
  state: z.enum(['running', 'done', 'partial', 'failed']),
  createdAt: z.string(),
  finishedAt: z.string().optional(),
  createdBy: z.string(),
  rows: z.array(jobRow),
  /** Cumulative shares of the devices in per cent; absent: all at once. */
  waves: z.array(z.number()).optional(),
  /** The last wave that has begun. */
  wave: z.number().int(),
  /** The job whose failed devices this one tries again. */
  retryOf: z.string().optional(),
  can: z.object({ cancel: permission, retry: permission }),
});
export type Job = z.infer<typeof job>;

/** Shares of an upgrade in waves, cumulative, in per cent. */
export const UPGRADE_WAVES = [1, 10, 50, 100] as const;
/** A wave of which more than this share fails stops the rest. */
export const WAVE_ABORT_PERCENT = 10;
/** So many devices are configured at once; of more, some go first and the others follow when those are well. */
export const CANARY_FROM_DEVICES = 5;
/** How long the first devices may take to confirm a configuration. */
export const CANARY_SECONDS = 150;
