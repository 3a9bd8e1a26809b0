import { ALARM_KINDS, type AlarmRule, type AlarmSeverity } from '@northlight/contract';

export interface RuleValues extends Record<string, unknown> {
  enabled: boolean;
  /** Severity of the rule; empty for the default of the kind or the severity that the device reports. */
  severity: AlarmSeverity | '';
  threshold: number | string;
  toleranceSeconds: number | string;
  notify: boolean;
  quietOn: boolean;
  from: string;
  until: string;
  weekdays: string[];
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
  toleranceSeconds: toleranceSeconds ?? '',
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
      values.toleranceSeconds !== '' && { toleranceSeconds: Number(values.toleranceSeconds) }),
    ...(quietOn && { quiet: { from, until, weekdays: weekdays.map(Number) } }),
  };
}
