import type { RadioStat } from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';
import type { Capabilities } from '../contract-types.ts';
import { BANDS_BY_NAME } from './bands-by-name.ts';
import { parseList, parseNumber, parseObject, parseText, type UntrustedObject } from './untrusted-values.ts';

const RADIOS_MAX = 16;
const INTERFACES_MAX = 256;
const SSIDS_MAX = 64;

/** A radio of a device with the parts of a state that are about it. */
interface RadioParts {
  readonly id: string;
  /** Entry of the radio; undefined if the state has none. */
  readonly radio: UntrustedObject | undefined;
  readonly ssids: readonly UntrustedObject[];
}

/** Matches the radios of a device state to its capabilities by band; empty if the state has no radios. */
export function matchRadios(value: unknown, radios: Capabilities['radios']): RadioParts[] {
  const state = parseObject(value);
  const rawRadios = parseList(state['radios'], RADIOS_MAX).map(parseObject);
  if (rawRadios.length === 0) return [];
  const ssids = parseList(state['interfaces'], INTERFACES_MAX)
    .flatMap((entry) => parseList(parseObject(entry)['ssids'], SSIDS_MAX))
    .map(parseObject);
  return radios.map(({ band, id }) => ({
    id,
    radio: rawRadios.find((entry) =>
      parseList(entry['band'], 4).some((name) => BANDS_BY_NAME[parseText(name, 10) ?? ''] === band),
    ),
    ssids: ssids.filter((entry) => BANDS_BY_NAME[parseText(entry['band'], 10) ?? ''] === band),
  }));
}

/** Reads the radios of a device state; empty if the state has no radios. */
export function readRadios(value: unknown, radios: Capabilities['radios']): RadioStat[] {
  return matchRadios(value, radios).map(({ id, radio, ssids: own }): RadioStat => {
    const bssids = own.flatMap((entry) => parseMac(parseText(entry['bssid'], 17) ?? '') ?? []);
    const channel = parseNumber(radio?.['channel'], 1, 233);
    const width = radio?.['channel_width'];
    const widthMhz = parseNumber(typeof width === 'string' ? Number(width) : width, 1, 320);
    const powerDbm = parseNumber(radio?.['tx_power'], -20, 40);
    return {
      id,
      up: radio !== undefined && own.length > 0,
      ...(channel !== undefined && { channel: Math.floor(channel) }),
      ...(widthMhz !== undefined && { widthMhz: Math.floor(widthMhz) }),
      ...(powerDbm !== undefined && { powerDbm }),
      clients: own.reduce((sum, entry) => sum + parseList(entry['associations'], 4_000).length, 0),
      ssids: [...new Set(own.flatMap((entry) => parseText(entry['ssid'], 64) ?? []))].slice(0, SSIDS_MAX),
      ...(bssids.length > 0 && { bssids: bssids.slice(0, SSIDS_MAX) }),
    };
  });
}
