import { z } from 'zod';
import { band } from '../device-protocol/capabilities.ts';

/** Runs that the log of a project shows. */
export const RF_RUNS_SHOWN = 20;
/** Usual and longest duration of a run (min). */
export const RF_RUN_MINUTES = 3;
export const RF_RUN_MINUTES_MAX = 10;

export const rfRunState = z.enum(['running', 'completed', 'failed', 'cancelled']);
export type RfRunState = z.infer<typeof rfRunState>;

const radioChannel = z.object({ channel: z.number().int(), widthMhz: z.number().int() });

/** A radio in a plan. */
export const rfPlanRow = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  radioId: z.string(),
  band,
  now: radioChannel,
  proposed: radioChannel,
  clients: z.number().int(),
  /** Time for which its clients are without Wi-Fi when the channel changes (s). */
  interruptionSeconds: z.number(),
  /** Busy airtime that other radios and foreign networks cause at it, before and after. */
  othersBefore: z.number(),
  othersAfter: z.number(),
  /** Radios of the project that it notices on its channel, before and after. */
  neighboursBefore: z.number().int(),
  neighboursAfter: z.number().int(),
  /** Why the radio keeps its channel, if it is not free to change. */
  kept: z.enum(['by-flag', 'by-hand']).optional(),
});
export type RfPlanRow = z.infer<typeof rfPlanRow>;

export const rfPlan = z.object({
  rows: z.array(rfPlanRow),
  /** Interference now and with the plan: the airtime that all radios lose to each other and to foreign networks. */
  interferenceBefore: z.number(),
  interferenceAfter: z.number(),
  /** Proven share by which the interference is at most above the lowest possible; absent if nothing is proven. */
  gap: z.number().nonnegative().optional(),
  /** Share of the improvement that the best plan with as many changed radios brings, from no change on. */
  budget: z.array(z.number()),
});
export type RfPlan = z.infer<typeof rfPlan>;

export const rfRun = z.object({
  id: z.string(),
  trigger: z.enum(['manual', 'scheduled', 'auto']),
  state: rfRunState,
  percent: z.number().int().min(0).max(100),
  startedAt: z.string(),
  startedBy: z.string(),
  endedAt: z.string().optional(),
  /** Why the run failed, or who cancelled it. */
  problem: z.string().optional(),
  /** Number of radios that the plan changes; absent before there is a plan. */
  changes: z.number().int().optional(),
});
export type RfRun = z.infer<typeof rfRun>;

/** A run with its best plan so far. */
export const rfRunDetail = rfRun.extend({ plan: rfPlan.optional() });
export type RfRunDetail = z.infer<typeof rfRunDetail>;
