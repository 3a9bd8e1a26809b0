import { Button, Group, Modal, Text } from '@mantine/core';
import { POPUP_WIDTHS } from '../../ui/constants.ts';

interface IdleWarningProps {
  readonly seconds: number;
  readonly onStay: () => void;
}

export function IdleWarning({ seconds, onStay }: IdleWarningProps) {
  return (
    <Modal opened onClose={onStay} title="Stay signed in?" size={POPUP_WIDTHS.narrow} centered>
      <Text size="sm">You will be signed out in {seconds} s because of inactivity.</Text>
      <Group justify="flex-end" mt="md">
        <Button onClick={onStay}>Stay signed in</Button>
      </Group>
    </Modal>
  );
}
