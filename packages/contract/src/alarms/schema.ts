import { z } from 'zod';
import { ALARM_KIND_NAMES, ALARM_SEVERITIES } from './names.ts';

/** Message read state (specification §3). */
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
  /** The port, if a device can have several alarms of this kind. */
  subject: z.string().optional(),
  read: z.union([z.literal(0), z.literal(1)]),
  resolvedAt: z.string().optional(),
  /** Account that resolved it manually. */
  resolvedBy: z.string().optional(),
  /** The alarm that this one is a consequence of. */
  causeId: z.string().optional(),
  /** Number of consequences: all, and those still open. */
  behind: z.object({ total: z.number().int(), open: z.number().int() }).optional(),
  /** Number of occurrences, if more than one, and the time of the last. */
  occurrences: z.number().int().optional(),
  lastTime: z.string().optional(),
});
export type Alarm = z.infer<typeof alarm>;
