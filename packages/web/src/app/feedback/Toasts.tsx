import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

const TOAST_MS = 5_000;
const MAX_TOASTS = 4;

export function Toasts() {
  return (
    <Notifications className="toasts" position="bottom-center" autoClose={TOAST_MS} limit={MAX_TOASTS} />
  );
}
