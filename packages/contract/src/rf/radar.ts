/** Channels of 5 GHz on which radios must watch for radar, by their first and last number. */
const RADAR_CHANNELS = [
  { first: 52, last: 144, checkSeconds: 60 },
  // Weather radar (ETSI EN 301 893); elsewhere these channels are checked as the others.
  { first: 120, last: 128, checkSeconds: 600 },
] as const;

/** Countries and regions with the long check of weather radar channels: those of ETSI, and those that follow it. */
const SHORT_CHECK = new Set(['US', 'CA', 'MX', 'BR', 'JP', 'TW', 'CN', 'CL']);

/**
 * Returns the time for which a radio listens before it sends on a channel (s): 0 on channels without radar. A wide channel
 * takes as long as its slowest part.
 *
 * @param parts channels of 20 MHz
 */
export function getRadarCheckSeconds(parts: readonly number[], country: string | undefined): number {
  const times = parts.flatMap((part) =>
    RADAR_CHANNELS.filter(({ first, last }) => part >= first && part <= last).map(({ checkSeconds }) =>
      checkSeconds > 60 && country !== undefined && SHORT_CHECK.has(country) ? 60 : checkSeconds,
    ),
  );
  return Math.max(0, ...times);
}

/** Returns true for a channel of 20 MHz on which radios must watch for radar. */
export const isRadarChannel = (part: number): boolean => getRadarCheckSeconds([part], undefined) > 0;
