import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { mountToasts } from './feedback/toast-store.ts';

const UNDO_MS = 10_000;

/** Shows a toast that offers for 10 s to undo a change. The toast replaces a confirmation. */
export function showUndoToast(message: string, undo: () => void): void {
  mountToasts();
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
