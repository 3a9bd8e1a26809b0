import type { CommandPush, CommandResult, ScannedNetwork } from '@northlight/contract/device-protocol';
import { scannedNetwork, toPercent } from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';
import type { Answer, Method } from './rpc-client.ts';
import { parseList, parseNumber, parseObject, parseText, type UntrustedObject } from './untrusted-values.ts';

const NETWORKS_MAX = 500;
const MAX_ELEMENT_LENGTH = 100;
/** Bits of the HT operation that place the secondary channel of 40 MHz. */
const SECONDARY_CHANNEL = 0b11;
/** Distance of the segments of a VHT operation that makes 80 MHz 160 MHz (IEEE 802.11-2020, table 11-24). */
const SEGMENTS_APART = 8;
/** Load of a channel that is busy all the time. */
const MAX_LOAD = 255;

/** A command as a uCentral call. `refused` is the reason why uCentral has no such call. */
export type TranslatedCommand =
  | {
      readonly method: Method;
      readonly params: object;
      /**
       * Present if the answer only confirms the start, and the command completes with the next connection of
       * the device.
       */
      readonly completesWith?: 'restart' | 'reset' | 'upgrade';
    }
  | { readonly refused: string };

/** Translates a command into a uCentral call. The parameters of the call do not include the serial number. */
export function translateCommand({ args, kind }: Pick<CommandPush, 'args' | 'kind'>): TranslatedCommand {
  switch (kind) {
    case 'restart':
      return { method: 'reboot', params: { when: 0 }, completesWith: 'restart' };
    case 'reset':
      // The device keeps the address of its cloud, so that it reconnects automatically.
      return { method: 'factory', params: { when: 0, keep_redirector: 1 }, completesWith: 'reset' };
    case 'upgrade': {
      const uri = parseText(args['imageUrl'], 2000);
      return uri === undefined
        ? {
            refused:
              'Upgrade files are for native devices only. Enter the URL of an image from the device’s manufacturer.',
          }
        : // Without `keep_redirector` an access point loses its certificates and the address of its cloud.
          { method: 'upgrade', params: { when: 0, uri, keep_redirector: 1 }, completesWith: 'upgrade' };
    }
    // uCentral has a call for the country, `fixedconfig`, but it resets the device to factory settings. The
    // country is part of the wireless configuration.
    case 'country':
      return {
        refused: 'The country of this device is part of the wireless configuration. Change it there.',
      };
    case 'locate': {
      const seconds = parseNumber(args['seconds'], 1, 600) ?? 10;
      return { method: 'leds', params: { when: 0, duration: seconds * 1000, pattern: 'blink' } };
    }
    case 'wifi-scan':
      return { method: 'wifiscan', params: { bands: ['2G', '5G'], verbose: false, active: true } };
    // Excludes PoE restarts, which switches perform through their configuration (see
    // `Configurator.restartPoe`).
    case 'poe-restart':
    // uCentral could disconnect a client with `rrm`, but devices never answer it, so the command would have
    // no result.
    case 'client-kick':
    case 'find-nodes':
    // The state message, which contains the neighbours, follows every minute.
    case 'discover':
    case 'ping':
    case 'traceroute':
    case 'route-table':
    case 'cpe-mode':
    case 'align':
    case 'throughput':
    case 'disk-format':
    case 'snapshot':
    case 'tunnel':
    case 'backup':
    case 'restore':
      return { refused: 'This model does not support the command.' };
  }
}

/** Returns the command result in a successful answer; undefined if the command has none. */
export function parseCommandResult(kind: CommandPush['kind'], answer: Answer): CommandResult | undefined {
  return kind === 'wifi-scan'
    ? { networks: parseNetworks(answer.result['scan'] ?? answer.result) }
    : undefined;
}

function parseNetworks(value: unknown): ScannedNetwork[] {
  const scan = parseObject(value);
  const list = Array.isArray(value) ? value : (scan['scan'] ?? parseObject(scan['status'])['scan']);
  return parseList(list, NETWORKS_MAX).flatMap((each) => {
    const raw = parseObject(each);
    const channel = parseNumber(raw['channel'], 1, 233);
    const frequency = parseNumber(raw['frequency'], 1, 10_000);
    const band = detectBand(channel, frequency);
    const widthMhz = readWidthMhz(raw, band);
    const load = parseNumber(raw['ch_util'], 0, MAX_LOAD);
    const network = scannedNetwork.safeParse({
      bssid: parseMac(parseText(raw['bssid'], 17) ?? ''),
      ssid: parseText(raw['ssid'], 64) ?? '',
      band,
      channel,
      signalDbm: parseNumber(raw['signal'], -200, 0),
      security: parseText(raw['security'], 40) ?? 'unknown',
      ...(widthMhz !== undefined && { widthMhz }),
      ...(load !== undefined && { loadPercent: toPercent(load, MAX_LOAD) }),
    });
    return network.success ? [network.data] : [];
  });
}

/** Reads the width from the HT and VHT operation elements (base64); undefined if the device sends neither. */
function readWidthMhz(raw: UntrustedObject, band: ScannedNetwork['band']): ScannedNetwork['widthMhz'] {
  const [, offset] = readElement(raw['ht_oper']);
  const [vht = 0, first = 0, second = 0] = readElement(raw['vht_oper']);
  // Vendors announce VHT in 2.4 GHz, where no channel is that wide.
  if (band === '5G' && vht > 0)
    return vht > 1 || (second > 0 && Math.abs(second - first) >= SEGMENTS_APART) ? 160 : 80;
  if (offset === undefined) return undefined;
  return (offset & SECONDARY_CHANNEL) === 0 ? 20 : 40;
}

const readElement = (value: unknown): Uint8Array =>
  Buffer.from(parseText(value, MAX_ELEMENT_LENGTH) ?? '', 'base64');

function detectBand(channel = 0, frequency?: number): ScannedNetwork['band'] {
  if (frequency !== undefined) return frequency < 3_000 ? '2.4G' : frequency < 5_925 ? '5G' : '6G';
  return channel <= 14 ? '2.4G' : '5G';
}
