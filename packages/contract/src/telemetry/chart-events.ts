import { z } from 'zod';

/** `offline`: a device or site without connection; `alarm`: any other alarm. */
export const CHART_EVENT_KINDS = ['offline', 'alarm', 'configuration', 'restart', 'upgrade'] as const;
/** Limit of the events of one answer; the newest are kept. */
export const CHART_EVENTS_MAX = 200;

/** An event marked on the time axis of charts. */
export const chartEvent = z.object({
  id: z.string(),
  kind: z.enum(CHART_EVENT_KINDS),
  severity: z.enum(['info', 'warning', 'critical']),
  at: z.string(),
  /** End of an outage or alarm. */
  until: z.string().optional(),
  /** True while an outage or alarm lasts. */
  open: z.boolean(),
  text: z.string(),
  /** Absent for events of several devices or of the project. */
  device: z.object({ id: z.string(), name: z.string() }).optional(),
  /** The alarm, or else the record of the device log, that describes the event. */
  alarmId: z.string().optional(),
  logId: z.string().optional(),
});
export type ChartEvent = z.infer<typeof chartEvent>;
