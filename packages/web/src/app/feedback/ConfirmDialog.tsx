import { Button, Group, Modal } from '@mantine/core';
import { ask, type Confirmation } from '../confirm-store.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';

export function ConfirmDialog({ question }: { readonly question: Confirmation }) {
  const cancel = () => {
    ask(undefined);
    question.onCancel?.();
  };
  return (
    <Modal opened onClose={cancel} title={question.title} size={POPUP_WIDTHS.narrow} centered>
      {question.body}
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={cancel} data-autofocus>
          {question.cancel ?? 'Cancel'}
        </Button>
        <Button
          {...(question.danger && { color: 'red.9' })}
          onClick={() => {
            ask(undefined);
            question.onConfirm();
          }}
        >
          {question.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
