import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { wantToasts } from './toast-store.ts';

const UNDO_MS = 10_000;

/** Undo beats asking: what was staged for removal can be taken back for 10 seconds. */
export function undoToast(message: string, undo: () => void): void {
  wantToasts();
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            undo();
            notifications.hide(id);
          }}
        >
          Undo
        </Button>
      </Group>
    ),
    autoClose: UNDO_MS,
    withBorder: true,
  });
}
