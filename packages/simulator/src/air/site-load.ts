import type { AirRadio } from './air-site.ts';
import { computeDeferredTime, shareAirtime } from './airtime-sharing.ts';
import { computeClientLink, computeRetries, listClientPaths } from './client-links.ts';
import type { Contention } from './contention.ts';
import { computeDisturbance } from './interference.ts';
import { computeRadioLoad, createRadioReading, type RadioReading } from './radio-reading.ts';
import type { Transmitter } from './transmitters.ts';

/** Rounds in which airtime changes noise and retries, and these change the demanded airtime. */
const ROUNDS = 4;
/** Beacons are sent at the lowest rate: ratio of signal to noise (dB) and a usual level at the edge of a room (dBm). */
const BEACON = { neededSnrDb: 2, levelDbm: -65 } as const;

/** A radio that is on, with the figures that pairs need. */
export interface ActiveRadio {
  readonly radio: AirRadio;
  readonly transmitter: Transmitter;
}

/** Traffic of a site at a moment. */
export interface SiteLoad {
  /** Share of the time, 0 to 1, in which each sender sends: first the radios, then the foreign networks. */
  readonly airtimes: readonly number[];
  readonly readings: readonly RadioReading[];
}

/**
 * Finds the airtimes with which demands, noise and retries agree.
 *
 * @param duties share of the time in which each foreign network sends without the site as its neighbour
 */
export function computeSiteLoad(
  radios: readonly ActiveRadio[],
  contention: Contention,
  duties: readonly number[],
): SiteLoad {
  const paths = radios.map(({ radio, transmitter }) => listClientPaths(radio, transmitter));
  const computeStates = (airtimes: readonly number[]) =>
    radios.map(({ radio, transmitter: { spectrum } }, index) => {
      const { widthMhz } = spectrum;
      const disturbance = computeDisturbance(contention, index, widthMhz, airtimes);
      const links = (paths[index] ?? []).map((path) => computeClientLink(path, widthMhz, disturbance));
      return { radio, disturbance, load: computeRadioLoad(radio, links) };
    });

  let airtimes: readonly number[] = [...radios.map(() => 0), ...duties];
  let states: ReturnType<typeof computeStates> = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    states = computeStates(airtimes);
    const demands = states.map(({ load }) => load.beaconAirtime + load.clientAirtime);
    airtimes = shareAirtime(contention, [...demands, ...duties]);
  }
  const readings = states.map(({ disturbance, load, radio }, index) =>
    createRadioReading(radio, load, disturbance, {
      granted: airtimes[index] ?? 0,
      deferredAirtime: computeDeferredTime(contention, index, airtimes),
      idleRetries: computeRetries(disturbance, BEACON.levelDbm, BEACON.neededSnrDb),
    }),
  );
  return { airtimes, readings };
}
