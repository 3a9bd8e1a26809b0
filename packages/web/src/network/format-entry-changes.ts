import type { ConfigChange, HistoryEntry } from '@northlight/contract';

/** Writes the first changes of a version: `VLAN 20, name: Guests → Visitors; DHCP pool guests added; 2 more`. */
export function formatEntryChanges({ changeCount, changes }: HistoryEntry): string {
  const more = changeCount - changes.length;
  return [...changes.map(formatChange), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

function formatChange({ after, label, now, setting }: ConfigChange): string {
  // A change without a label is a whole item.
  if (label === undefined && now === undefined) return `${setting} added`;
  if (label === undefined && after === undefined) return `${setting} removed`;
  return `${setting}: ${now ?? 'none'} → ${after ?? 'none'}`;
}
