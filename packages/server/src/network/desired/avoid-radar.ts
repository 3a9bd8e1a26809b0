import {
  CHANNEL_WIDTHS,
  type ChannelWidth,
  findChannelBlock,
  getRadarCheckSeconds,
  listCountryChannels,
  listWidths,
  type RadioFallback,
} from '@northlight/contract';
import type { Band, ConfigRadio } from '@northlight/contract/device-protocol';
import { createSpectrum, findBanEnd, type RadarEvent } from '@northlight/rf/plan';

/** Width that a radio of 5 GHz uses at most if it chooses it. */
const AUTOMATIC_WIDTH_MHZ = 80;

/** Radar of a device, and the time for which its configuration is computed. */
export interface DeviceRadar {
  /** Radar that the radios of the device found. */
  readonly finds: readonly Pick<RadarEvent, 'at' | 'channels'>[];
  /** (ms) */
  readonly now: number;
}

interface RadioRules {
  readonly band: Band;
  readonly country: string | undefined;
  /** Channels for this case, the best one first. */
  readonly fallbacks?: readonly RadioFallback[] | undefined;
}

interface WideChannel {
  readonly channel: number;
  readonly widthMhz: ChannelWidth;
}

/**
 * Returns the setting of a radio that is sent while radar keeps its channel banned: the first of its fallbacks that is allowed
 * and not banned, or else a channel of the country, if there is one without a radar check, and as wide as the configured one.
 * Radios of a device that chooses its channel, and those without another channel, keep their setting.
 */
export function avoidRadar(
  setting: ConfigRadio,
  { band, country, fallbacks = [] }: RadioRules,
  { finds, now }: DeviceRadar,
): ConfigRadio {
  const { channel, widthMhz } = setting;
  if (finds.length === 0 || channel === 'auto' || band === '2.4G') return setting;
  const isFree = (wide: WideChannel): boolean =>
    findBanEnd(finds, createSpectrum('5G', wide.channel, listParts(wide)), now) === undefined;
  const getAutomaticWidth = (each: number): ChannelWidth =>
    listWidths(band, each, country).findLast((width) => width <= AUTOMATIC_WIDTH_MHZ) ?? 20;
  if (isFree({ channel, widthMhz: widthMhz === 'auto' ? getAutomaticWidth(channel) : widthMhz }))
    return setting;
  const widest = widthMhz === 'auto' ? AUTOMATIC_WIDTH_MHZ : widthMhz;
  const isAllowed = (wide: WideChannel): boolean =>
    listWidths(band, wide.channel, country).includes(wide.widthMhz);
  const used =
    fallbacks.find((wide) => isAllowed(wide) && isFree(wide)) ??
    listCandidates(band, country, widest).find(isFree);
  if (!used) return setting;
  const isAutomatic = widthMhz === 'auto' && used.widthMhz === getAutomaticWidth(used.channel);
  return { ...setting, channel: used.channel, widthMhz: isAutomatic ? 'auto' : used.widthMhz };
}

/** Lists the channels of a country in the order in which they replace a banned one: those without a radar check, the widest. */
function listCandidates(band: Band, country: string | undefined, widest: ChannelWidth): WideChannel[] {
  return CHANNEL_WIDTHS.filter((width) => width <= widest)
    .toReversed()
    .flatMap((widthMhz) =>
      listCountryChannels(band, country)
        .filter((channel) => listWidths(band, channel, country).includes(widthMhz))
        .map((channel) => ({ channel, widthMhz })),
    )
    .toSorted((one, other) => getCheck(one, country) - getCheck(other, country));
}

const getCheck = (wide: WideChannel, country: string | undefined): number =>
  getRadarCheckSeconds(listParts(wide), country);

const listParts = ({ channel, widthMhz }: WideChannel): readonly number[] =>
  findChannelBlock(channel, widthMhz) ?? [channel];
