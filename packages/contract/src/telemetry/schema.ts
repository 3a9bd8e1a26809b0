import { z } from 'zod';

/** A report that does not come within this time is missed; what is charted has a gap there. */
export const REPORT_MISSED_SECONDS = 210;

/** Oldest first, one for each step from `from` on; null where nothing was told. */
const points = z.array(z.number().nullable());

export const series = z.object({
  metric: z.string(),
  /** Absent: of the project, or of the client that was asked for. */
  deviceId: z.string().optional(),
  /** Mean of each step, as far as it was told. */
  values: points,
  /** Highest of each step, where a step holds several reports. */
  peaks: points.optional(),
  /** Of an application: bytes in the whole stretch, as far as they were told. */
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
