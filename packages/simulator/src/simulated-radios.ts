import {
  type ChannelWidth,
  listCountryChannels,
  isWithinShutdown,
  computeWeekTime,
  listWidths,
} from '@northlight/contract';
import type {
  Band,
  BridgeStat,
  Capabilities,
  ConfigWireless,
  RadioStat,
  ScannedNetwork,
} from '@northlight/contract/device-protocol';
import { type Entropy, drawRandomFloat } from '@northlight/runtime';
import { BlockedChannels, selectSubstitute } from './blocked-channels.ts';
import { toFraction } from './building/indoor-air.ts';
import { deriveBssid } from './identifiers.ts';
import { RadarMemory } from './radar-memory.ts';

type Radio = Capabilities['radios'][number];

const USUAL_SSIDS = 16;
/**
 * Channels that access points without a plan choose, repeated by how often they do: the automatic choice of many models prefers the
 * first channels of a band, where it finds little traffic at the moment of its start.
 */
const AUTOMATIC: Readonly<Record<'low' | 'high', readonly number[]>> = {
  low: [1, 1, 1, 1, 6, 6, 6, 6, 6, 11],
  high: [36, 36, 36, 36, 40, 44, 44, 44, 48, 48, 52, 100, 149],
};
const USUAL_WIDTH: Readonly<Record<'low' | 'high', ChannelWidth>> = { low: 20, high: 80 };
const USUAL_POWER = { low: 20, high: 23 } as const;
const getBandClass = (band: Band): 'low' | 'high' => (band === '2.4G' ? 'low' : 'high');

/** Returns the power (dBm) of a radio without a setting for it. */
export const getUsualPower = ({ band, maxPowerDbm }: Pick<Radio, 'band' | 'maxPowerDbm'>): number =>
  Math.min(USUAL_POWER[getBandClass(band)], maxPowerDbm);

export interface SimulatedRadiosOptions {
  readonly caps: Pick<Capabilities, 'limits' | 'radios'>;
  /** SSIDs of a device without a configuration. */
  readonly factorySsids: readonly string[];
  /** Address of the device, from which those of its radios are derived. */
  readonly mac: string;
  readonly entropy: Entropy;
}

/** Channels that a radio has to leave because of radar. */
interface RadarAvoidance {
  /** Channels of 20 MHz. */
  readonly channels: readonly number[];
  readonly until: number;
  readonly now: number;
  /** Networks that the device receives, whose channels are not the best ones. */
  readonly networks: readonly ScannedNetwork[];
}

/** The radios of a device: configured SSIDs and automatically chosen channels. */
export class SimulatedRadios {
  readonly #options: SimulatedRadiosOptions;
  readonly #chosenChannels = new Map<string, number>();
  readonly #blocked = new BlockedChannels();
  readonly #radar = new RadarMemory();

  constructor(options: SimulatedRadiosOptions) {
    this.#options = options;
  }

  /**
   * Returns the SSIDs that a band broadcasts now: without those in a shutdown period or above the radio's
   * limit.
   */
  ssidsOn(band: Band, wireless: ConfigWireless | undefined, now: number): readonly string[] {
    const { caps, factorySsids } = this.#options;
    if (!wireless) return factorySsids;
    // The local time costs more than all the rest, and few networks have shutdown periods.
    const isShutDown = ({ shutdowns }: ConfigWireless['wlans'][number]): boolean => {
      if (shutdowns.length === 0) return false;
      const moment = computeWeekTime(wireless.timeZone, now);
      return shutdowns.some((period) => isWithinShutdown(period, moment));
    };
    return wireless.wlans
      .filter(({ bands }) => bands.includes(band))
      .slice(0, caps.limits.ssidsPerRadio ?? USUAL_SSIDS)
      .filter((wlan) => !isShutDown(wlan))
      .map(({ ssid }) => ssid);
  }

  radios(wireless: ConfigWireless | undefined, now: number, clientsOn: (band: Band) => number): RadioStat[] {
    const { caps, mac } = this.#options;
    return caps.radios.map((radio, radioIndex) => {
      const { band, id, maxPowerDbm } = radio;
      const ssids = [...this.ssidsOn(band, wireless, now)];
      const finds = this.#radar.list(id, now);
      const radar = finds.length > 0 ? { radar: finds } : {};
      // A radio without an SSID is down.
      if (ssids.length === 0) return { id, up: false, ssids, ...radar };
      const configured = wireless?.radios.find((each) => each.id === id);
      const { channel, widthMhz } = this.#findChannel(radio, wireless, now);
      const power = configured && configured.powerDbm !== 'auto' ? configured.powerDbm : getUsualPower(radio);
      return {
        id,
        up: true,
        channel,
        widthMhz,
        powerDbm: Math.min(power, maxPowerDbm),
        clients: clientsOn(band),
        ssids,
        bssids: ssids.map((_, index) => deriveBssid(mac, radioIndex, index)),
        ...radar,
      };
    });
  }

