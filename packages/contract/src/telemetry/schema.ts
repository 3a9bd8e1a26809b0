import { z } from 'zod';

/** Time after which a report counts as missed (s); charts then show a gap. */
export const REPORT_MISSED_SECONDS = 210;

/** Values with one entry per step from `from`, oldest first; null for a step without a report. */
const points = z.array(z.number().nullable());

export const series = z.object({
  metric: z.string(),
  /** Id of the device; absent for a series of the project or of the requested client. */
  deviceId: z.string().optional(),
  /** Mean of each step over the time that reports cover. */
  values: points,
  /** Maximum of each step; present if a step can contain several reports. */
  peaks: points.optional(),
  /** Bytes in the whole window, as far as reports cover it; only for applications. */
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
