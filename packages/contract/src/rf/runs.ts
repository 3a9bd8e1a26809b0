import { z } from 'zod';
import { band } from '../device-protocol/capabilities.ts';
import { permission, versionNumber } from '../kit/page.ts';
import { FALLBACKS_MAX } from '../network/wireless/schema.ts';
import { RF_RADIOS_MAX, rfRadioKey } from './settings.ts';

/** Runs that the log of a project shows. */
export const RF_RUNS_SHOWN = 20;
/** Usual and longest duration of a run (min). */
export const RF_RUN_MINUTES = 3;
export const RF_RUN_MINUTES_MAX = 10;

export const rfRunState = z.enum(['running', 'completed', 'failed', 'cancelled']);
export type RfRunState = z.infer<typeof rfRunState>;

const radioChannel = z.object({ channel: z.number().int(), widthMhz: z.number().int() });
export type RfRadioChannel = z.infer<typeof radioChannel>;

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
  /** Busy airtime that other radios and foreign networks cause at it, before and after, from 0 to 1. */
  othersBefore: z.number(),
  othersAfter: z.number(),
  /** The part of it that foreign networks cause. */
  foreignBefore: z.number(),
  foreignAfter: z.number(),
  /** Radios of the project that it notices on its channel, before and after. */
  neighboursBefore: z.number().int(),
  neighboursAfter: z.number().int(),
  /** Transmit power (dBm); absent if the radio keeps it. */
  power: z
    .object({
      now: z.number(),
      proposed: z.number(),
      /** Power without a plan, to which the plan may return it. */
      most: z.number(),
    })
    .optional(),
  /** Set for a radio of 2.4 GHz that could be turned off, because others replace it. */
  surplus: z
    .object({
      /** Places that it covers with −67 dBm. */
      places: z.number().int(),
      /** Level of the second strongest other radio at the worst of them (dBm). */
      secondDbm: z.number(),
      /** Radios that wait for it. */
      disturbed: z.number().int(),
    })
    .optional(),
  /** Set if the plan turns the radio off. */
  turnsOff: z.literal(true).optional(),
  /** Why the radio keeps its channel, if it is not free to change. */
  kept: z.enum(['by-flag', 'by-hand', 'elsewhere', 'refused', 'resting']).optional(),
  /** Set if the radio works on a channel on which radar was found: it must leave the channel, even if it rests. */
  mustLeave: z.literal('radar').optional(),
  /** Channels that it uses while radar bans the proposed one, the best first; absent if radar cannot concern it. */
  fallbacks: z.array(radioChannel).max(FALLBACKS_MAX).optional(),
  /** Whether the radio reports its channel after the apply; absent before, and for a radio that does not change. */
  outcome: z.enum(['waiting', 'confirmed', 'not-confirmed']).optional(),
});
export type RfPlanRow = z.infer<typeof rfPlanRow>;

/** Places that the radios of a band cover, before and after a plan. */
const rfCoverage = z.object({
  band: z.enum(['2.4G', '5G']),
  /** Places that any radio reaches. */
  places: z.number().int(),
  /** Places with −67 dBm. */
  coveredBefore: z.number().int(),
  coveredAfter: z.number().int(),
  /** Places that two access points reach with −75 dBm. */
  doubleBefore: z.number().int(),
  doubleAfter: z.number().int(),
});

export const rfPlan = z.object({
  rows: z.array(rfPlanRow),
  /** Effect of the powers, and of radios that are turned off; absent if the plan changes channels only. */
  power: z
    .object({
      /** Interference with them. */
      interferenceAfter: z.number(),
      /** Kind of the places: cells of the Wi-Fi map, or clients of the last 24 h. */
      places: z.enum(['map', 'clients']),
      coverage: z.array(rfCoverage),
    })
    .optional(),
  /** Interference now and with the plan: the airtime that all radios lose to each other and to foreign networks. */
  interferenceBefore: z.number(),
  interferenceAfter: z.number(),
  /** Proven share by which the interference is at most above the lowest possible; absent if nothing is proven. */
  gap: z.number().nonnegative().optional(),
  /** Share of the improvement that the best plan with as many changed radios brings, from no change on. */
  budget: z.array(z.number()),
});
export type RfPlan = z.infer<typeof rfPlan>;

