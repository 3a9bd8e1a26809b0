import type { RfPlanRow } from './runs.ts';

const KEPT: Readonly<Record<NonNullable<RfPlanRow['kept']>, string>> = {
  'by-flag': 'Is not optimized.',
  'by-hand': 'Its channel was set by hand.',
  refused: 'You refused its change.',
  resting: 'It rests after a recent change.',
};

const formatShare = (share: number): string => `${Math.round(share * 100)} %`;
const formatNeighbours = (count: number): string =>
  count === 0 ? 'no other access point' : count === 1 ? '1 access point' : `${count} access points`;

export const isChangedRow = ({ now, proposed }: Pick<RfPlanRow, 'now' | 'proposed'>): boolean =>
  now.channel !== proposed.channel || now.widthMhz !== proposed.widthMhz;

/** Returns why a radio gets or keeps its channel, as one sentence with its figures. */
export function describeRfRow(row: RfPlanRow): string {
  const {
    foreignAfter,
    foreignBefore,
    neighboursAfter,
    neighboursBefore,
    now,
    othersAfter,
    othersBefore,
    proposed,
  } = row;
  if (row.kept) return KEPT[row.kept];
  if (!isChangedRow(row))
    return othersAfter < othersBefore
      ? `Gains by the others: they use ${formatShare(othersAfter)} of its airtime instead of ${formatShare(othersBefore)}.`
      : 'No other channel is better.';
  const used = `${formatShare(othersBefore)} to ${formatShare(othersAfter)} of the airtime used by others`;
  if (proposed.channel === now.channel)
    return proposed.widthMhz < now.widthMhz
      ? `${proposed.widthMhz} MHz leave room for others: ${used}.`
      : `${proposed.widthMhz} MHz are free here: ${used}.`;
  if (neighboursAfter < neighboursBefore)
    return `Shares channel ${now.channel} with ${formatNeighbours(neighboursBefore)}, channel ${proposed.channel} with ${formatNeighbours(neighboursAfter)}: ${used}.`;
  if (foreignAfter < foreignBefore)
    return `Foreign networks use ${formatShare(foreignBefore)} of channel ${now.channel} and ${formatShare(foreignAfter)} of channel ${proposed.channel}: ${used}.`;
  if (othersAfter < othersBefore) return `Less used channel: ${used}.`;
  return `Makes room on channel ${now.channel} for its neighbours: ${used}.`;
}
