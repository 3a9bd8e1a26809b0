import { z } from 'zod';
import { ALARM_KIND_NAMES, ALARM_SEVERITIES } from './names.ts';

/** Read states of messages with their numbers (specification §3). */
export const READ_STATES = { unread: 0, read: 1 } as const;

export const alarmKind = z.enum(ALARM_KIND_NAMES);
export const alarmSeverity = z.enum(ALARM_SEVERITIES);

export const alarm = z.object({
  id: z.string(),
  time: z.string(),
  kind: alarmKind,
  severity: alarmSeverity,
  event: z.string(),
  device: z.object({ id: z.string(), name: z.string(), mac: z.string(), model: z.string() }).optional(),
  /** Port, disk or camera of the alarm, for kinds of which a device can have several alarms. */
  subject: z.string().optional(),
  read: z.union([z.literal(0), z.literal(1)]),
  resolvedAt: z.string().optional(),
  /** Account that resolved the alarm manually. */
  resolvedBy: z.string().optional(),
  /** Id of the alarm of which this one is a consequence. */
  causeId: z.string().optional(),
  /** Number of consequences: all of them, and those still open. */
  behind: z.object({ total: z.number().int(), open: z.number().int() }).optional(),
  /** Number of occurrences and time of the last one; absent for a single occurrence. */
  occurrences: z.number().int().optional(),
  lastTime: z.string().optional(),
});
export type Alarm = z.infer<typeof alarm>;
