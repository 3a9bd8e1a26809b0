import { notifications } from '@mantine/notifications';
import { toErrorSentence } from '../kit/api/index.ts';
import { mountToasts } from './feedback/toast-store.ts';

/** Shows short notifications; a message that needs an action belongs on the page. */
export const toast = {
  done(message: string): void {
    mountToasts();
    notifications.show({ message, color: 'north', withBorder: true });
  },
  error(error: unknown): void {
    mountToasts();
    notifications.show({ message: toErrorSentence(error), color: 'red', withBorder: true, autoClose: 8_000 });
  },
};
