import { type Permission, TRANSFER_DAYS } from '@northlight/contract';
import { Modal, Text, TextInput } from '@mantine/core';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call } from '../kit/api/index.ts';
import { FormFoot, useApiForm } from '../kit/form/index.ts';
import { Notice } from '../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../ui/constants.ts';

export function TransferDialog({ can, onClose }: { readonly can: Permission; readonly onClose: () => void }) {
  const project = useProject();
  const { form, problem, busy, onSubmit } = useApiForm({
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
    <Modal opened onClose={onClose} title={`Transfer ${project.name}`} size={POPUP_WIDTHS.narrow}>
      {can.allowed ? (
        <form onSubmit={onSubmit} noValidate>
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
          <FormFoot problem={problem} submit="Offer transfer" busy={busy} onCancel={onClose} />
        </form>
      ) : (
        <Notice tone="plain">{can.reason}</Notice>
      )}
    </Modal>
  );
}
