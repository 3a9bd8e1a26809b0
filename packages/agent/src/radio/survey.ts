import type { ChannelCounters } from '@northlight/contract/device-protocol';

/** Parses the output of `iw dev X survey dump`. */
export function parseSurvey(text: string): ChannelCounters[] {
  return text.split(/^(?=Survey data)/m).flatMap((part): ChannelCounters[] => {
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
