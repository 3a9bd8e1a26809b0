import type { RfPlanRow } from './runs.ts';

const KEPT: Readonly<Record<NonNullable<RfPlanRow['kept']>, string>> = {
  'by-flag': 'Is not optimized.',
  'by-hand': 'Its channel was set by hand.',
  elsewhere: 'It is not near the cause of this optimization.',
  refused: 'You refused its change.',
  resting: 'It rests after a recent change.',
};

const formatShare = (share: number): string => `${Math.round(share * 100)} %`;
const formatNeighbours = (count: number): string =>
  count === 0 ? 'no other access point' : count === 1 ? '1 access point' : `${count} access points`;

/** Returns true if the plan changes the channel of a radio, so that its clients notice it. */
export const changesChannel = ({ now, proposed }: Pick<RfPlanRow, 'now' | 'proposed'>): boolean =>
  now.channel !== proposed.channel || now.widthMhz !== proposed.widthMhz;
export const changesPower = ({ power }: Pick<RfPlanRow, 'power'>): boolean =>
  power !== undefined && power.now !== power.proposed;
export const isChangedRow = (row: Pick<RfPlanRow, 'now' | 'power' | 'proposed' | 'turnsOff'>): boolean =>
  changesChannel(row) || changesPower(row) || row.turnsOff === true;

/** Returns why a radio gets or keeps its channel and its power, with the figures. */
export function describeRfRow(row: RfPlanRow): string {
  if (row.turnsOff) return `Is turned off. ${describeSurplus(row) ?? ''}`;
  const { power } = row;
  if (!power || !changesPower(row)) return describeChannel(row);
  const reason =
    power.proposed < power.now
      ? `${formatNumber(power.proposed)} instead of ${formatNumber(power.now)} dBm disturb others less and keep the coverage.`
      : `${formatNumber(power.proposed)} instead of ${formatNumber(power.now)} dBm: a lower power no longer helps others, or no longer covers enough.`;
  return changesChannel(row) ? `${describeChannel(row)} ${reason}` : reason;
}

const formatNumber = (value: number): string => String(Math.round(value));

/** Returns why a radio could be turned off; undefined if others cannot replace it. */
export function describeSurplus({ surplus }: Pick<RfPlanRow, 'surplus'>): string | undefined {
  if (!surplus) return undefined;
  const { disturbed, places, secondDbm } = surplus;
  const waiting = disturbed === 1 ? '1 other radio waits' : `${disturbed} other radios wait`;
  return `Two others cover ${places === 1 ? 'the place' : `all ${places} places`} that it covers, with at least −${Math.abs(Math.round(secondDbm))} dBm; ${waiting} for it.`;
}

/** Returns why a radio gets or keeps its channel, as one sentence with its figures. */
function describeChannel(row: RfPlanRow): string {
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
  if (row.mustLeave && !changesChannel(row))
    return `Radar was found on channel ${now.channel}, and no other channel is allowed.`;
  if (!changesChannel(row))
    return othersAfter < othersBefore
      ? `Gains by the others: they use ${formatShare(othersAfter)} of its airtime instead of ${formatShare(othersBefore)}.`
      : 'No other channel is better.';
  const used = `${formatShare(othersBefore)} to ${formatShare(othersAfter)} of the airtime used by others`;
  if (row.mustLeave) return `Leaves channel ${now.channel} because of radar: ${used}.`;
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
