import type { Api, CallResult, Permission } from '@northlight/contract';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call, createQuery } from '../kit/api/index.ts';
import { formatPlural } from '../kit/format/index.ts';
import { useApiForm } from '../kit/form/index.ts';
import { ChoiceField, MultiSelectField, TextField } from '../kit/form/fields.tsx';
import { POPUP_WIDTHS } from '../ui/constants.ts';
import { KIND_OPTIONS } from './backup-texts.ts';

interface TakeValues extends Record<string, unknown> {
  readonly deviceIds: string[];
  readonly kind: 'general' | 'restore-point';
  readonly remark: string;
}

const ALL = 'all';

interface TakenResult {
  readonly taken: number;
  readonly refused: CallResult<Api['backupTake']>['refused'];
}

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
  const [result, setResult] = useState<TakenResult>();
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
      if (refused.length > 0) {
        setResult({ refused, taken: items.length });
        return;
      }
      toast.done(`${formatPlural(items.length, 'backup')} taken.`);
      onClose();
    },
  });
  if (result) return <RefusedDialog result={result} onClose={onClose} />;
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

interface RefusedDialogProps {
  readonly result: TakenResult;
  readonly onClose: () => void;
}

/** Lists the devices without a backup, each with its reason. */
function RefusedDialog({ onClose, result: { refused, taken } }: RefusedDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Back up devices" size={POPUP_WIDTHS.medium}>
      <p>
        {taken > 0 ? `${formatPlural(taken, 'backup')} taken. ` : ''}
        {formatPlural(refused.length, 'device has', 'devices have')} no new backup:
      </p>
      <ul className="entries above">
        {refused.map(({ id, name, reason }) => (
          <li key={id}>
            <span className="column grow">
              <strong className="anywhere">{name}</strong>
              <span className="mut">{reason}</span>
            </span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Modal>
  );
}
