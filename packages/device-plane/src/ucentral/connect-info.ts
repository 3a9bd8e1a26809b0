import type { BirthMessage } from '@northlight/contract/device-protocol';
import { MalformedMessage } from '../clean-message.ts';
import { type ParsedCapabilities, readCapabilities } from './capabilities.ts';
import { INT32_MAX } from './emit/schema.ts';
import type { OpenWifiLink } from './store.ts';
import { parseAddress, parseList, parseNumber, parseText, type UntrustedObject } from './untrusted-values.ts';

/** Content of a device's `connect` message. */
export interface ConnectInfo extends ParsedCapabilities {
  /** Number of the configuration that the device runs; 0 in recovery, 1 without a configuration. */
  readonly uuid: number;
  readonly firmware: string;
  readonly ip: string | undefined;
}

/** Parses the parameters of a `connect` message. Throws `MalformedMessage` if a required one is missing. */
export function readConnectInfo(params: UntrustedObject): ConnectInfo {
  const uuid = parseNumber(params['uuid'], 0, INT32_MAX);
  const firmware = parseText(params['firmware'], 400);
  if (uuid === undefined || firmware === undefined || typeof params['capabilities'] !== 'object')
    throw new MalformedMessage('connect needs uuid, firmware and capabilities');
  return {
    ...readCapabilities(params['capabilities']),
    uuid: Math.floor(uuid),
    firmware: shortenVersion(firmware),
    ip: parseAddress(parseList(params['wanip'], 1)[0] ?? params['wanip']),
  };
}

/** Returns the last part of a version such as `OpenWrt 21.02 r16399 / TIP-v2.5.0`. */
function shortenVersion(firmware: string): string {
  const parts = firmware.split(' / ');
  return (parseText(parts.at(-1), 40) ?? parseText(firmware, 40) ?? 'unknown').trim();
}

/**
 * Returns the boot reason of a reconnect from the command before the reconnect. An upgrade is recognised only
 * by new software.
 */
export function getBootReason(
  leaving: OpenWifiLink['leaving'],
  firmware: string,
): BirthMessage['bootReason'] {
  if (leaving?.kind !== 'upgrade') return leaving?.kind ?? 'reconnect';
  return leaving.firmware === firmware ? 'reconnect' : 'upgrade';
}
