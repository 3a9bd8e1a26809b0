import {
  type AirFigures,
  type AirReading,
  type ChannelCounters,
  computeAirFigures,
  type PeerReading,
  type RadioStat,
} from '@northlight/contract/device-protocol';
import { getChannelFrequencyMhz } from '@northlight/contract';
import { parseMac } from '@northlight/contract/net';
import type { Capabilities } from '../contract-types.ts';
import { matchRadios } from './radio-state.ts';
import {
  parseCount,
  parseList,
  parseNumber,
  parseObject,
  parseText,
  type UntrustedObject,
} from './untrusted-values.ts';

const SURVEY_MAX = 64;
const CLIENTS_MAX = 4_000;
/** States that follow sooner, as after a request, repeat the last figures. */
const MIN_PERIOD_MS = 10_000;

interface Measurement {
  readonly at: number;
  readonly reading: AirReading;
  readonly figures: AirFigures;
}

/** Measures how the radios of a device use the air, from the counters in its states. */
export class RadioAirMeter {
  #last: ReadonlyMap<string, Measurement> = new Map();

  /** Returns the radios of a state with their figures of the air. */
  measure(
    state: unknown,
    radios: readonly RadioStat[],
    capabilities: Capabilities['radios'],
    now: number,
  ): RadioStat[] {
    const measurements = readAirReadings(state, capabilities).map(([id, reading]) => {
      const last = this.#last.get(id);
      return [
        id,
        last && now - last.at < MIN_PERIOD_MS
          ? last
          : { at: now, reading, figures: computeAirFigures(reading, last?.reading) },
      ] as const;
    });
    this.#last = new Map(measurements);
    return radios.map((radio) => (radio.up ? { ...radio, ...this.#last.get(radio.id)?.figures } : radio));
  }
}

/** Reads the counters of each radio in a state; omits malformed ones. */
export const readAirReadings = (
  state: unknown,
  capabilities: Capabilities['radios'],
): (readonly [id: string, reading: AirReading])[] =>
  matchRadios(state, capabilities).flatMap(({ id, radio, ssids }) =>
    radio === undefined
      ? []
      : [
          [
            id,
            {
              channels: readChannelInUse(radio),
              peers: ssids.flatMap((ssid) => parseList(ssid['associations'], CLIENTS_MAX).flatMap(readPeer)),
            },
          ] as const,
        ],
  );

/**
 * Reads the counters of the channel in use. Clients list them in `survey`, once per SSID, older ones in the radio itself.
 * The time of received frames is not used, because it includes those of other networks.
 */
function readChannelInUse(radio: UntrustedObject): ChannelCounters[] {
  const channel = parseNumber(radio['channel'], 1, 233);
  if (channel === undefined) return [];
  const entries = parseList(radio['survey'], SURVEY_MAX).map(parseObject);
  const own =
    entries.find(({ frequency }) => frequency === getChannelFrequencyMhz(Math.floor(channel))) ?? entries[0];
  return [
    {
      mhz: parseNumber(own?.['frequency'], 1, 10_000) ?? getChannelFrequencyMhz(Math.floor(channel)),
      isInUse: true,
      noiseDbm: parseNumber(own?.['noise'] ?? radio['noise'], -120, -1),
      activeMs: parseCount(own?.['time'] ?? radio['active_ms']),
      busyMs: parseCount(own?.['busy'] ?? radio['busy_ms']),
      sentMs: parseCount(own?.['time_tx'] ?? radio['transmit_ms']),
      ownReceivedMs: undefined,
    },
  ];
}

function readPeer(value: unknown): PeerReading[] {
  const raw = parseObject(value);
  const mac = parseMac(parseText(raw['station'], 17) ?? '');
  const retries = parseCount(raw['tx_retries']);
  return mac === undefined
    ? []
    : [
        {
          mac,
          // Without a counter of retries the frames would count as sent once.
          sentFrames: retries === undefined ? 0 : (parseCount(raw['tx_packets']) ?? 0),
          retries: retries ?? 0,
          receivedUs: parseCount(raw['rx_duration']),
        },
      ];
}
