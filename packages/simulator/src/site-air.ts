import type {
  ClientReport,
  RadioStat,
  ScannedChannel,
  ScannedNetwork,
} from '@northlight/contract/device-protocol';
import { MINUTE_MS } from '@northlight/runtime';
import { Air } from './air/air.ts';
import type { AirMoment } from './air/air-moment.ts';
import type { AirBand, AirRadio, Period, WidthMhz } from './air/air-site.ts';
import { createExhibition, createForeignNetworks } from './air/foreign-networks.ts';
import { createRadarSources } from './air/radar-sources.ts';
import type { RadioReading } from './air/radio-reading.ts';
import { findSiteArea } from './air/site-area.ts';
import type { WirelessDemand } from './crowd.ts';
import type { DeviceAir } from './radio-air.ts';
import { listRadioPlaces, listWalls, type RadioPlace } from './radio-places.ts';
import type { SiteSpec } from './spec.ts';

/** A running device with its radios as they are set now, and the demands of their clients. */
export interface DeviceRadios {
  readonly sn: string;
  readonly radios: readonly RadioStat[];
  readonly demands: readonly WirelessDemand[];
}

export interface SiteAirOptions {
  readonly spec: SiteSpec;
  /** Time of the start of the simulation (ms), from which on there may be radar. */
  readonly startedAt: number;
  /** Lists the running devices with radios. */
  readonly listRadios: () => readonly DeviceRadios[];
  /** Time for which figures hold while no radio changes; 1 min by default, the interval of reports. */
  readonly holdMs?: number;
  /** Time of an exhibition at the site, whose exhibitors have their own networks; none by default. */
  readonly exhibition?: Period | undefined;
}

/** Radar that a radio has detected: it must not use the channels of 20 MHz until a time (ms). */
interface DetectedRadar {
  readonly sn: string;
  /** Id of the radio. */
  readonly radio: string;
  readonly channels: readonly number[];
  readonly blockedUntil: number;
}

/** Interval at which radios are compared with those of the last figures: devices report in rounds of 10 s. */
const CHECK_MS = 10_000;
const SECURITY = 'WPA2/WPA3';
const WEAKEST_DBM = -110;
const WIDEST_MHZ = 160;
/** Signal from which a radio waits for another network, and the noise of an idle channel (dBm). */
const CARRIER_SENSE_DBM = -82;
const NOISE_DBM = -95;

/**
 * The simulated air of a site, as its devices measure it. The figures of all radios are computed at once, and hold until a radio
 * changes or some time has passed.
 */
export class SiteAir {
  readonly #options: SiteAirOptions;
  readonly #air: Air;
  readonly #places: ReadonlyMap<string, RadioPlace>;
  readonly #foreignChannels: readonly AirChannelKey[];
  #radios: readonly AirRadio[] = [];
  /** Powers (dBm) by serial number and band. */
  #powers: ReadonlyMap<string, number> = new Map();
  /** SSIDs of a radio with their addresses, by its first address. */
  #broadcasts: ReadonlyMap<string, readonly Broadcast[]> = new Map();
  /** Radios with SSIDs by their first address. */
  #owners: ReadonlyMap<string, Pick<DetectedRadar, 'radio' | 'sn'>> = new Map();
  #radarCheckedAt: number | undefined;
  #moment: AirMoment | undefined;
  #shares: ReadonlyMap<string, number> = new Map();
  #settings = '';
  #checkedAt = Number.NEGATIVE_INFINITY;
  #observedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SiteAirOptions) {
    const { spec } = options;
    this.#options = options;
    this.#places = listRadioPlaces(spec);
    const area = findSiteArea([...this.#places.values()].map(({ position }) => position));
    const foreignNetworks = [
      ...createForeignNetworks(spec.seed, area),
      ...(options.exhibition ? createExhibition(spec.seed, area, options.exhibition) : []),
    ];
    this.#foreignChannels = foreignNetworks;
    const radars = spec.hasRadar ? createRadarSources(spec.seed, options.startedAt) : [];
    this.#air = new Air({ foreignNetworks, radars, walls: listWalls(spec), zoneHours: spec.zoneHours });
  }

  /** Returns the air as the radios of a device measure it. */
  forDevice(sn: string): DeviceAir {
    return {
      measure: (radios, _clients, now) => {
        const { readings } = this.#observe(now);
        return radios.map((radio) => {
          const reading = radio.up ? readings.get(toRadioId(sn, radio)) : undefined;
          return reading ? { ...radio, ...toFigures(reading) } : radio;
        });
      },
      listNetworks: (now) => this.#listNetworks(sn, now),
      listen: (place, now) => this.#listen(sn, place, now),
    };
  }

  /** Lists the radar that access points have detected since the last call. */
  detectRadar(now: number): DetectedRadar[] {
    const from = this.#radarCheckedAt ?? now;
    this.#radarCheckedAt = now;
    if (!this.#options.spec.hasRadar || this.#radios.length === 0) return [];
    return this.#air.detectRadar(this.#radios, from, now).flatMap(({ blockedUntil, bssid, channels }) => {
      const owner = this.#owners.get(bssid);
      return owner ? [{ ...owner, channels, blockedUntil }] : [];
    });
  }

