import { notifications } from '@mantine/notifications';
import { sentenceOf } from '../kit/api/index.ts';
import { wantToasts } from './toast-store.ts';

/** Short news at the edge of the page; what must be acted on stands in the page itself. */
export const toast = {
  done(message: string): void {
    wantToasts();
    notifications.show({ message, color: 'north', withBorder: true });
  },
  error(error: unknown): void {
    wantToasts();
    notifications.show({ message: sentenceOf(error), color: 'red', withBorder: true, autoClose: 8_000 });
  },
};
