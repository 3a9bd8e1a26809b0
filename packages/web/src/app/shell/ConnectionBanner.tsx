import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs';
import { useEffect, useState } from 'react';
import { useLiveState } from '../../kit/live/index.ts';
import classes from './shell.module.css';

/** Minimum duration of an interruption that is shown (ms). */
const SHOW_DELAY_MS = 3_000;

/** Banner shown while the server is unreachable, because the values on the page may be outdated. */
export function ConnectionBanner() {
  return useLiveState() === 'reconnecting' ? <DelayedBanner /> : null;
}

function DelayedBanner() {
  const [since] = useState(() => new Date());
  const [isHidden, setIsHidden] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsHidden(false), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isHidden) return null;
  return (
    <aside
      className={`row fixed gap-8 accent ${classes['banner']}`}
      data-tone="warning"
      aria-label="Connection lost"
    >
      <IconPlugConnectedX size={15} aria-hidden />
      <span role="status">
        No connection to Northlight since{' '}
        {since.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })}. Values
        may be outdated and changes are paused. Reconnecting automatically.
      </span>
    </aside>
  );
}
