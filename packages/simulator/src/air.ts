import { type ChannelWidth, channelsOf, isWithinShutdown, weekTime, widthsOf } from '@northlight/contract';
import type { Band, Capabilities, ConfigWireless, RadioStat } from '@northlight/contract/device-protocol';
import { type Entropy, randomInt } from '@northlight/runtime';

type Radio = Capabilities['radios'][number];

const USUAL_SSIDS = 16;
/** Channels of 2.4 GHz that do not overlap each other. */
const APART = [1, 6, 11];
const USUAL_WIDTH: Readonly<Record<'low' | 'high', ChannelWidth>> = { low: 20, high: 80 };
const USUAL_POWER = { low: 20, high: 23 } as const;
const classOf = (band: Band): 'low' | 'high' => (band === '2.4G' ? 'low' : 'high');

export interface AirOptions {
  readonly caps: Pick<Capabilities, 'limits' | 'radios'>;
  /** Names that the device has on the air while nobody has told it any. */
  readonly factorySsids: readonly string[];
  readonly entropy: Entropy;
}

/** The radios of one device: what its configuration puts on the air, and the channels that it finds by itself. */
export class Air {
  readonly #options: AirOptions;
  readonly #found = new Map<string, number>();

  constructor(options: AirOptions) {
    this.#options = options;
  }

  /** Names that a band has on the air now: none of a policy in its shutdown period, none without room. */
  ssidsOn(band: Band, wireless: ConfigWireless | undefined, now: number): readonly string[] {
    const { caps, factorySsids } = this.#options;
    if (!wireless) return factorySsids;
    const moment = weekTime(wireless.timeZone, now);
    return wireless.wlans
      .filter(({ bands }) => bands.includes(band))
      .slice(0, caps.limits.ssidsPerRadio ?? USUAL_SSIDS)
      .filter(({ shutdowns }) => !shutdowns.some((period) => isWithinShutdown(period, moment)))
      .map(({ ssid }) => ssid);
  }

  /** What a report says of each radio. */
  radios(wireless: ConfigWireless | undefined, now: number, clientsOn: (band: Band) => number): RadioStat[] {
    return this.#options.caps.radios.map((radio) => {
      const { band, id, maxPowerDbm } = radio;
      const ssids = [...this.ssidsOn(band, wireless, now)];
      // Without a name to tell, a radio is silent.
      if (ssids.length === 0) return { id, up: false, ssids };
      const set = wireless?.radios.find((each) => each.id === id);
      const channel = this.#channelOf(radio, wireless);
      const widths = widthsOf(band, channel, wireless?.country);
      const wanted = set && set.widthMhz !== 'auto' ? set.widthMhz : USUAL_WIDTH[classOf(band)];
      const power = set && set.powerDbm !== 'auto' ? set.powerDbm : USUAL_POWER[classOf(band)];
      return {
        id,
        up: true,
        channel,
        widthMhz: widths.findLast((width) => width <= wanted) ?? 20,
        powerDbm: Math.min(power, maxPowerDbm),
        clients: clientsOn(band),
        ssids,
      };
    });
  }

  #channelOf({ band, id }: Radio, wireless: ConfigWireless | undefined): number {
    const set = wireless?.radios.find((each) => each.id === id)?.channel ?? 'auto';
    if (set !== 'auto') return set;
    const known = this.#found.get(id);
    const allowed = channelsOf(band, wireless?.country);
    if (known !== undefined && allowed.includes(known)) return known;
    return this.#choose(band, id, allowed);
  }

  #choose(band: Band, id: string, allowed: readonly number[]): number {
    const choice = band === '2.4G' ? APART.filter((channel) => allowed.includes(channel)) : allowed;
    const channel = choice[randomInt(this.#options.entropy, 0, choice.length - 1)] ?? 1;
    this.#found.set(id, channel);
    return channel;
  }

  /** A radio that may choose looks for a better channel; undefined when every channel is fixed. */
  moveOn(wireless: ConfigWireless | undefined): { band: Band; channel: number } | undefined {
    const fixed = new Set(wireless?.radios.flatMap(({ channel, id }) => (channel === 'auto' ? [] : [id])));
    const radio = this.#options.caps.radios.find(({ id }) => !fixed.has(id));
    if (!radio) return undefined;
    const { band, id } = radio;
    return { band, channel: this.#choose(band, id, channelsOf(band, wireless?.country)) };
  }
}
