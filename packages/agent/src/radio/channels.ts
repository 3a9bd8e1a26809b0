import type { Band, ConfigIssue, ConfigRadio } from '@northlight/contract/device-protocol';

/** A channel of a radio under the current country rules. */
export interface Channel {
  readonly number: number;
  readonly mhz: number;
  readonly maxPowerDbm: number;
  /** True when the radio may listen on the channel. */
  readonly enabled: boolean;
  /** True when a network may start on the channel. */
  readonly open: boolean;
  /** True when the channel requires a radar check (DFS) first. */
  readonly radar: boolean;
}

/** Abilities of a radio, parsed from `iw phy`. */
export interface RadioAbilities {
  readonly channels: readonly Channel[];
  readonly ht40: boolean;
  readonly vht: boolean;
  readonly vht160: boolean;
  /** Maximum number of concurrent SSIDs. */
  readonly ssids: number;
}

export function parseAbilities(text: string): RadioAbilities {
  const channels = [...text.matchAll(/^\s+\* (\d+)(?:\.\d)? MHz \[(\d+)\] \(([^)]*)\)(.*)$/gm)].map(
    ([, mhz, number, power = '', rest = '']): Channel => ({
      number: Number(number),
      mhz: Number(mhz),
      maxPowerDbm: Number.parseFloat(power) || 0,
      enabled: power !== 'disabled',
      open: power !== 'disabled' && !/no IR/i.test(rest),
      radar: /radar/i.test(rest),
    }),
  );
  const aps = [...text.matchAll(/#\{([^}]*)\} <= (\d+)/g)].flatMap(([, kinds = '', most]) =>
    kinds.split(',').some((kind) => kind.trim() === 'AP') ? [Number(most)] : [],
  );
  return {
    channels: channels.filter(({ mhz }) => mhz > 2_000 && mhz < 5_900),
    ht40: text.includes('HT20/HT40'),
    vht: text.includes('VHT Capabilities'),
    vht160: /Supported Channel Width: 160/.test(text),
    ssids: Math.max(1, ...aps),
  };
}

/** Frequency between the halves of 5 GHz: channels 36 to 64 are below, channels 100 and higher above. */
const HALVES_MHZ = 5_400;

/** Lists the channels of a band, in ascending order. */
export function listChannels(band: Band, { channels }: RadioAbilities): readonly Channel[] {
  return channels.filter(({ mhz }) => {
    if (band === '2.4G') return mhz < 3_000;
    if (mhz < 5_000) return false;
    return band === '5G' || (band === '5G-1' ? mhz < HALVES_MHZ : mhz > HALVES_MHZ);
  });
}

export interface ChosenChannel {
  readonly channel: number;
  readonly widthMhz: 20 | 40 | 80 | 160;
  /** Channel number at the centre of an 80 or 160 MHz channel. */
  readonly centre?: number;
  /** Position of the secondary 20 MHz channel: above (1) or below (-1) the primary. */
  readonly second?: 1 | -1;
}

export interface RequestedChannel extends Pick<ConfigRadio, 'channel' | 'widthMhz'> {
  /** Path of the radio in the configuration; undefined when the radio is not configured. */
  readonly path?: string | undefined;
}

/** Channels that do not overlap and need no radar check, by band. */
const USUAL_CHANNELS: Readonly<Record<Band, readonly number[]>> = {
  '2.4G': [1, 6, 11],
  '5G': [36, 40, 44, 48, 149, 153, 157, 161],
  '5G-1': [36, 40, 44, 48],
  '5G-2': [149, 153, 157, 161],
};

/**
 * Chooses channel and width of a radio under the current country rules; undefined when no channel of the band
 * is allowed. For `auto`, `spread` distributes devices over the usual channels; only the cloud plans channels
 * across the network.
 */
