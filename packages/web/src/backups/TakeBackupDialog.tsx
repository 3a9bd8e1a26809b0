import type { Permission } from '@northlight/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call, createQuery } from '../kit/api/index.ts';
import { formatPlural } from '../kit/format/index.ts';
import { useApiForm } from '../kit/form/index.ts';
import { ChoiceField, MultiSelectField, TextField } from '../kit/form/fields.tsx';
import { KIND_OPTIONS } from './backup-texts.ts';

interface TakeValues extends Record<string, unknown> {
  readonly deviceIds: string[];
  readonly kind: 'general' | 'restore-point';
  readonly remark: string;
}

const ALL = 'all';

/** Takes backups of the chosen devices, or of all. */
export function TakeBackupDialog({
  can,
  onClose,
}: {
  readonly can: Permission;
  readonly onClose: () => void;
}) {
  const { id: projectId } = useProject();
  const devices = useQuery(createQuery('deviceList', { params: { projectId } })).data?.items ?? [];
  const { form, ...state } = useApiForm<TakeValues>({
    initialValues: { deviceIds: [], kind: 'general', remark: '' },
    validate: ({ deviceIds }) => (deviceIds.length === 0 ? { deviceIds: 'Choose at least one device.' } : {}),
    onSubmit: async ({ deviceIds, kind, remark }) => {
      const ids = deviceIds.includes(ALL) ? devices.map(({ id }) => id) : deviceIds;
      const { items, refused } = await call('backupTake', {
        params: { projectId },
        body: { deviceIds: ids, kind, ...(remark.trim() !== '' && { remark }) },
      });
      await awaitRefetch();
      const [first] = refused;
      toast.done(
        first
          ? `${formatPlural(items.length, 'backup')} taken, ${refused.length} not: ${first.name}: ${first.reason}`
          : `${formatPlural(items.length, 'backup')} taken.`,
      );
      onClose();
    },
  });
  return (
    <FormDialog {...state} title="Back up devices" submit="Back up" can={can} onClose={onClose}>
      <Stack gap="md">
        <MultiSelectField
          label="Devices"
          data={[
            { value: ALL, label: `All ${formatPlural(devices.length, 'device')}` },
            ...devices.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          limit={60}
          searchable
          hidePickedOptions
          nothingFoundMessage="No matching device"
          {...form.getInputProps('deviceIds')}
        />
        <ChoiceField label="Type" data={KIND_OPTIONS} {...form.getInputProps('kind')} />
        <TextField label="Remark" maxLength={32} {...form.getInputProps('remark')} />
      </Stack>
    </FormDialog>
  );
}