/** Limits of a plan by its user: a number of changed radios, and refused changes. */
export const rfSelection = z.object({
  /** Absent for all changes of the plan. */
  maxChanges: z.number().int().nonnegative().max(RF_RADIOS_MAX).optional(),
  refused: z.array(rfRadioKey).max(RF_RADIOS_MAX),
  /** Set if all powers stay. */
  keepsPower: z.literal(true).optional(),
  /** Radios of 2.4 GHz that are turned off; those that the plan does not suggest are ignored. */
  off: z.array(rfRadioKey).max(RF_RADIOS_MAX).optional(),
});
export type RfSelection = z.infer<typeof rfSelection>;

/** Number of the last change of a selection. A change or an apply that is based on another number is refused. */
const revision = versionNumber;

/** How a plan was applied. */
export const rfApplication = z.object({
  /** `waiting` for the quiet hour, `refused` at the quiet hour, `applied`, or `restored` to what was before. */
  state: z.enum(['waiting', 'refused', 'applied', 'restored']),
  /** Time of the apply; of a waiting one the planned time. */
  at: z.string(),
  by: z.string(),
  /** Why it was refused, or why it was restored. */
  reason: z.string().optional(),
  /** Number of radios that it changed. */
  changes: z.number().int(),
  jobId: z.string().optional(),
  restoredAt: z.string().optional(),
  restoredBy: z.string().optional(),
  restoreJobId: z.string().optional(),
});
export type RfApplication = z.infer<typeof rfApplication>;

/** Measurement of a site since a plan was applied, for 24 h. */
export const rfMeasurement = z.object({
  windows: z.array(
    z.object({
      /** Start of a window of 15 min. */
      at: z.string(),
      /** Airtime that others used while radios had traffic, from 0 to 1. */
      loss: z.number(),
      /** The loss at the same hours of the week before, at the same load; absent with too little history. */
      expected: z.number().optional(),
    }),
  ),
  /** Airtime that others used at each radio, before and after the plan, at the same hours. */
  radios: z.array(
    z.object({ deviceId: z.string(), radioId: z.string(), before: z.number(), after: z.number() }),
  ),
});
export type RfMeasurement = z.infer<typeof rfMeasurement>;

export const rfRun = z.object({
  id: z.string(),
  trigger: z.enum(['manual', 'scheduled', 'auto']),
  /** Cause of an automatic run, as a sentence. */
  cause: z.string().optional(),
  state: rfRunState,
  percent: z.number().int().min(0).max(100),
  startedAt: z.string(),
  startedBy: z.string(),
  endedAt: z.string().optional(),
  /** Why the run failed, or who cancelled it. */
  problem: z.string().optional(),
  /** Number of radios that the plan changes; absent before there is a plan. */
  changes: z.number().int().optional(),
  /** Predicted change of the interference, as a share: -0.6 is 60 % less. */
  predicted: z.number().optional(),
  /** Measured change of the airtime that others use, against the same hours before the plan; absent without history. */
  measured: z.number().optional(),
  application: rfApplication.optional(),
});
export type RfRun = z.infer<typeof rfRun>;

/** A run with its best plan so far, as selected. */
export const rfRunDetail = rfRun.extend({
  plan: rfPlan.optional(),
  measurement: rfMeasurement.optional(),
  selection: rfSelection.extend({ revision }),
  /** Differences between the plan's start and now, by which it cannot be applied. */
  outdated: z.array(z.string()),
  can: z.object({ select: permission, apply: permission, restore: permission }),
});
export type RfRunDetail = z.infer<typeof rfRunDetail>;

export const rfSelectionChange = rfSelection.extend({ revision });
export const rfApplyOrder = z.object({
  revision,
  when: z.enum(['now', 'quiet-hour']),
});

/** The changes that the newest plan proposes; empty without a plan that can be applied. */
export const rfProposal = z.object({
  runId: z.string().optional(),
  /** End of the run. */
  at: z.string().optional(),
  rows: z.array(rfPlanRow),
});
export type RfProposal = z.infer<typeof rfProposal>;
