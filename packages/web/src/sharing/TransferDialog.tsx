import { type Permission, TRANSFER_DAYS } from '@northlight/contract';
import { Text, TextInput } from '@mantine/core';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call } from '../kit/api/index.ts';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { useApiForm } from '../kit/form/index.ts';

export function TransferDialog({ can, onClose }: { readonly can: Permission; readonly onClose: () => void }) {
  const project = useProject();
  const { form, ...state } = useApiForm({
    initialValues: { account: '' },
    validate: ({ account }) =>
      account.trim() === '' ? { account: 'Enter the e-mail address or mobile number of the account.' } : {},
    onSubmit: async ({ account }) => {
      await call('transferCreate', { params: { projectId: project.id }, body: { account } });
      await awaitRefetch();
      toast.done(`${project.name} was offered to ${account.trim()}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      {...state}
      title={`Transfer ${project.name}`}
      width="narrow"
      submit="Offer transfer"
      can={can}
      onClose={onClose}
    >
      <Text size="sm" mb="md">
        The recipient reviews devices, open alarms and pending changes, and accepts or declines within{' '}
        {TRANSFER_DAYS} days. When they accept, you lose access immediately. Until then nothing changes.
      </Text>
      <TextInput
        label="Recipient"
        description="E-mail address or mobile number"
        autoComplete="off"
        data-autofocus
        required
        {...form.getInputProps('account')}
      />
    </FormDialog>
  );
}
