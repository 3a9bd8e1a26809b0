import { ALARM_KINDS, type AlarmRule, type AlarmSeverity } from '@northlight/contract';

/** Units of a delay in the form, with their seconds. */
export const DELAY_UNITS = { s: 1, min: 60 } as const;
type DelayUnit = keyof typeof DELAY_UNITS;

export interface RuleValues extends Record<string, unknown> {
  enabled: boolean;
  /** Severity of the rule; empty for the default of the kind or the severity that the device reports. */
  severity: AlarmSeverity | '';
  threshold: number | string;
  delay: number | string;
  delayUnit: DelayUnit;
  notify: boolean;
  quietOn: boolean;
  from: string;
  until: string;
  weekdays: string[];
}

/** Returns the delay in minutes if it is a whole number of them, as in the table of rules. */
function toDelayValues(seconds: number | undefined): Pick<RuleValues, 'delay' | 'delayUnit'> {
  if (seconds === undefined) return { delay: '', delayUnit: 's' };
  const delayUnit = seconds > 0 && seconds % DELAY_UNITS.min === 0 ? 'min' : 's';
  return { delay: seconds / DELAY_UNITS[delayUnit], delayUnit };
}

export const toRuleValues = ({
  enabled,
  notify,
  quiet,
  severity,
  threshold,
  toleranceSeconds,
}: AlarmRule): RuleValues => ({
  enabled,
  severity: severity ?? '',
  threshold: threshold ?? '',
  ...toDelayValues(toleranceSeconds),
  notify,
  quietOn: quiet !== undefined,
  from: quiet?.from ?? '22:00',
  until: quiet?.until ?? '07:00',
  weekdays: (quiet?.weekdays ?? [1, 2, 3, 4, 5, 6, 7]).map(String),
});

export function changeRule({ kind }: AlarmRule, values: RuleValues): AlarmRule {
  const { threshold, toleranceSeconds } = ALARM_KINDS[kind];
  const { enabled, from, notify, quietOn, severity, until, weekdays } = values;
  return {
    kind,
    enabled,
    notify,
    ...(severity !== '' && { severity }),
    ...(threshold && values.threshold !== '' && { threshold: Number(values.threshold) }),
    ...(toleranceSeconds !== undefined &&
      values.delay !== '' && { toleranceSeconds: Number(values.delay) * DELAY_UNITS[values.delayUnit] }),
    ...(quietOn && { quiet: { from, until, weekdays: weekdays.map(Number) } }),
  };
}
