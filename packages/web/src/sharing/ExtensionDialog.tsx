import type { Share } from '@northlight/contract';
import { Modal, Textarea } from '@mantine/core';
import { toast } from '../app/toast.ts';
import { awaitRefetch, call } from '../kit/api/index.ts';
import { FormFoot, useApiForm } from '../kit/form/index.ts';
import { POPUP_WIDTHS } from '../ui/constants.ts';

const NOTE_MAX = 200;

/** Dialog that requests more time from the owner, with an optional reason. */
export function ExtensionDialog({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const { form, problem, busy, onSubmit } = useApiForm({
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
    <Modal
      opened
      onClose={onClose}
      title={`Request more time for ${share.projectName}`}
      size={POPUP_WIDTHS.narrow}
    >
      <form onSubmit={onSubmit} noValidate>
        <Textarea
          label="Reason"
          description="Optional; shown to the owner"
          maxLength={NOTE_MAX}
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <FormFoot problem={problem} submit="Send request" busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
