import type { RadioStat } from '@northlight/contract/device-protocol';

/** Counters of a channel since the start of the driver; a member is absent if the driver does not measure it. */
export interface ChannelSurvey {
  readonly mhz: number;
  /** True for the channel on which the radio works. */
  readonly isInUse: boolean;
  readonly noiseDbm: number | undefined;
  readonly activeMs: number | undefined;
  readonly busyMs: number | undefined;
  readonly sentMs: number | undefined;
  /** Time in which frames of the radio's own networks were received. */
  readonly ownReceivedMs: number | undefined;
}

export type AirtimeShares = Pick<RadioStat, 'busyPercent' | 'rxPercent' | 'txPercent'>;

/** Measured shares may exceed 100 % by the rounding of the counters (ms). */
const ROUNDING_PERCENT = 1;

/** Parses the output of `iw dev X survey dump`. */
export function parseSurvey(text: string): ChannelSurvey[] {
  return text.split(/^(?=Survey data)/m).flatMap((part): ChannelSurvey[] => {
    const [, frequency = '', mark = ''] = /^\s*frequency:\s*(\d+(?:\.\d+)?) MHz(.*)$/m.exec(part) ?? [];
    if (frequency === '') return [];
    const field = (name: string): number | undefined => {
      const value = new RegExp(`^\\s*${name}:\\s*(-?\\d+) `, 'm').exec(part)?.[1];
      return value === undefined ? undefined : Number(value);
    };
    const noise = field('noise');
    // Drivers without this counter print 0.
    const ownReceived = field('channel BSS receive time');
    return [
      {
        mhz: Number(frequency),
        isInUse: mark.includes('[in use]'),
        noiseDbm: noise !== undefined && noise >= -120 && noise < 0 ? noise : undefined,
        activeMs: field('channel active time'),
        busyMs: field('channel busy time'),
        sentMs: field('channel transmit time'),
        ownReceivedMs: ownReceived === 0 ? undefined : ownReceived,
      },
    ];
  });
}

/**
 * Returns the shares of the time between two readings of the counters of one channel; none if the channel was not active
 * or the driver has started again. A share whose own counter is missing or has fallen is absent.
 */
export function computeAirtimeShares(now: ChannelSurvey, before: ChannelSurvey | undefined): AirtimeShares {
  const active = countGrowth(now.activeMs, before?.activeMs);
  if (active === undefined || active === 0) return {};
  const share = (ms: number | undefined): number | undefined => {
    const percent = ms === undefined ? undefined : toPercent(ms, active);
    return percent === undefined || percent > 100 + ROUNDING_PERCENT ? undefined : Math.min(100, percent);
  };
  const busyPercent = share(countGrowth(now.busyMs, before?.busyMs));
  const txPercent = share(countGrowth(now.sentMs, before?.sentMs));
  const rxPercent = share(countGrowth(now.ownReceivedMs, before?.ownReceivedMs));
  return {
    ...(busyPercent !== undefined && { busyPercent }),
    ...(txPercent !== undefined && { txPercent }),
    ...(rxPercent !== undefined && { rxPercent }),
  };
}

/** Returns a share in percent with one decimal. */
export const toPercent = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 10;

/** Returns the growth of a counter; undefined if a reading is missing or the counter has fallen. */
export function countGrowth(now: number | undefined, before: number | undefined): number | undefined {
  return now === undefined || before === undefined || now < before ? undefined : now - before;
}
