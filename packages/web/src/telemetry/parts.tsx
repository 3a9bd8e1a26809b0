import type { ReactNode } from 'react';
import classes from './telemetry.module.css';

export const EMPTY_DEVICE = 'Data appears within 1 min after the device reports.';

/** Grid for charts, with two columns on wide screens. */
export function ChartGrid({ children }: { readonly children: ReactNode }) {
  return <div className={`cards-2 ${classes['grid']}`}>{children}</div>;
}

/** Lists the reasons why metrics have no chart. */
export function MissingMetrics({ reasons }: { readonly reasons: readonly (string | undefined)[] }) {
  const sentences = reasons.filter((reason) => reason !== undefined);
  if (sentences.length === 0) return null;
  return <p className="mut">{sentences.join(' ')}</p>;
}
