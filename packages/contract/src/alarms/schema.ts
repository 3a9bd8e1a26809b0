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
  /** Of several of a kind on one device: which port. */
  subject: z.string().optional(),
  read: z.union([z.literal(0), z.literal(1)]),
  resolvedAt: z.string().optional(),
  /** Set when somebody resolved it by hand. */
  resolvedBy: z.string().optional(),
  /** The alarm that this one is a consequence of. */
  causeId: z.string().optional(),
  /** Alarms that are consequences of this one: all, and those still open. */
  behind: z.object({ total: z.number().int(), open: z.number().int() }).optional(),
  /** How often it happened, when it is more than once, and when last. */
  occurrences: z.number().int().optional(),
  lastTime: z.string().optional(),
});
export type Alarm = z.infer<typeof alarm>;
