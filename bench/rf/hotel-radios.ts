import {
  type ChannelWidth,
  findCapabilities,
  findChannelBlock,
  getRadarCheckSeconds,
} from '@northlight/contract';
import type { Band, Capabilities, ConfigWireless, RadioStat } from '@northlight/contract/device-protocol';
import type { PastChange, RadarEvent } from '@northlight/rf/plan';
import { DAY_MS, SeededEntropy } from '@northlight/runtime';
import type { DeviceSpec, SiteSpec } from '@northlight/simulator';
import { NeighbourScan } from '../../packages/simulator/src/neighbour-scan.ts';
import type { DeviceAir } from '../../packages/simulator/src/radio-air.ts';
import { SimulatedRadios } from '../../packages/simulator/src/simulated-radios.ts';
import { SiteAir } from '../../packages/simulator/src/site-air.ts';
import { formatRadioId, type SiteDevice } from '../../packages/server/src/testing/rf-parts.ts';
import type { HotelClients } from './hotel-clients.ts';

export const COUNTRY = 'DE';
/** Time without Wi-Fi of a change that the access point announces (s). */
const SWITCH_SECONDS = 1;
const SSIDS = ['Grand Hotel', 'Grand Hotel Staff'];

/** A radio with the channel that it is set to. */
export interface TunedRadio {
  readonly deviceId: string;
  readonly radioId: string;
  readonly channel: number;
  readonly widthMhz: ChannelWidth;
}

/** A client in a step. */
export interface ServedClient {
  /** Share of the time that others leave to its radio. */
  readonly airtime: number;
  /** Received part of its demand. */
  readonly received: number;
}

interface Member {
  readonly spec: DeviceSpec;
  readonly caps: Capabilities;
  readonly radios: SimulatedRadios;
  readonly air: DeviceAir;
  readonly scan: NeighbourScan;
  readonly tuned: Map<string, TunedRadio>;
  stats: readonly RadioStat[];
  networks: SiteDevice['networks'];
  channels: SiteDevice['channels'];
  scannedAt: number;
}

/** The access points of a hotel on the simulated air, with what they report. */
export class HotelRadios {
  /** Radar that radios have found, and the changes of plans. */
  readonly radar: RadarEvent[] = [];
  readonly changes: PastChange[] = [];
  /** Sum over the changes of channels by their cause: clients × minutes without Wi-Fi. */
  readonly disturbedMinutes = { plan: 0, radar: 0 };
  readonly #clients: HotelClients;
  readonly #air: SiteAir;
  readonly #members: readonly Member[];
  /** Loads of the last day by radio, a value per step. */
  readonly #loads = new Map<string, { readonly at: number; readonly load: number }[]>();

