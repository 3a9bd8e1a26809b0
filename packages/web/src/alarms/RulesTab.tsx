import { Table, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useProject, useShellContext } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { PageLoading } from '../app/PageLoading.tsx';
import { awaitRefetch, createMutation, createQuery } from '../kit/api/index.ts';
import { LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './alarms.module.css';
import { RULE_GROUPS } from './rule-groups.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleRow } from './RuleRow.tsx';

const HEADS = ['Alarm', 'Enabled', 'Severity', 'Threshold', 'Delay', 'Notify', 'Quiet hours'];

export function RulesTab({ tools }: { readonly tools: ReactNode }) {
  const project = useProject();
  const { session } = useShellContext();
  const { search, set } = useUrlState();
  const params = { projectId: project.id };
  const found = useQuery(createQuery('alarmRulesGet', { params }));
  const change = useMutation({
    ...createMutation('alarmRulesChange'),
    onSuccess: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const close = useCallback(() => set({ dialog: undefined }), [set]);
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  const { can, items, version } = found.data;
  const edited = items.find(({ kind }) => kind === search.dialog);
  return (
    <Page title="Alarm" tools={tools}>
      <ScrollBox label="Rules" className={`panel ${classes['rules']}`}>
        <Table verticalSpacing={8} className="cards-on-phone">
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
          {RULE_GROUPS.map(({ kinds, title }) => (
            <Table.Tbody key={title}>
              <Table.Tr>
                <Table.Th
                  scope="rowgroup"
                  colSpan={HEADS.length + 1}
                  className={`inset mut small ${classes['group']}`}
                >
                  {title}
                </Table.Th>
              </Table.Tr>
              {items
                .filter(({ kind }) => kinds.includes(kind))
                .map((rule) => (
                  <RuleRow
                    key={rule.kind}
                    rule={rule}
                    can={can.change}
                    hasEdit={!session.visitor}
                    onEdit={() => set({ dialog: rule.kind })}
                    onChange={(values) =>
                      change.mutate({
                        params,
                        body: { baseVersion: version, rules: [{ ...rule, ...values }] },
                      })
                    }
                  />
                ))}
            </Table.Tbody>
          ))}
        </Table>
      </ScrollBox>
      {edited && can.change.allowed && (
        <RuleDialog key={edited.kind} rule={edited} version={version} onClose={close} />
      )}
    </Page>
  );
}
