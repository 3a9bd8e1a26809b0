import { Loader, Overlay, Text } from '@mantine/core';
import { useMutationState } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Busy, BUSY_TEXTS } from './busy.ts';
import classes from './shell.module.css';

/** Short work must not flash. */
const DELAY_MS = 600;

/** Covers the page while something that cannot be interrupted takes longer than a blink. */
export function LoadingOverlay() {
  const running = useMutationState({
    filters: { status: 'pending', predicate: (each) => each.meta?.busy !== undefined },
    select: (each) => each.meta?.busy,
  });
  const busy = running[0];
  const shown = useDelayed(busy);
  return shown ? <BusyScreen what={shown} /> : null;
}

function useDelayed(busy: Busy | undefined): Busy | undefined {
  const [late, setLate] = useState<Busy>();
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(busy), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(undefined);
    };
  }, [busy]);
  return busy && late;
}

export function BusyScreen({ what }: { readonly what: Busy }) {
  return (
    <Overlay fixed zIndex={900} className={classes['busy']} backgroundOpacity={0.4}>
      <div className={classes['busyBox']} role="status">
        <Loader size="sm" />
        <Text size="sm">{BUSY_TEXTS[what]}</Text>
      </div>
    </Overlay>
  );
}
