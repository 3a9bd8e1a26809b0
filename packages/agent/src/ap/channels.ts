import type { Band, ConfigIssue, ConfigRadio } from '@northlight/contract/device-protocol';

/** One channel of a radio under the rules of the country that holds now. */
export interface Channel {
  readonly number: number;
  readonly mhz: number;
  readonly maxPowerDbm: number;
  /** Whether it may be listened to at all. */
  readonly enabled: boolean;
  /** Whether a network may be opened on it. */
  readonly open: boolean;
  /** Radar must be looked for first. */
  readonly radar: boolean;
}

/** What a radio can, as `iw phy` prints it. */
export interface RadioAbilities {
  readonly channels: readonly Channel[];
  readonly ht40: boolean;
  readonly vht: boolean;
  readonly vht160: boolean;
  /** SSIDs at the same time. */
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

/** Where 5 GHz is cut in two: below are 36 to 64, above 100 and more. */
const HALVES_MHZ = 5_400;

/** The channels of a band, in their order. */
export function channelsOf(band: Band, { channels }: RadioAbilities): readonly Channel[] {
  return channels.filter(({ mhz }) => {
    if (band === '2.4G') return mhz < 3_000;
    if (mhz < 5_000) return false;
    return band === '5G' || (band === '5G-1' ? mhz < HALVES_MHZ : mhz > HALVES_MHZ);
  });
}

export interface SettledChannel {
  readonly channel: number;
  readonly widthMhz: 20 | 40 | 80 | 160;
  /** The channel that lies in the middle of 80 or 160 MHz. */
  readonly centre?: number;
  /** The second half of 40 MHz or more lies above (1) or below (-1) it. */
  readonly second?: 1 | -1;
}

export interface ChannelWish extends Pick<ConfigRadio, 'channel' | 'widthMhz'> {
  /** Of its place in the configuration; undefined when nothing was asked. */
  readonly path?: string | undefined;
}

/** Those that do not overlap, and need no look for radar first. */
const USUAL_CHANNELS: Readonly<Record<Band, readonly number[]>> = {
  '2.4G': [1, 6, 11],
  '5G': [36, 40, 44, 48, 149, 153, 157, 161],
  '5G-1': [36, 40, 44, 48],
  '5G-2': [149, 153, 157, 161],
};

/**
 * The channel that a radio works on, under the rules of the country that holds now. `auto` spreads devices over the
 * usual channels by `spread`; the planning of the whole network is the cloud's. Undefined: nothing of the band is allowed.
 */
export function settleChannel(
  band: Band,
  wish: ChannelWish,
  abilities: RadioAbilities,
  spread: number,
): { readonly settled: SettledChannel | undefined; readonly issues: readonly ConfigIssue[] } {
  const allowed = channelsOf(band, abilities).filter(({ open }) => open);
  const issues: ConfigIssue[] = [];
  const issue = (field: string, reason: string, substitution: string): void => {
    issues.push({ path: `${wish.path ?? 'wireless.radios'}.${field}`, reason, substitution });
  };
  const usual = allowed.filter(({ number }) => USUAL_CHANNELS[band].includes(number));
  const free = usual.length > 0 ? usual : allowed.filter(({ radar }) => !radar);
  const choice = free[spread % Math.max(1, free.length)] ?? allowed[0];
  const asked = wish.channel === 'auto' ? undefined : allowed.find(({ number }) => number === wish.channel);
  const chosen = asked ?? choice;
  if (!chosen) {
    issue('channel', `The rules of this country allow no channel of ${band}.`, 'The radio is off.');
    return { settled: undefined, issues };
  }
  if (wish.channel !== 'auto' && !asked)
    issue(
      'channel',
      `This radio may not work on channel ${wish.channel}.`,
      `Channel ${chosen.number} is used.`,
    );
  const widths = ([160, 80, 40, 20] as const).filter((width) =>
    fits(width, chosen, band, allowed, abilities),
  );
  const widest = wish.widthMhz === 'auto' ? (band === '2.4G' ? 20 : 80) : wish.widthMhz;
  const widthMhz = widths.find((width) => width <= widest) ?? 20;
  if (wish.widthMhz !== 'auto' && widthMhz !== wish.widthMhz)
    issue(
      'widthMhz',
      `Channel ${chosen.number} has no ${wish.widthMhz} MHz on this radio.`,
      `${widthMhz} MHz are used.`,
    );
  return { settled: { channel: chosen.number, widthMhz, ...geometry(chosen, widthMhz, band) }, issues };
}

/** Blocks of 80 and 160 MHz of the 5 GHz band, by their first channel. */
function blockOf(channel: number, widthMhz: 40 | 80 | 160): number[] {
  const size = widthMhz / 20;
  const start = channel >= 149 ? 149 : channel >= 100 ? 100 : 36;
  const first = start + Math.floor((channel - start) / 4 / size) * size * 4;
  return Array.from({ length: size }, (_, place) => first + place * 4);
}

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
  return blockOf(number, widthMhz).every(has);
}

function geometry(
  { number }: Channel,
  widthMhz: 20 | 40 | 80 | 160,
  band: Band,
): Pick<SettledChannel, 'centre' | 'second'> {
  if (widthMhz === 20) return {};
  if (band === '2.4G') return { second: number <= 7 ? 1 : -1 };
  const second = blockOf(number, 40)[0] === number ? 1 : -1;
  if (widthMhz === 40) return { second };
  const block = blockOf(number, widthMhz);
  return { second, centre: ((block[0] ?? number) + (block.at(-1) ?? number)) / 2 };
}
