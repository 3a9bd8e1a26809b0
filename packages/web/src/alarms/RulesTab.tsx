import { ALARM_KINDS, type AlarmRule } from '@northlight/contract';
import { Switch, Table, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { PageLoading } from '../app/PageLoading.tsx';
import { createMutation, createQuery } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { ABSENT } from '../kit/format/index.ts';
import { LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './alarms.module.css';
import {
  formatDelayLabel,
  formatQuietHoursLabel,
  formatRuleSeverityLabel,
  formatThresholdLabel,
} from './rule-labels.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { SeverityMark } from './SeverityMark.tsx';

const HEADS = ['Alarm', 'Enabled', 'Severity', 'Threshold', 'Delay', 'Notify', 'Quiet hours'];

export function RulesTab({ tools }: { readonly tools: ReactNode }) {
  const project = useProject();
  const { search, set } = useUrlState();
  const client = useQueryClient();
  const params = { projectId: project.id };
  const found = useQuery(createQuery('alarmRulesGet', { params }));
  const change = useMutation({
    ...createMutation('alarmRulesChange'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['alarmRulesGet'] }),
    onError: (error) => toast.error(error),
  });
  const close = useCallback(() => set({ dialog: undefined }), [set]);
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  const { can, items, version } = found.data;
  const edited = items.find(({ kind }) => kind === search.dialog);
  return (
    <Page title="Alarm" note="Rules" tools={tools}>
      <ScrollBox label="Rules" className={classes['rules']}>
        <Table verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              {HEADS.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((rule) => (
              <RuleRow
                key={rule.kind}
                rule={rule}
                can={can.change}
                onEdit={() => set({ dialog: rule.kind })}
                onChange={(values) =>
                  change.mutate({ params, body: { baseVersion: version, rules: [{ ...rule, ...values }] } })
                }
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {edited && can.change.allowed && (
        <RuleDialog key={edited.kind} rule={edited} version={version} onClose={close} />
      )}
    </Page>
  );
}

interface RuleRowProps {
  readonly rule: AlarmRule;
  readonly can: Parameters<typeof GatedButton>[0]['can'];
  readonly onEdit: () => void;
  readonly onChange: (values: Partial<Pick<AlarmRule, 'enabled' | 'notify'>>) => void;
}

function RuleRow({ can, onChange, onEdit, rule }: RuleRowProps) {
  const { about, label } = ALARM_KINDS[rule.kind];
  const severity = rule.severity ?? ALARM_KINDS[rule.kind].severity;
  const threshold = formatThresholdLabel(rule);
  const delay = formatDelayLabel(rule);
  return (
    <Table.Tr>
      <Table.Td>
        <span className={classes['kind']}>{label}</span>
        <span className={classes['about']}>{about}</span>
      </Table.Td>
      <Table.Td data-label="Enabled">
        <RuleSwitch
          label={`${label}: enabled`}
          can={can}
          checked={rule.enabled}
          onChange={(enabled) => onChange({ enabled })}
        />
      </Table.Td>
      <Table.Td data-label="Severity">
        {formatRuleSeverityLabel(rule) ?? <SeverityMark severity={severity} />}
      </Table.Td>
      <Table.Td data-label="Threshold" data-absent={threshold === undefined || undefined}>
        {threshold ?? ABSENT}
      </Table.Td>
      <Table.Td
        data-label="Delay"
        data-absent={delay === undefined || undefined}
        className={classes['time'] ?? ''}
      >
        {delay ?? ABSENT}
      </Table.Td>
      <Table.Td data-label="Notify">
        <RuleSwitch
          label={`${label}: notify`}
          can={can}
          checked={rule.notify}
          onChange={(notify) => onChange({ notify })}
        />
      </Table.Td>
      <Table.Td data-label="Quiet hours" data-absent={!rule.quiet || undefined}>
        {rule.quiet ? formatQuietHoursLabel(rule.quiet) : ABSENT}
      </Table.Td>
      <Table.Td>
        <GatedButton can={can} size="xs" variant="default" aria-label={`Edit ${label}`} onClick={onEdit}>
          Edit
        </GatedButton>
      </Table.Td>
    </Table.Tr>
  );
}

interface RuleSwitchProps {
  readonly label: string;
  readonly can: RuleRowProps['can'];
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Switch of a rule; without permission, its value as text. */
function RuleSwitch({ can, checked, label, onChange }: RuleSwitchProps) {
  if (!can?.allowed) return checked ? 'Yes' : 'No';
  return (
    <Switch
      size="sm"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
