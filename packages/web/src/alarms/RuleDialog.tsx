import { ALARM_KINDS, alarmRule, type AlarmRule, TOLERANCE_MAX_SECONDS } from '@northlight/contract';
import { Checkbox, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call } from '../kit/api/index.ts';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { useApiForm } from '../kit/form/index.ts';
import classes from './alarms.module.css';
import { changeRule, DELAY_UNITS, type RuleValues, toRuleValues } from './rule-values.ts';
import { formatSeverityLabel } from './alarm-labels.ts';

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface RuleDialogProps {
  readonly rule: AlarmRule;
  readonly version: number;
  readonly onClose: () => void;
}

/** Returns the errors by form field, from the same rules as on the server. */
function findRuleErrors(rule: AlarmRule, values: RuleValues): Record<string, string> {
  const parsed = alarmRule.safeParse(changeRule(rule, values));
  const issues = parsed.error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ message, path: [part, field] }) => {
      if (part === 'quiet') return [String(field), message];
      return [part === 'toleranceSeconds' ? 'delay' : String(part), message];
    }),
  );
}

export function RuleDialog({ onClose, rule, version }: RuleDialogProps) {
  const project = useProject();
  const { severity, threshold, toleranceSeconds, label } = ALARM_KINDS[rule.kind];
  const { form, ...state } = useApiForm<RuleValues>({
    initialValues: toRuleValues(rule),
    validate: (values) => findRuleErrors(rule, values),
    onSubmit: async (values) => {
      const body = { baseVersion: version, rules: [changeRule(rule, values)] };
      await call('alarmRulesChange', { params: { projectId: project.id }, body });
      await awaitRefetch();
      toast.done(`The rule “${label}” was saved.`);
      onClose();
    },
  });
  const values = form.getValues();
  const own =
    rule.kind === 'device-event' ? 'Reported by the device' : `Default: ${formatSeverityLabel({ severity })}`;
  return (
    <FormDialog {...state} title={label} submit="Save" onClose={onClose}>
      <Stack gap={14}>
        <Switch label="Enabled" data-autofocus {...form.getInputProps('enabled', { type: 'checkbox' })} />
        <NativeSelect
          label="Severity"
          data={[
            { value: '', label: own },
            { value: 'info', label: 'Info' },
            { value: 'warning', label: 'Warning' },
            { value: 'critical', label: 'Critical' },
          ]}
          {...form.getInputProps('severity')}
        />
        {threshold && (
          <NumberInput
            label={`Threshold (${threshold.unit})`}
            description={threshold.isLow && 'The alarm is raised at this value and below it.'}
            min={threshold.min}
            max={threshold.max}
            clampBehavior="none"
            {...form.getInputProps('threshold')}
          />
        )}
        {toleranceSeconds !== undefined && (
          <div className={`grid gap-8 ${classes['delay']}`}>
            <NumberInput
              label="Delay"
              description="No alarm is raised if the problem clears sooner."
              min={0}
              max={TOLERANCE_MAX_SECONDS / DELAY_UNITS[values.delayUnit]}
              clampBehavior="none"
              {...form.getInputProps('delay')}
            />
            <NativeSelect
              aria-label="Unit of the delay"
              data={Object.keys(DELAY_UNITS)}
              {...form.getInputProps('delayUnit')}
            />
          </div>
        )}
        <Switch
          label="Notify by e-mail and webhook"
          {...form.getInputProps('notify', { type: 'checkbox' })}
        />
        <Switch
          label="Quiet hours"
          description={`No notifications during these hours (${project.timeZone}). Alarms are still listed.`}
          {...form.getInputProps('quietOn', { type: 'checkbox' })}
        />
        {values.quietOn && (
          <>
            <div className="flex gap-8 align-end">
              <TextInput label="From" w={100} placeholder="22:00" {...form.getInputProps('from')} />
              <TextInput label="Until" w={100} placeholder="07:00" {...form.getInputProps('until')} />
            </div>
            <Checkbox.Group label="Days on which quiet hours start" {...form.getInputProps('weekdays')}>
              <div className="flex wrap gap-10">
                {WEEK.map((name, index) => (
                  <Checkbox key={name} size="xs" value={String(index + 1)} label={name} />
                ))}
              </div>
            </Checkbox.Group>
          </>
        )}
      </Stack>
    </FormDialog>
  );
}
