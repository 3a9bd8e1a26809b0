import type {
  Band,
  Capabilities,
  ClientReport,
  ConfigRadio,
  ConfigWireless,
  DeviceConfig,
  RadioStat,
  ScannedNetwork,
  StatMessage,
} from '@northlight/contract/device-protocol';
import { type Entropy, MINUTE_MS } from '@northlight/runtime';
import type { Period } from './air/air-site.ts';
import { type AttachPoint, Crowd } from './crowd.ts';
import { MeshBackhauls, type NodeStates } from './mesh-backhauls.ts';
import { listLinkedPorts } from './site-ports.ts';
import { type DeviceAir, RadioAir } from './radio-air.ts';
import { type DeviceRadios, SiteAir } from './site-air.ts';
import { SimulatedRadios } from './simulated-radios.ts';
import { type DeviceSpec, getCapabilities, type SiteSpec } from './spec.ts';
import { DeviceCounters } from './device-counters.ts';

export type HistoricFigures = Pick<
  StatMessage,
  'applications' | 'backhaul' | 'clients' | 'cpu' | 'mem' | 'ports' | 'radios' | 'uptimeSeconds'
>;

/** Number of clients and devices of a site at one moment, as the server counts them. */
export interface HistoricCount {
  readonly clients: number;
  readonly wired: number;
  readonly devices: number;
  readonly online: number;
  readonly bands: Readonly<Record<string, number>>;
  readonly ssids: Readonly<Record<string, number>>;
}

export interface HistoricStep {
  readonly reports: readonly { readonly sn: string; readonly figures: HistoricFigures }[];
  readonly count: HistoricCount;
}

export interface SiteHistoryOptions {
  readonly spec: SiteSpec;
  readonly entropy: Entropy;
  /** Time of the first step (ms). */
  readonly start: number;
  /** Returns whether a device is online at a time (ms). */
  readonly isOnline: (sn: string, at: number) => boolean;
  /** Time of an exhibition at the site (ms); none by default. */
  readonly exhibition?: Period | undefined;
  /** Returns the radios of a device that are set at a time (ms); none by default, so that they choose their channels. */
  readonly setRadios?: (sn: string, at: number) => readonly ConfigRadio[];
}

/** A device with radios at a moment, and the networks that it receives. */
export interface HistoricScan {
  readonly sn: string;
  readonly radios: readonly RadioStat[];
  readonly networks: readonly ScannedNetwork[];
}

interface Member {
  readonly spec: DeviceSpec;
  readonly caps: Capabilities;
  readonly vitals: DeviceCounters;
  readonly radios: SimulatedRadios;
  readonly air: DeviceAir;
  readonly points: readonly AttachPoint[];
  /** SSIDs on all radios, without their settings. */
  readonly wireless: ConfigWireless;
  wasOnline: boolean;
}

/**
 * The figures of the air hold for this time: those of 30 days in steps of minutes would take minutes, and old charts show
 * hours.
 */
const AIR_HOLD_MS = 60 * MINUTE_MS;
const NO_CONFIG = {} as DeviceConfig;

/**
 * Computes the figures that a site's devices would have reported, with the models of a running site at given
 * times.
 */
export class SiteHistory {
  readonly #options: SiteHistoryOptions;
  readonly #members: readonly Member[];
  readonly #crowd: Crowd;
  readonly #backhauls: MeshBackhauls;
  readonly #ssids: ReadonlyMap<string, string | undefined>;
  #now: number;
  #online: ReadonlySet<string> = new Set();

