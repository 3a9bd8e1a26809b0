import { z } from 'zod';

/** A report is missed after this time; charts then show a gap. */
export const REPORT_MISSED_SECONDS = 210;

/** Oldest first, one per step from `from`; null where there is no report. */
const points = z.array(z.number().nullable());

export const series = z.object({
  metric: z.string(),
  /** Absent for a series of the project or of the requested client. */
  deviceId: z.string().optional(),
  /** Mean of each step over the time that reports cover. */
  values: points,
  /** Maximum of each step, where a step holds several reports. */
  peaks: points.optional(),
  /** Applications only: bytes in the whole window, as far as reports cover it. */
  total: z.number().nonnegative().optional(),
});
export type Series = z.infer<typeof series>;

export const seriesAnswer = z.object({
  /** Start of the first step and end of the last one. */
  from: z.string(),
  to: z.string(),
  stepSeconds: z.number().int().positive(),
  series: z.array(series),
});
export type SeriesAnswer = z.infer<typeof seriesAnswer>;