export function chooseChannel(
  band: Band,
  requested: RequestedChannel,
  abilities: RadioAbilities,
  spread: number,
): { readonly setting: ChosenChannel | undefined; readonly issues: readonly ConfigIssue[] } {
  const allowed = listChannels(band, abilities).filter(({ open }) => open);
  const issues: ConfigIssue[] = [];
  const issue = (field: string, reason: string, substitution: string): void => {
    issues.push({ path: `${requested.path ?? 'wireless.radios'}.${field}`, reason, substitution });
  };
  const usual = allowed.filter(({ number }) => USUAL_CHANNELS[band].includes(number));
  const free = usual.length > 0 ? usual : allowed.filter(({ radar }) => !radar);
  const automatic = free[spread % Math.max(1, free.length)] ?? allowed[0];
  const requestedChannel =
    requested.channel === 'auto' ? undefined : allowed.find(({ number }) => number === requested.channel);
  const chosen = requestedChannel ?? automatic;
  if (!chosen) {
    issue('channel', `No ${band} channel is allowed in this country.`, 'The radio is off.');
    return { setting: undefined, issues };
  }
  if (requested.channel !== 'auto' && !requestedChannel)
    issue(
      'channel',
      `This radio cannot use channel ${requested.channel}.`,
      `Channel ${chosen.number} is used.`,
    );
  const widths = ([160, 80, 40, 20] as const).filter((width) =>
    fits(width, chosen, band, allowed, abilities),
  );
  const widest = requested.widthMhz === 'auto' ? (band === '2.4G' ? 20 : 80) : requested.widthMhz;
  const widthMhz = widths.find((width) => width <= widest) ?? 20;
  if (requested.widthMhz !== 'auto' && widthMhz !== requested.widthMhz)
    issue(
      'widthMhz',
      `This radio does not support ${requested.widthMhz} MHz on channel ${chosen.number}.`,
      `${widthMhz} MHz is used.`,
    );
  return {
    setting: { channel: chosen.number, widthMhz, ...computeGeometry(chosen, widthMhz, band) },
    issues,
  };
}

/** Lists the channels of the 40, 80 or 160 MHz block of 5 GHz that contains `channel`. */
function listBlockChannels(channel: number, widthMhz: 40 | 80 | 160): number[] {
  const size = widthMhz / 20;
  const start = channel >= 149 ? 149 : channel >= 100 ? 100 : 36;
  const first = start + Math.floor((channel - start) / 4 / size) * size * 4;
  return Array.from({ length: size }, (_, position) => first + position * 4);
}

/** Lists the channels of 20 MHz of a channel of 5 GHz; of one of 2.4 GHz, the primary channel. */
export const listParts = ({ channel, widthMhz }: Pick<ChosenChannel, 'channel' | 'widthMhz'>): number[] =>
  widthMhz === 20 || channel <= 14 ? [channel] : listBlockChannels(channel, widthMhz);

function fits(
  widthMhz: 20 | 40 | 80 | 160,
  { number }: Channel,
  band: Band,
  allowed: readonly Channel[],
  { ht40, vht, vht160 }: RadioAbilities,
): boolean {
  const has = (wanted: number): boolean => allowed.some((one) => one.number === wanted);
  if (widthMhz === 20) return true;
  if (band === '2.4G') return widthMhz === 40 && ht40 && has(number <= 7 ? number + 4 : number - 4);
  if (widthMhz === 40 ? !ht40 : !vht || (widthMhz === 160 && !vht160)) return false;
  return listBlockChannels(number, widthMhz).every(has);
}

function computeGeometry(
  { number }: Channel,
  widthMhz: 20 | 40 | 80 | 160,
  band: Band,
): Pick<ChosenChannel, 'centre' | 'second'> {
  if (widthMhz === 20) return {};
  if (band === '2.4G') return { second: number <= 7 ? 1 : -1 };
  const second = listBlockChannels(number, 40)[0] === number ? 1 : -1;
  if (widthMhz === 40) return { second };
  const block = listBlockChannels(number, widthMhz);
  return { second, centre: ((block[0] ?? number) + (block.at(-1) ?? number)) / 2 };
}
