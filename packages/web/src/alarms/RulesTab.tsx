import { ALARM_KINDS, type AlarmRule } from '@northlight/contract';
import { Table, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useProject } from '../app/current.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { createQuery } from '../kit/api/index.ts';
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
  const found = useQuery(createQuery('alarmRulesGet', { params: { projectId: project.id } }));
  const close = useCallback(() => set({ dialog: undefined }), [set]);
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  const { can, items, version } = found.data;
  const edited = items.find(({ kind }) => kind === search.dialog);
  return (
    <Page title="Alarm" note="Rules" actions={tools}>
      <ScrollBox label="Rules">
        <Table verticalSpacing={8} className={classes['table'] ?? ''}>
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
}

function RuleRow({ can, onEdit, rule }: RuleRowProps) {
  const { about, label } = ALARM_KINDS[rule.kind];
  const severity = rule.severity ?? ALARM_KINDS[rule.kind].severity;
  return (
    <Table.Tr>
      <Table.Td>
        {label}
        <span className={classes['about']}>{about}</span>
      </Table.Td>
      <Table.Td>{rule.enabled ? 'Yes' : 'No'}</Table.Td>
      <Table.Td>{formatRuleSeverityLabel(rule) ?? <SeverityMark severity={severity} />}</Table.Td>
      <Table.Td>{formatThresholdLabel(rule) ?? ABSENT}</Table.Td>
      <Table.Td className={classes['time'] ?? ''}>{formatDelayLabel(rule) ?? ABSENT}</Table.Td>
      <Table.Td>{rule.notify ? 'Yes' : 'No'}</Table.Td>
      <Table.Td>{rule.quiet ? formatQuietHoursLabel(rule.quiet) : ABSENT}</Table.Td>
      <Table.Td>
        <GatedButton can={can} size="xs" variant="default" aria-label={`Edit ${label}`} onClick={onEdit}>
          Edit
        </GatedButton>
      </Table.Td>
    </Table.Tr>
  );
}
