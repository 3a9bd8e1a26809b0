import type { ConfigChange, HistoryEntry } from '@northlight/contract';

/** Writes the first changes of a version: `VLAN 20, name: Guests → Visitors; DHCP pool guests added; 2 more`. */
export function formatEntryChanges({ changeCount, changes }: HistoryEntry): string {
  const more = changeCount - changes.length;
  return [...changes.map(formatChange), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

/** Matches the title that applying gives a version, which lists its changes or its devices. */
const IS_LISTING = /^(?:Apply|Remove|Settings of) /;

/** Writes the changes of a version after a title of its own: `As the demo begins: VLAN 20 added`. */
export function formatEntry(entry: HistoryEntry): string {
  const changes = formatEntryChanges(entry);
  if (changes === '') return entry.title;
  const origin = / from (?<name>.+)$/.exec(entry.title)?.groups?.['name'];
  if (IS_LISTING.test(entry.title)) return origin === undefined ? changes : `${changes}; from ${origin}`;
  return `${entry.title}: ${changes}`;
}

function formatChange({ after, device, label, now, setting }: ConfigChange): string {
  const name = device ? `${device.name}, ${setting}` : setting;
  // A change without a label is a whole item.
  if (label === undefined && now === undefined) return `${name} added`;
  if (label === undefined && after === undefined) return `${name} removed`;
  return `${name}: ${now ?? 'none'} → ${after ?? 'none'}`;
}