  /** Compares the radios again at the next report, because one may have changed. */
  expire(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns the part of its demand that a client receives, 0 to 1. */
  getDemandShare(mac: string): number {
    return this.#shares.get(mac) ?? 1;
  }

  /** Returns the report of a client with the signal at the present power of its radio. */
  adjustSignal(sn: string, report: ClientReport): ClientReport {
    const { band, signalDbm } = report;
    if (band === undefined || signalDbm === undefined) return report;
    const usual = this.#places.get(sn)?.usualPowers.get(band);
    const power = this.#powers.get(`${sn} ${band}`);
    if (usual === undefined || power === undefined) return report;
    return { ...report, signalDbm: Math.max(WEAKEST_DBM, signalDbm + power - usual) };
  }

  #observe(now: number): AirMoment {
    const known = this.#moment;
    if (known && now - this.#checkedAt < CHECK_MS) return known;
    this.#checkedAt = now;
    const devices = this.#options.listRadios();
    const settings = JSON.stringify(devices.map(({ radios, sn }) => [sn, radios.map(toSettings)]));
    const holds = now - this.#observedAt < (this.#options.holdMs ?? MINUTE_MS);
    if (known && holds && settings === this.#settings) return known;
    this.#settings = settings;
    this.#observedAt = now;
    this.#radios = devices.flatMap((device) => this.#toAirRadios(device));
    this.#broadcasts = new Map(
      devices.flatMap(({ radios, sn }) =>
        radios.map((radio) => [toRadioId(sn, radio), listBroadcasts(radio)]),
      ),
    );
    this.#owners = new Map(
      devices.flatMap(({ radios, sn }) =>
        radios.flatMap(({ bssids = [], id }) =>
          bssids.slice(0, 1).map((bssid) => [bssid, { sn, radio: id }]),
        ),
      ),
    );
    this.#powers = new Map(
      devices.flatMap(({ radios, sn }) =>
        radios.flatMap(({ id, powerDbm }) => {
          const band = this.#places.get(sn)?.bands.get(id);
          return band === undefined || powerDbm === undefined ? [] : [[`${sn} ${band}`, powerDbm] as const];
        }),
      ),
    );
    const moment = this.#air.observe(this.#radios, now);
    this.#moment = moment;
    this.#shares = new Map(
      [...moment.readings.values()].flatMap(({ clients }) =>
        clients.map(({ demandShare, id }) => [id, demandShare] as const),
      ),
    );
    return moment;
  }

  #toAirRadios({ demands, radios, sn }: DeviceRadios): AirRadio[] {
    const place = this.#places.get(sn);
    return radios.flatMap((radio): AirRadio[] => {
      const { channel, id, powerDbm, ssids, up, widthMhz = 20 } = radio;
      const band = place?.bands.get(id);
      if (!place || !band || channel === undefined) return [];
      const usual = place.usualPowers.get(band) ?? 20;
      return [
        {
          sn,
          bssid: toRadioId(sn, radio),
          position: place.position,
          band: toAirBand(band),
          channel,
          widthMhz: Math.min(widthMhz, WIDEST_MHZ) as WidthMhz,
          powerDbm: powerDbm ?? usual,
          security: SECURITY,
          isOn: up,
          ssids,
          clients: demands
            .filter((demand) => demand.band === band)
            .map(({ mac, rxRateKbps, signalDbm, txRateKbps }) => ({
              id: mac,
              lossDb: usual - signalDbm,
              downMbps: txRateKbps / 1000,
              upMbps: rxRateKbps / 1000,
            })),
        },
      ];
    });
  }

  /** The channel is busy while a network that the radio would wait for sends; their times overlap by chance. */
  #listen(sn: string, { band, channel }: AirPlace, now: number): ScannedChannel {
    const moment = this.#observe(now);
    const radio = this.#radios.find((each) => each.sn === sn && each.isOn && each.band === band);
    const own = radio?.channel === channel ? moment.readings.get(radio.bssid) : undefined;
    if (own) {
      const { busyPercent, noiseDbm } = toFigures(own);
      return { band, channel, busyPercent, noiseDbm };
    }
    const idle = (radio ? moment.scan(radio.bssid, channel) : [])
      .filter(({ signalDbm }) => signalDbm >= CARRIER_SENSE_DBM)
      .reduce((rest, { loadPercent }) => rest * (1 - loadPercent / 100), 1);
    return { band, channel, busyPercent: roundToTenth(100 * (1 - idle)), noiseDbm: NOISE_DBM };
  }

  #listNetworks(sn: string, now: number): readonly ScannedNetwork[] {
    const moment = this.#observe(now);
    const channels = Map.groupBy([...this.#foreignChannels, ...this.#radios], ({ band }) => band);
    return this.#radios
      .filter((radio) => radio.sn === sn && radio.isOn)
      .flatMap(({ band, bssid }) =>
        [...new Set(channels.get(band)?.map(({ channel }) => channel))].flatMap((channel) =>
          moment.scan(bssid, channel),
        ),
      )
      .flatMap((network): ScannedNetwork[] => {
        const { band, channel, security, widthMhz } = network;
        const figures = {
          band,
          channel,
          security,
          widthMhz,
          signalDbm: Math.round(network.signalDbm),
          loadPercent: roundToTenth(network.loadPercent),
        };
        return (this.#broadcasts.get(network.bssid) ?? [network]).map(({ bssid, ssid }) => ({
          ...figures,
          bssid,
          ssid,
        }));
      })
      .sort((a, b) => b.signalDbm - a.signalDbm);
  }
}

