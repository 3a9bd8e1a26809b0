import { z } from 'zod';
import { permission, versionNumber } from '../kit/page.ts';
import { ALARM_KINDS, formatThreshold } from './kinds.ts';
import { ALARM_KIND_NAMES, type AlarmKind } from './names.ts';
import { alarmKind, alarmSeverity } from './schema.ts';

/** Maximum time (s) that a rule can delay an alarm. */
export const TOLERANCE_MAX_SECONDS = 86_400;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const time = z.string().regex(TIME, 'Enter a time such as 22:00.');

/** Quiet hours in the project's time zone. A period over midnight belongs to the day on which it begins. */
export const quietHours = z
  .object({
    from: time,
    until: time,
    /** Days of the week; 1 is Monday. */
    weekdays: z.array(z.number().int().min(1).max(7)).min(1, 'Choose a day.').max(7),
  })
  .refine(({ from, until }) => from !== until, {
    path: ['until'],
    message: 'Start and end must differ. Change one of them.',
  });
export type QuietHours = z.infer<typeof quietHours>;

const ruleShape = z.object({
  kind: alarmKind,
  enabled: z.boolean(),
  /** Severity of the alarms; absent for the kind's default or the severity that the device reports. */
  severity: alarmSeverity.optional(),
  /** Time for which a problem must last before its alarm is raised (s). */
  toleranceSeconds: z.number().int().min(0).max(TOLERANCE_MAX_SECONDS).optional(),
  threshold: z.number().optional(),
  /** True if e-mails and webhooks are sent. The alarm is listed in any case. */
  notify: z.boolean(),
  quiet: quietHours.optional(),
});

/** A project's rule for one kind of alarm. */
export const alarmRule = ruleShape.superRefine((rule, context) => {
  const { threshold, toleranceSeconds, label } = ALARM_KINDS[rule.kind];
  const refuse = (path: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (rule.toleranceSeconds !== undefined && toleranceSeconds === undefined)
    refuse('toleranceSeconds', `${label} is momentary and has no duration.`);
  if (rule.threshold === undefined) return;
  if (!threshold) refuse('threshold', `${label} has no threshold.`);
  else if (
    !Number.isInteger(rule.threshold) ||
    rule.threshold < threshold.min ||
    rule.threshold > threshold.max
  )
    refuse(
      'threshold',
      `Enter a whole number from ${threshold.min} to ${formatThreshold(threshold.max, threshold.unit)}.`,
    );
});
export type AlarmRule = z.infer<typeof alarmRule>;

export const alarmRules = z.object({
  version: z.number().int(),
  items: z.array(alarmRule),
  can: z.object({ change: permission }),
});
export type AlarmRules = z.infer<typeof alarmRules>;

export const alarmRulesChange = z.object({
  /** Version of the rules that the change is based on. */
  baseVersion: versionNumber,
  /** Rules to change; kinds that are left out are unchanged. */
  rules: z
    .array(alarmRule)
    .min(1)
    .max(ALARM_KIND_NAMES.length)
    .refine(
      (rules) => new Set(rules.map(({ kind }) => kind)).size === rules.length,
      'Each kind may be listed once.',
    ),
});

/** Returns the rule of a kind that the project has not changed. */
export function getDefaultRule(kind: AlarmKind): AlarmRule {
  const { enabled, notify, threshold, toleranceSeconds } = ALARM_KINDS[kind];
  return {
    kind,
    enabled,
    notify,
    ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    ...(threshold && { threshold: threshold.value }),
  };
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns whether an instant (ms since 1970) is within quiet hours of a time zone. */
export function isQuiet({ from, until, weekdays }: QuietHours, zone: string, instant: number): boolean {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((each) => each.type === type)?.value ?? '';
  const now = `${part('hour')}:${part('minute')}`;
  const today = DAYS.indexOf(part('weekday')) + 1;
  const yesterday = today === 1 ? 7 : today - 1;
  if (from < until) return weekdays.includes(today) && now >= from && now < until;
  return (weekdays.includes(today) && now >= from) || (weekdays.includes(yesterday) && now < until);
}
