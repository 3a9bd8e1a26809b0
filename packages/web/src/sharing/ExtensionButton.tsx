import type { Share } from '@northlight/contract';
import { Modal, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../app/toast.ts';
import { call } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { FormFoot, useApiForm } from '../kit/form/index.ts';
import { POPUP_WIDTHS } from '../ui/constants.ts';

const NOTE_MAX = 200;

/** Asks the owner for more time, with a word why. */
export function ExtensionButton({ share }: { readonly share: Share }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <GatedButton can={share.can.askExtension} variant="default" onClick={() => setOpened(true)}>
        {share.extension ? 'Ask again for more time' : 'Ask for more time'}
      </GatedButton>
      {opened && <ExtensionDialog share={share} onClose={() => setOpened(false)} />}
    </>
  );
}

function ExtensionDialog({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { note: '' },
    validate: () => ({}),
    onSubmit: async ({ note }) => {
      await call('shareExtensionAsk', { params: { shareId: share.id }, body: { note } });
      await Promise.all(
        ['sharingGet', 'shareReceivedList'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
      toast.done('The owner sees your request on the page of the project.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`More time for ${share.projectName}`} size={POPUP_WIDTHS.narrow}>
      <form onSubmit={onSubmit} noValidate>
        <Textarea
          label="Reason"
          description="Optional; the owner reads it"
          maxLength={NOTE_MAX}
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <FormFoot problem={problem} submit="Ask" busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
