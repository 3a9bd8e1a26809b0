import { Loader, Overlay, Text } from '@mantine/core';
import { type Busy, BUSY_TEXTS } from './busy.ts';
import classes from '../shell/shell.module.css';

/** Full-screen overlay that blocks input and shows one of four messages. */
export function BusyScreen({ what }: { readonly what: Busy }) {
  return (
    <Overlay fixed zIndex={900} className="centre" backgroundOpacity={0.4}>
      <div className={`row gap-12 panel ${classes['busyBox']}`} role="status">
        <Loader size="sm" />
        <Text size="sm">{BUSY_TEXTS[what]}</Text>
      </div>
    </Overlay>
  );
}
