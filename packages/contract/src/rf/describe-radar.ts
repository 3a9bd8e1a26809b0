import type { RadarBan } from '../devices/schema.ts';
import { findChannelBlock, type RadioSetting } from '../network/wireless/index.ts';

/** Width of a radio of 5 GHz that chooses it (MHz). */
const AUTOMATIC_WIDTH_MHZ = 80;
/** Distance of neighbouring channels of 20 MHz. */
const STEP = 4;

interface RadioChannelState {
  /** Setting of the radio, if it is at hand. */
  readonly setting?: Pick<RadioSetting, 'channel' | 'widthMhz'> | undefined;
  /** Channel that it reports. */
  readonly channel?: number | undefined;
}

/**
 * Returns as a sentence which channels radar blocks for a radio; for a radio with such a channel in its setting, also which
 * one it uses meanwhile.
 *
 * @param until the end of the ban as it is shown
 */
export function describeRadarBan(
  { channels }: Pick<RadarBan, 'channels'>,
  until: string,
  { channel: used, setting }: RadioChannelState = {},
): string {
  const because = `blocked until ${until} because of radar`;
  if (setting && setting.channel !== 'auto' && used !== setting.channel) {
    const { channel, widthMhz } = setting;
    const parts = findChannelBlock(channel, widthMhz === 'auto' ? AUTOMATIC_WIDTH_MHZ : widthMhz) ?? [
      channel,
    ];
    if (parts.some((part) => channels.includes(part)))
      return used === undefined
        ? `Channel ${channel} is ${because}.`
        : `Channel ${channel} is ${because}; ${used} is used meanwhile.`;
  }
  return channels.length === 1
    ? `Channel ${channels[0]} is ${because}.`
    : `Channels ${formatChannels(channels)} are ${because}.`;
}

/** Formats channels of 20 MHz: `52 to 64`, or `36 to 48, 116`. */
function formatChannels(channels: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const channel of channels) {
    const run = runs.at(-1);
    if (run && channel === run.last + STEP) run.last = channel;
    else runs.push({ first: channel, last: channel });
  }
  return runs.map(({ first, last }) => (first === last ? String(first) : `${first} to ${last}`)).join(', ');
}
