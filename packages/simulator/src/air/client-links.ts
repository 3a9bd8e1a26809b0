import type { AirClient, AirRadio, WidthMhz } from './air-site.ts';
import { computeAirtime } from './frame-airtime.ts';
import { computeHiddenCollision, type Disturbance, toDbm } from './interference.ts';
import { type LinkRate, listRates } from './mcs-rates.ts';
import { hashId } from './pair-random.ts';
import { computeLossOver } from './path-loss.ts';
import type { Transmitter } from './transmitters.ts';

/** Power of a phone or notebook (dBm). */
const CLIENT_POWER_DBM = 15;
const USUAL_STREAMS = 2;
/** Share of frames that fading corrupts without any interference. */
const FADING_ERRORS = 0.02;
/** A sender gives up after some repeats: the share of repeats has a limit. */
const MAX_RETRIES = 0.9;

/** Levels of a client, which do not depend on the traffic. */
export interface ClientPath {
  readonly client: AirClient;
  /** Level of the radio at the client, and of the client at the radio (dBm). */
  readonly downDbm: number;
  readonly upDbm: number;
}

/** A client's link at a moment. */
export interface ClientLink extends ClientPath {
  /** Rate of the physical layer to the client (Mbit/s); 0 out of range. */
  readonly rateMbps: number;
  /** Share of frames, 0 to 1, that are repeats. */
  readonly retries: number;
  /** Share of the time, 0 to 1 and above, that the demand needs in each direction. */
  readonly downAirtime: number;
  readonly upAirtime: number;
}

export const listClientPaths = (radio: AirRadio, { hash, spectrum }: Transmitter): ClientPath[] =>
  radio.clients.map((client) => {
    const lossDb =
      'lossDb' in client
        ? client.lossDb
        : computeLossOver(client.metres, spectrum.primaryMhz, hash, hashId(client.id));
    return { client, downDbm: radio.powerDbm - lossDb, upDbm: CLIENT_POWER_DBM - lossDb };
  });

/** Returns the link of a client with the noise and interference at its radio. */
export function computeClientLink(
  path: ClientPath,
  widthMhz: WidthMhz,
  disturbance: Disturbance,
): ClientLink {
  const { client, downDbm, upDbm } = path;
  const streams = client.streams ?? USUAL_STREAMS;
  const rates = listRates(widthMhz, streams);
  const down = selectRate(rates, downDbm, disturbance);
  const up = selectRate(rates, upDbm, disturbance);
  return {
    ...path,
    rateMbps: down.mbps,
    retries: down.retries,
    downAirtime: computeAirtime(client.downMbps, down.mbps) / (1 - down.retries),
    upAirtime: computeAirtime(client.upMbps, up.mbps) / (1 - up.retries),
  };
}

/**
 * Selects the rate with the highest throughput after repeats, as the rate control Minstrel of Linux does.
 *
 * @param rates the highest first
 */
function selectRate(
  rates: readonly LinkRate[],
  signalDbm: number,
  disturbance: Disturbance,
): { readonly mbps: number; readonly retries: number } {
  const snrDb = signalDbm - toDbm(disturbance.noiseMw);
  let selected = { mbps: 0, retries: 0 };
  for (const { mbps, neededSnrDb } of rates) {
    const throughput = selected.mbps * (1 - selected.retries);
    if (mbps <= throughput) break;
    if (neededSnrDb > snrDb) continue;
    const retries = computeRetries(disturbance, signalDbm, neededSnrDb);
    if (mbps * (1 - retries) > throughput) selected = { mbps, retries };
  }
  return selected;
}

/** Returns the share of repeated frames from fading, equal slots and hidden senders, which are independent of each other. */
export function computeRetries(disturbance: Disturbance, signalDbm: number, neededSnrDb: number): number {
  const hidden = computeHiddenCollision(disturbance, signalDbm, neededSnrDb);
  return Math.min(MAX_RETRIES, 1 - (1 - FADING_ERRORS) * (1 - disturbance.slotCollision) * (1 - hidden));
}
