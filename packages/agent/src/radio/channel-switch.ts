/** Changes of a channel that an access point announces in its beacons, so that its clients follow. No side effects. */
import { type ChosenChannel, listParts, type RadioAbilities } from './channels.ts';

/** Number of beacons that announce a change: 1 s, in which every client wakes up at least once. */
const BEACONS = 10;
/** Settings of hostapd's file that an announced change replaces. */
const CHANNEL_SETTINGS: ReadonlySet<string> = new Set([
  'channel',
  'ht_capab',
  'vht_oper_chwidth',
  'vht_oper_centr_freq_seg0_idx',
]);

/**
 * Returns the arguments of hostapd_cli that announce a channel; undefined if the radio must listen for radar on it first, for
 * which it has to stop broadcasting.
 */
export function formatChannelSwitch(
  setting: ChosenChannel,
  { channels, vht }: Pick<RadioAbilities, 'channels' | 'vht'>,
): readonly string[] | undefined {
  const { centre, channel, second, widthMhz } = setting;
  const parts = listParts(setting);
  if (channels.some(({ number, radar }) => radar && parts.includes(number))) return undefined;
  const mhz = toFrequency(channel);
  const isHigh = channel > 14;
  return [
    'chan_switch',
    String(BEACONS),
    String(mhz),
    ...(second === undefined ? [] : [`sec_channel_offset=${second}`]),
    `center_freq1=${centre === undefined ? mhz + 10 * (second ?? 0) : toFrequency(centre)}`,
    `bandwidth=${widthMhz}`,
    'ht',
    ...(isHigh && vht ? ['vht'] : []),
  ];
}

/** Returns true if two files of hostapd differ in the channel or its width. */
export const hasOtherChannel = (before: string, after: string): boolean =>
  pickLines(before, isOfChannel) !== pickLines(after, isOfChannel);

/** Returns true if two files of hostapd differ, and only in the channel or its width. */
export const isOtherChannel = (before: string, after: string): boolean =>
  hasOtherChannel(before, after) &&
  pickLines(before, (line) => !isOfChannel(line)) === pickLines(after, (line) => !isOfChannel(line));

const isOfChannel = (line: string): boolean => CHANNEL_SETTINGS.has(line.slice(0, line.indexOf('=')));

const pickLines = (text: string, isPicked: (line: string) => boolean): string =>
  text.split('\n').filter(isPicked).join('\n');

const toFrequency = (channel: number): number => {
  if (channel === 14) return 2484;
  return channel < 14 ? 2407 + 5 * channel : 5000 + 5 * channel;
};
