import { LOG_RETENTIONS, type Permission } from '@northlight/contract';
import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../app/confirm-store.ts';
import { toast } from '../app/toast.ts';
import { createMutation, createQuery } from '../kit/api/index.ts';
import { MenuLabel, PageAction, useIsInMenu } from '../kit/page/index.ts';

const CHOICES = LOG_RETENTIONS.map((days) => ({ value: String(days), label: `Keep ${days} days` }));

/** Selects the retention of logs; without permission, shows it as text. Asks for confirmation before a selection that deletes records. */
export function RetentionSelect({
  can,
  projectId,
}: {
  readonly can: Permission;
  readonly projectId: number;
}) {
  const params = { projectId };
  const client = useQueryClient();
  const kept = useQuery(createQuery('logRetentionGet', { params }));
  const set = useMutation({
    ...createMutation('logRetentionSet'),
    onSuccess: (answer) => client.setQueryData(createQuery('logRetentionGet', { params }).queryKey, answer),
    onError: (error) => toast.error(error),
  });
  const isInMenu = useIsInMenu();
  const days = kept.data?.days;
  const choose = (value: string | null): void => {
    const wanted = LOG_RETENTIONS.find((each) => String(each) === value);
    if (wanted === undefined || days === undefined || wanted === days) return;
    const apply = () => set.mutate({ params, body: { days: wanted } });
    if (wanted > days) return apply();
    ask({
      title: `Keep logs for ${wanted} days?`,
      body: `Records and operations older than ${wanted} days are deleted within 1 h. This cannot be undone.`,
      confirm: 'Delete older records',
      danger: true,
      onConfirm: apply,
    });
  };
  if (isInMenu)
    return (
      <>
        <MenuLabel>{can.allowed ? 'Log retention' : `Logs are kept for ${days} days`}</MenuLabel>
        {can.allowed &&
          CHOICES.map(({ label, value }) => (
            <PageAction key={value} isChosen={value === String(days)} onClick={() => choose(value)}>
              {label}
            </PageAction>
          ))}
      </>
    );
  if (!can.allowed) return days !== undefined && <span className="mut">Kept {days} days</span>;
  return (
    <Select
      size="xs"
      w={130}
      aria-label="Log retention"
      data={CHOICES}
      value={days === undefined ? null : String(days)}
      disabled={days === undefined}
      allowDeselect={false}
      onChange={choose}
    />
  );
}