type AirPlace = Pick<ScannedChannel, 'band' | 'channel'>;

interface AirChannelKey {
  readonly band: AirBand;
  readonly channel: number;
}

interface Broadcast {
  readonly bssid: string;
  readonly ssid: string;
}

/** Returns the identity of a radio in the model: its first address, or its name if it broadcasts nothing. */
const toRadioId = (sn: string, { bssids = [], id }: RadioStat): string => bssids[0] ?? `${sn} ${id}`;

const listBroadcasts = ({ bssids = [], ssids }: RadioStat): Broadcast[] =>
  bssids.flatMap((bssid, index) => {
    const ssid = ssids[index];
    return ssid === undefined ? [] : [{ bssid, ssid }];
  });

const toSettings = ({ channel, powerDbm, ssids, up, widthMhz }: RadioStat): unknown[] => [
  up,
  channel,
  widthMhz,
  powerDbm,
  ssids,
];

const toAirBand = (band: NonNullable<ClientReport['band']>): AirBand => (band === '2.4G' ? '2.4G' : '5G');

const roundToTenth = (value: number): number => Math.round(10 * value) / 10;

const toFigures = ({ busyPercent, noiseDbm, retryPercent, rxPercent, txPercent }: RadioReading) => ({
  busyPercent: roundToTenth(busyPercent),
  txPercent: roundToTenth(txPercent),
  rxPercent: roundToTenth(rxPercent),
  noiseDbm: Math.min(0, Math.max(-120, roundToTenth(noiseDbm))),
  retryPercent: roundToTenth(retryPercent),
});
