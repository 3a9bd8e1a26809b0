import type { Share } from '@northlight/contract';
import { Textarea } from '@mantine/core';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call } from '../kit/api/index.ts';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { useApiForm } from '../kit/form/index.ts';

const NOTE_MAX = 200;

/** Dialog that requests more time from the owner, with an optional reason. */
export function ExtensionDialog({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const { form, ...state } = useApiForm({
    initialValues: { note: '' },
    validate: () => ({}),
    onSubmit: async ({ note }) => {
      await call('shareExtensionAsk', { params: { shareId: share.id }, body: { note } });
      await awaitRefetch();
      toast.done('Request sent to the owner.');
      onClose();
    },
  });
  return (
    <FormDialog
      {...state}
      title={`Request more time for ${share.projectName}`}
      width="narrow"
      submit="Send request"
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        description="Optional; shown to the owner"
        maxLength={NOTE_MAX}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
