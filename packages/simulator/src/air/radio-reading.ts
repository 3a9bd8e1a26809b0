import type { AirRadio } from './air-site.ts';
import type { ClientLink } from './client-links.ts';
import { computeBeaconAirtime } from './frame-airtime.ts';
import { type Disturbance, toDbm } from './interference.ts';

/** Figures of a client. */
export interface ClientReading {
  readonly id: string;
  /** Level of the radio at the client (dBm). */
  readonly signalDbm: number;
  /** Rate of the physical layer to the client (Mbit/s); 0 out of range. */
  readonly rateMbps: number;
  /** Received part of the demand, 0 to 1. */
  readonly demandShare: number;
  /** Throughput from and to the radio (Mbit/s). */
  readonly downMbps: number;
  readonly upMbps: number;
  readonly retryPercent: number;
}

/** Figures of a radio. Percentages are of the time, except `retryPercent` (of the frames). */
export interface RadioReading {
  readonly bssid: string;
  /** Time in which the medium is busy, with own frames and those of others. */
  readonly busyPercent: number;
  /** Time in which the radio sends. */
  readonly txPercent: number;
  /** Time in which the radio receives frames of its clients. */
  readonly rxPercent: number;
  /** Mean noise and interference (dBm) in 20 MHz. */
  readonly noiseDbm: number;
  readonly retryPercent: number;
  /** Part of the demand of all clients that they receive, 0 to 1. */
  readonly demandShare: number;
  /** Throughput of all clients in both directions (Mbit/s). */
  readonly throughputMbps: number;
  readonly clients: readonly ClientReading[];
}

/** Demand and links of a radio at a moment. */
export interface RadioLoad {
  readonly beaconAirtime: number;
  /** Demanded share of the time for the clients, above 1 if they demand more than possible. */
  readonly clientAirtime: number;
  readonly links: readonly ClientLink[];
}

export const computeRadioLoad = (radio: AirRadio, links: readonly ClientLink[]): RadioLoad => ({
  beaconAirtime: computeBeaconAirtime(radio.band, radio.ssids.length),
  clientAirtime: links.reduce((sum, { downAirtime, upAirtime }) => sum + downAirtime + upAirtime, 0),
  links,
});

const toPercent = (share: number): number => 100 * Math.min(1, Math.max(0, share));

/**
 * @param granted share of the time that the radio received
 * @param deferredAirtime share of the time in which the senders that the radio defers to are busy
 * @param idleRetries share of repeated frames without clients
 */
export function createRadioReading(
  radio: AirRadio,
  { beaconAirtime, clientAirtime, links }: RadioLoad,
  disturbance: Disturbance,
  { deferredAirtime, granted, idleRetries }: Record<'granted' | 'deferredAirtime' | 'idleRetries', number>,
): RadioReading {
  const demanded = beaconAirtime + clientAirtime;
  const share = demanded > 0 ? Math.min(1, granted / demanded) : 1;
  const clients = links.map((link) => createClientReading(link, share));
  const sumUp = (pick: (link: ClientLink) => number): number =>
    links.reduce((sum, link) => sum + pick(link), 0);
  const demandedMbps = sumUp(({ client }) => Math.max(0, client.downMbps) + Math.max(0, client.upMbps));
  const throughputMbps = clients.reduce((sum, { downMbps, upMbps }) => sum + downMbps + upMbps, 0);
  const retries =
    clientAirtime > 0
      ? sumUp((link) => link.retries * (link.downAirtime + link.upAirtime)) / clientAirtime
      : idleRetries;
  return {
    bssid: radio.bssid,
    busyPercent: toPercent(granted + deferredAirtime),
    txPercent: toPercent(share * (beaconAirtime + sumUp(({ downAirtime }) => downAirtime))),
    rxPercent: toPercent(share * sumUp(({ upAirtime }) => upAirtime)),
    noiseDbm: toDbm(disturbance.noiseMw) - toDbm(disturbance.widthMhz / 20),
    retryPercent: toPercent(retries),
    demandShare: demandedMbps > 0 ? throughputMbps / demandedMbps : 1,
    throughputMbps,
    clients,
  };
}

function createClientReading(link: ClientLink, share: number): ClientReading {
  const { client, downAirtime, downDbm, rateMbps, retries, upAirtime } = link;
  const downMbps = downAirtime > 0 ? share * client.downMbps : 0;
  const upMbps = upAirtime > 0 ? share * client.upMbps : 0;
  const demandedMbps = Math.max(0, client.downMbps) + Math.max(0, client.upMbps);
  return {
    id: client.id,
    signalDbm: downDbm,
    rateMbps,
    demandShare: demandedMbps > 0 ? (downMbps + upMbps) / demandedMbps : 1,
    downMbps,
    upMbps,
    retryPercent: toPercent(retries),
  };
}
