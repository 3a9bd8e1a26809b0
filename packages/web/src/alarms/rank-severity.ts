import type { Alarm } from '@northlight/contract';

const RANKS: Readonly<Record<Alarm['severity'], number>> = { info: 0, warning: 1, critical: 2 };

/** Returns the order of a severity, the highest for the most severe one. */
export const rankSeverity = (severity: Alarm['severity']): number => RANKS[severity];
