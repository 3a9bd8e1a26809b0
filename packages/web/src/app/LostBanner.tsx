import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs';
import { useEffect, useState } from 'react';
import { useLiveState } from '../kit/live/index.ts';
import classes from './shell.module.css';

/** A stream that is back before anybody noticed is not worth a line. */
const PATIENCE_MS = 3_000;

/** Says plainly that the server is away: figures that look current are not. */
export function LostBanner() {
  return useLiveState() === 'reconnecting' ? <Lost /> : null;
}

function Lost() {
  const [since] = useState(() => new Date());
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (patient) return null;
  return (
    <aside className={classes['banner']} data-tone="warning" aria-label="Connection lost">
      <IconPlugConnectedX size={15} aria-hidden />
      <span role="status">
        Northlight has not answered since{' '}
        {since.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })}. What
        is shown may be old, and changes wait; the page goes on by itself when it is back.
      </span>
    </aside>
  );
}
