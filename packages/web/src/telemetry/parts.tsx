import type { ReactNode } from 'react';
import classes from './telemetry.module.css';

export const EMPTY_DEVICE = 'Data appears within 1 min after the device reports.';

/** Grid with two columns of charts on wide screens. */
export function ChartGrid({ children }: { readonly children: ReactNode }) {
  return <div className={classes['grid']}>{children}</div>;
}

/** Reasons why metrics have no chart. */
export function MissingMetrics({ reasons }: { readonly reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return <p className={classes['absent']}>No chart: {reasons.join(' ')}</p>;
}