  /** @param tuned channels of the radios at the start; absent for those that access points without a plan choose */
  constructor(
    { clients, spec, start }: { clients: HotelClients; spec: SiteSpec; start: number },
    tuned: readonly TunedRadio[] = [],
  ) {
    this.#clients = clients;
    this.#air = new SiteAir({ spec, startedAt: start, listRadios: () => this.#listRadios() });
    this.#members = spec.devices.flatMap((device) => {
      const caps = findCapabilities(device.model);
      if (caps?.kind !== 'ap') return [];
      const entropy = new SeededEntropy(spec.seed);
      const air = this.#air.forDevice(device.sn);
      return {
        spec: device,
        caps,
        radios: new SimulatedRadios({ caps, factorySsids: SSIDS, mac: device.mac, entropy }),
        air,
        scan: new NeighbourScan({ radios: caps.radios, air }),
        tuned: new Map(
          tuned.filter(({ deviceId }) => deviceId === device.sn).map((radio) => [radio.radioId, radio]),
        ),
        stats: [],
        networks: [],
        channels: [],
        scannedAt: 0,
      };
    });
  }

  /** Advances to a time (ms): radar, and the figures of all radios. */
  step(now: number): void {
    for (const found of this.#air.detectRadar(now)) {
      const member = this.#members.find(({ spec }) => spec.sn === found.sn);
      if (!member) continue;
      const networks = member.air.listNetworks(now);
      const { blockedUntil: until, channels, radio } = found;
      member.radios.avoidRadar(radio, this.#configure(member), { channels, until, now, networks });
      this.radar.push({ radioId: formatRadioId({ deviceId: found.sn, radioId: radio }), channels, at: now });
    }
    for (const member of this.#members) this.#retune(member, now, 'radar');
    this.#air.expire();
    for (const member of this.#members) {
      member.stats = member.air.measure(member.stats, [], now);
      for (const { id: radioId, rxPercent = 0, txPercent = 0 } of member.stats) {
        const id = formatRadioId({ deviceId: member.spec.sn, radioId });
        const before = (this.#loads.get(id) ?? []).filter(({ at }) => now - at < DAY_MS);
        this.#loads.set(id, [...before, { at: now, load: (rxPercent + txPercent) / 100 }]);
      }
    }
  }

  /** Returns the mean load of a radio in the last 24 h; undefined before its first report. */
  getUsualLoad(radioId: string): number | undefined {
    const loads = this.#loads.get(radioId);
    return loads && loads.reduce((sum, { load }) => sum + load, 0) / loads.length;
  }

  /** Scans one more channel with each radio, if that is due. */
  scan(now: number): void {
    for (const member of this.#members) {
      const { nearbyChannels, nearbyNetworks = [] } = member.scan.report(member.stats, now, COUNTRY);
      if (!nearbyChannels) continue;
      const listened = new Set(nearbyChannels.map(toChannelKey));
      const received = new Set(nearbyNetworks.map(({ bssid }) => bssid));
      const isKept = (entry: { readonly at: number } & ChannelKey): boolean =>
        now - entry.at < DAY_MS && !listened.has(toChannelKey(entry));
      member.networks = [
        ...nearbyNetworks.map((network) => ({ ...network, at: now })),
        ...member.networks.filter((network) => isKept(network) && !received.has(network.bssid)),
      ];
      member.channels = [
        ...nearbyChannels.map((channel) => ({ ...channel, at: now })),
        ...member.channels.filter(isKept),
      ];
      member.scannedAt = now;
    }
  }

  /** Lists the access points as the server knows them. */
  listDevices(now: number): SiteDevice[] {
    return this.#members.map(({ caps, channels, networks, scannedAt, spec, stats }) => ({
      id: spec.sn,
      name: spec.name,
      caps,
      isOnline: true,
      isBroadcasting: true,
      radios: stats,
      reportedAt: now,
      networks,
      channels,
      scannedAt,
    }));
  }

  /** Sets radios to other channels, as a plan does. */
  tune(changes: readonly TunedRadio[], now: number): void {
    for (const radio of changes) {
      this.#members.find(({ spec }) => spec.sn === radio.deviceId)?.tuned.set(radio.radioId, radio);
      this.changes.push({ radioId: formatRadioId(radio), at: now, cause: 'plan' });
    }
    for (const member of this.#members) this.#retune(member, now, 'plan');
  }

  /** Lists the radios with their present channels and bands. */
  listTuned(): (TunedRadio & { readonly band: Band })[] {
    return this.#members.flatMap(({ caps, spec: { sn: deviceId }, stats }) =>
      caps.radios.flatMap(({ band, id: radioId }) => {
        const { channel, widthMhz = 20 } = stats.find(({ id }) => id === radioId) ?? {};
        return channel === undefined
          ? []
          : [{ deviceId, radioId, band, channel, widthMhz: widthMhz as ChannelWidth }];
      }),
    );
  }

  listServed(): ServedClient[] {
    return this.#members.flatMap(({ caps, spec, stats }) => {
      const airtimes = new Map(
        caps.radios.map(({ band, id }) => [band, computeAirtime(stats.find((stat) => stat.id === id))]),
      );
      return this.#clients.list(spec.sn).map(({ band, mac }) => ({
        airtime: airtimes.get(band) ?? 0,
        received: this.#air.getDemandShare(mac),
      }));
    });
  }

  #listRadios() {
    return this.#members.map(({ spec: { sn }, stats }) => ({
      sn,
      radios: stats,
      demands: this.#clients.list(sn),
    }));
  }

  /** Reads the channels that the radios use now, and counts what their changes cost. */
  #retune(member: Member, now: number, cause: 'plan' | 'radar'): void {
    const { caps, spec, stats: before } = member;
    const demands = this.#clients.list(spec.sn);
    const count = (band: Band): number => demands.filter((each) => each.band === band).length;
    member.stats = member.radios.radios(this.#configure(member), now, count);
    for (const { channel = 0, clients = 0, id, widthMhz = 20 } of member.stats) {
      const old = before.find((radio) => radio.id === id);
      if (!old || (old.channel === channel && old.widthMhz === widthMhz)) continue;
      const isLow = caps.radios.find((radio) => radio.id === id)?.band === '2.4G';
      const parts = isLow ? [] : (findChannelBlock(channel, widthMhz as ChannelWidth) ?? [channel]);
      const seconds = Math.max(SWITCH_SECONDS, getRadarCheckSeconds(parts, COUNTRY));
      this.disturbedMinutes[cause] += (clients * seconds) / 60;
    }
  }

  #configure({ caps, tuned }: Member): ConfigWireless {
    const bands = caps.radios.map(({ band }) => band);
    return {
      wlans: SSIDS.map((ssid) => ({
        name: ssid,
        ssid,
        hidden: false,
        bands,
        security: { mode: 'open' },
        maxClients: 256,
        isolated: false,
        dhcp: 'user',
        shutdowns: [],
      })),
      radios: [...tuned.values()].map(({ channel, radioId, widthMhz }) => ({
        id: radioId,
        channel,
        widthMhz,
        powerDbm: 'auto',
      })),
      country: COUNTRY,
      timeZone: 'UTC',
      blacklist: [],
    };
  }
}

interface ChannelKey {
  readonly band: string;
  readonly channel: number;
}

const toChannelKey = ({ band, channel }: ChannelKey): string => `${band} ${channel}`;

const computeAirtime = ({ busyPercent = 0, rxPercent = 0, txPercent = 0 }: Partial<RadioStat> = {}): number =>
  1 - Math.max(0, busyPercent - txPercent - rxPercent) / 100;
