import type { ConfigChange } from '@northlight/contract';

/** Returns what a change makes of its field or item: `name: Guests → Visitors`, or `removed`. */
export function formatChangeLine({ after, label, now }: ConfigChange): string {
  const value = after === undefined ? 'removed' : now === undefined ? after : `${now} → ${after}`;
  return label === undefined ? value : `${label}: ${value}`;
}
