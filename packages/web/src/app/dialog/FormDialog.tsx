import type { Permission } from '@northlight/contract';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, type FormState } from '../../kit/form/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { askToDiscard, useConfirmation } from '../confirm-store.ts';

const QUESTION = 'The edits in the open dialog are not saved yet.';

interface FormDialogProps extends FormState {
  readonly title: string;
  readonly width?: keyof typeof POPUP_WIDTHS;
  /** Label of the button that submits. */
  readonly submit: string;
  /** A denied permission replaces the form by its reason. */
  readonly can?: Permission;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/**
 * Dialog with one form. Before a key, or a click beside the dialog, discards edits, the dialog asks; its button
 * Cancel does not.
 */
export function FormDialog({ can, onClose, title, width = 'medium', ...form }: FormDialogProps) {
  const isAsking = useConfirmation() !== undefined;
  const close = async (): Promise<void> => {
    const isDiscarded = !form.hasEdits() || (await askToDiscard('edits', QUESTION));
    if (isDiscarded) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={title}
      size={POPUP_WIDTHS[width]}
      // The question above the dialog receives the key.
      closeOnEscape={!isAsking}
    >
      {can?.allowed === false ? (
        <Notice tone="plain">{can.reason}</Notice>
      ) : (
        <Form {...form} onCancel={onClose} />
      )}
    </Modal>
  );
}