  constructor(options: SiteHistoryOptions) {
    const { entropy, exhibition, spec, start } = options;
    this.#options = options;
    const air = spec.isScattered
      ? undefined
      : new SiteAir({
          spec,
          startedAt: start,
          listRadios: () => this.#listRadios(),
          holdMs: AIR_HOLD_MS,
          exhibition,
        });
    this.#now = start;
    this.#crowd = new Crowd(spec, entropy, (mac) => air?.getDemandShare(mac) ?? 1);
    this.#backhauls = new MeshBackhauls(spec);
    this.#ssids = new Map(spec.clients.map(({ mac, ssid }) => [mac, ssid] as const));
    const factorySsids = [...new Set(spec.clients.flatMap(({ ssid }) => ssid ?? []))];
    this.#members = spec.devices.map((device) => {
      const caps = getCapabilities(device);
      if (!caps) throw new Error(`There is no model ${device.model}.`);
      const below = spec.devices.filter(({ uplink }) => uplink?.sn === device.sn);
      const counts = caps.features.includes('application-flow');
      const links = { up: listLinkedPorts(device, spec, below), blocked: new Set<string>() };
      const vitals = new DeviceCounters(caps.ports, () => links, entropy, start, counts);
      return {
        spec: device,
        caps,
        vitals,
        radios: new SimulatedRadios({ caps, factorySsids, mac: device.mac, entropy }),
        air: air?.forDevice(device.sn) ?? new RadioAir(device.sn, caps.radios),
        wireless: createWireless(caps, factorySsids),
        points: caps.kind === 'cpe' ? [] : caps.radios.map(({ band }) => ({ sn: device.sn, band })),
        wasOnline: true,
      };
    });
  }

  /**
   * Advances the site to a time (ms) after the previous one. Returns the reports of the devices that are
   * online.
   */
  step(now: number): HistoricStep {
    this.#now = now;
    const online = new Set(
      this.#members.flatMap(({ spec }) => (this.#options.isOnline(spec.sn, now) ? [spec.sn] : [])),
    );
    this.#online = online;
    this.#crowd.step(
      now,
      this.#members.flatMap(({ points, spec }) => (online.has(spec.sn) ? points : [])),
      (sn) => online.has(sn),
    );
    const isOnline = (sn: string): boolean => online.has(sn);
    const states: NodeStates = {
      hasPower: isOnline,
      isRunning: isOnline,
      getPreferredParent: () => undefined,
    };
    this.#backhauls.step(states, now);
    const count = this.#count(online.size);
    const byDevice = this.#crowd.byDevice();
    const reports = this.#members.flatMap((member) => {
      const { spec, vitals } = member;
      const { sn } = spec;
      // Resets the counters of a device that is online again, because it was switched off.
      if (isOnline(sn) && !member.wasOnline) vitals.boot(now);
      member.wasOnline = isOnline(sn);
      if (!isOnline(sn)) return [];
      const backhaul = this.#backhauls.report(sn, states);
      return [{ sn, figures: { ...this.#figuresOf(member, byDevice, now), ...(backhaul && { backhaul }) } }];
    });
    return { reports, count };
  }

  #figuresOf(
    member: Member,
    byDevice: ReadonlyMap<string, readonly ClientReport[]>,
    now: number,
  ): HistoricFigures {
    const { air, caps, radios, spec, vitals } = member;
    const clients = byDevice.get(spec.sn) ?? [];
    const isTop = caps.kind === 'gateway' && !spec.uplink;
    return {
      ...vitals.step(now, isTop ? this.#crowd.size : clients.length, NO_CONFIG),
      ...(caps.radios.length > 0 && {
        radios:
          caps.kind === 'cpe'
            ? radios.bridgeRadios(undefined)
            : air.measure(this.#tune(member, clients), clients, now),
      }),
    };
  }

  /** Lists the radios of access points as they are at the last step, with the networks that they receive on all channels. */
  scan(): HistoricScan[] {
    const byDevice = this.#crowd.byDevice();
    return this.#listAccessPoints().map((member) => {
      const { air, spec } = member;
      const clients = byDevice.get(spec.sn) ?? [];
      return {
        sn: spec.sn,
        radios: air.measure(this.#tune(member, clients), clients, this.#now),
        networks: air.listNetworks(this.#now),
      };
    });
  }

  #tune({ radios, spec, wireless }: Member, clients: readonly Pick<ClientReport, 'band'>[]): RadioStat[] {
    const clientsOn = (band: Band): number => clients.filter((each) => each.band === band).length;
    const set = this.#options.setRadios?.(spec.sn, this.#now) ?? [];
    return radios.radios(
      set.length === 0 ? undefined : { ...wireless, radios: [...set] },
      this.#now,
      clientsOn,
    );
  }

  #listAccessPoints(): Member[] {
    return this.#members.filter(
      ({ caps, spec: { sn } }) => this.#online.has(sn) && caps.radios.length > 0 && caps.kind !== 'cpe',
    );
  }

  #listRadios(): DeviceRadios[] {
    const demands = this.#crowd.demands();
    return this.#listAccessPoints().map((member) => {
      const { sn } = member.spec;
      const own = demands.get(sn) ?? [];
      return { sn, radios: this.#tune(member, own), demands: own };
    });
  }

  /** Counts the clients of the whole site. */
  #count(online: number): HistoricCount {
    const bands: Record<string, number> = {};
    const ssids: Record<string, number> = {};
    let wired = 0;
    for (const [mac, { band = 'wired' }] of this.#crowd.attachments()) {
      if (band === 'wired') wired += 1;
      else bands[band] = (bands[band] ?? 0) + 1;
      const ssid = this.#ssids.get(mac);
      if (ssid !== undefined) ssids[ssid] = (ssids[ssid] ?? 0) + 1;
    }
    const devices = this.#members.length;
    return { clients: this.#crowd.size, wired, devices, online, bands, ssids };
  }
}

/** Returns a configuration with these SSIDs on all radios. */
const createWireless = ({ radios }: Capabilities, ssids: readonly string[]): ConfigWireless => ({
  wlans: ssids.map((ssid) => ({
    name: ssid,
    ssid,
    hidden: false,
    bands: radios.map(({ band }) => band),
    security: { mode: 'open' },
    maxClients: 256,
    isolated: false,
    dhcp: 'user',
    shutdowns: [],
  })),
  radios: [],
  timeZone: 'UTC',
  blacklist: [],
});
