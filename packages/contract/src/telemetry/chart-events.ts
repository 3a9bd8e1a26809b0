import { z } from 'zod';

/** Kinds of events. `offline` is a device or site without connection, `alarm` any other alarm. */
export const CHART_EVENT_KINDS = ['offline', 'alarm', 'configuration', 'restart', 'upgrade'] as const;
/** Maximum number of events in an answer, which contains the newest ones. */
export const CHART_EVENTS_MAX = 200;

/** An event marked on the time axis of charts. */
export const chartEvent = z.object({
  id: z.string(),
  kind: z.enum(CHART_EVENT_KINDS),
  severity: z.enum(['info', 'warning', 'critical']),
  at: z.string(),
  /** End of an outage or alarm; absent for other events and while it lasts. */
  until: z.string().optional(),
  /** True while an outage or alarm lasts. */
  open: z.boolean(),
  text: z.string(),
  /** Device of the event; absent for events of several devices or of the project. */
  device: z.object({ id: z.string(), name: z.string() }).optional(),
  /**
   * Id of the alarm that describes the event; without an alarm, `logId` is the id of a record in the device
   * log.
   */
  alarmId: z.string().optional(),
  logId: z.string().optional(),
  /** Version of the network configuration that a `configuration` event applied; absent for other configurations. */
  version: z.number().int().optional(),
});
export type ChartEvent = z.infer<typeof chartEvent>;