  /** Returns the radios of a bridge, which carry its link and broadcast no SSID of clients. */
  bridgeRadios(link: BridgeStat | undefined): RadioStat[] {
    return this.#options.caps.radios.map(({ id }) =>
      link?.channel === undefined
        ? { id, up: false, ssids: [] }
        : {
            id,
            up: true,
            channel: link.channel,
            widthMhz: link.widthMhz,
            powerDbm: link.powerDbm,
            clients: 0,
            ssids: [],
          },
    );
  }

  /**
   * Moves a radio away from channels on which it detected radar, until a time (ms). Returns its channel before and after; undefined if
   * no other channel is allowed.
   */
  avoidRadar(
    id: string,
    wireless: ConfigWireless | undefined,
    { channels, now, networks, until }: RadarAvoidance,
  ): { band: Band; from: number; to: number } | undefined {
    const radio = this.#options.caps.radios.find((each) => each.id === id);
    if (!radio) return undefined;
    this.#radar.add(id, channels, now);
    const { channel: from } = this.#findChannel(radio, wireless, now);
    const allowed = listCountryChannels(radio.band, wireless?.country).map((channel) => ({
      channel,
      widthMhz: this.#findWidth(radio, channel, wireless),
    }));
    const to = selectSubstitute(allowed, channels, networks);
    if (to === undefined) return undefined;
    this.#blocked.block(id, { channels, until, substitute: to });
    return { band: radio.band, from, to };
  }

  /** Returns the channel that a radio uses now. */
  #findChannel(
    radio: Radio,
    wireless: ConfigWireless | undefined,
    now: number,
  ): { readonly channel: number; readonly widthMhz: ChannelWidth } {
    const wanted = this.#channelOf(radio, wireless);
    const wantedWidth = this.#findWidth(radio, wanted, wireless);
    const substitute = this.#blocked.findSubstitute(
      radio.id,
      { channel: wanted, widthMhz: wantedWidth },
      now,
    );
    return substitute === undefined
      ? { channel: wanted, widthMhz: wantedWidth }
      : { channel: substitute, widthMhz: this.#findWidth(radio, substitute, wireless) };
  }

  #findWidth({ band, id }: Radio, channel: number, wireless: ConfigWireless | undefined): ChannelWidth {
    const configured = wireless?.radios.find((each) => each.id === id)?.widthMhz ?? 'auto';
    const wanted = configured === 'auto' ? USUAL_WIDTH[getBandClass(band)] : configured;
    return listWidths(band, channel, wireless?.country).findLast((width) => width <= wanted) ?? 20;
  }

  #channelOf({ band, id }: Radio, wireless: ConfigWireless | undefined): number {
    const configured = wireless?.radios.find((each) => each.id === id)?.channel ?? 'auto';
    if (configured !== 'auto') return configured;
    const known = this.#chosenChannels.get(id);
    const allowed = listCountryChannels(band, wireless?.country);
    if (known !== undefined && allowed.includes(known)) return known;
    // The first choice depends on the device alone, so that a site always begins with the same channels.
    return this.#choose(band, id, allowed, toFraction(`${this.#options.mac} ${id}`));
  }

  /** @param chance number from 0 to 1 (exclusive) that decides the choice */
  #choose(band: Band, id: string, allowed: readonly number[], chance: number): number {
    const usual = AUTOMATIC[getBandClass(band)].filter((channel) => allowed.includes(channel));
    const candidates = usual.length > 0 ? usual : allowed;
    const channel = candidates[Math.floor(chance * candidates.length)] ?? 1;
    this.#chosenChannels.set(id, channel);
    return channel;
  }

  /** Chooses a new channel for a radio with automatic channel; undefined when every channel is fixed. */
  changeChannel(wireless: ConfigWireless | undefined): { band: Band; channel: number } | undefined {
    const fixed = new Set(wireless?.radios.flatMap(({ channel, id }) => (channel === 'auto' ? [] : [id])));
    const radio = this.#options.caps.radios.find(({ id }) => !fixed.has(id));
    if (!radio) return undefined;
    const { band, id } = radio;
    const chance = drawRandomFloat(this.#options.entropy);
    return { band, channel: this.#choose(band, id, listCountryChannels(band, wireless?.country), chance) };
  }
}
