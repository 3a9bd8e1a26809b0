import type { ReactNode } from 'react';
import classes from './telemetry.module.css';

export const EMPTY_DEVICE =
  'Figures appear within a minute after the device reported, and are kept from then on.';

/** Two charts beside each other where there is room. */
export function ChartGrid({ children }: { readonly children: ReactNode }) {
  return <div className={classes['grid']}>{children}</div>;
}

/** What is not charted, and why. */
export function Absent({ reasons }: { readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return <p className={classes['absent']}>Not charted. {reasons.join(' ')}</p>;
}
