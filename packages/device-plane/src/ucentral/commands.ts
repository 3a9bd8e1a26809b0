import type { CommandPush, CommandResult, ScannedNetwork } from '@northlight/contract/device-protocol';
import { scannedNetwork } from '@northlight/contract/device-protocol';
import { parseMac } from '@northlight/contract/net';
import type { Answer, Method } from './rpc-client.ts';
import { asList, asNumber, asObject, asText } from './untrusted-values.ts';

/** How long power is taken from a port that is restarted. */
const CYCLE_MS = 10_000;
const NETWORKS_MAX = 500;

/** What a command of ours is in uCentral; a sentence where it is nothing there. */
export type TranslatedCommand =
  | {
      readonly method: Method;
      readonly params: object;
      /** The answer only says that it begins; the next connection says that it is over. */
      readonly completesWith?: 'restart' | 'reset' | 'upgrade';
    }
  | { readonly refused: string };

/** Translates a command; parameters are without the serial number. */
export function translateCommand({ args, kind }: Pick<CommandPush, 'args' | 'kind'>): TranslatedCommand {
  switch (kind) {
    case 'restart':
      return { method: 'reboot', params: { when: 0 }, completesWith: 'restart' };
    case 'reset':
      // It keeps where its cloud is, so that it comes back by itself.
      return { method: 'factory', params: { when: 0, keep_redirector: 1 }, completesWith: 'reset' };
    case 'upgrade': {
      const uri = asText(args['imageUrl'], 2000);
      return uri === undefined
        ? { refused: 'Upgrade files are for our own devices. Give the address of an image of its maker.' }
        : { method: 'upgrade', params: { when: 0, uri }, completesWith: 'upgrade' };
    }
    case 'poe-restart': {
      const ports = asList(args['ports'], 128).flatMap((name) => asText(name, 15) ?? []);
      return {
        method: 'powercycle',
        params: { when: 0, ports: ports.map((name) => ({ name, cycle: CYCLE_MS })) },
      };
    }
    case 'country':
      return { method: 'fixedconfig', params: { when: 0, country: asText(args['country'], 2) } };
    case 'locate': {
      const seconds = asNumber(args['seconds'], 1, 600) ?? 10;
      return { method: 'leds', params: { when: 0, duration: seconds * 1000, pattern: 'blink' } };
    }
    case 'wifi-scan':
      return { method: 'wifiscan', params: { bands: ['2G', '5G'], verbose: false, active: true } };
    // Its own way to kick (rrm) is never answered, so that nobody could say what became of it.
    case 'client-kick':
    case 'ping':
    case 'traceroute':
    case 'route-table':
    case 'cpe-mode':
    case 'tunnel':
      return { refused: 'This model cannot do that.' };
  }
}

/** What an answer that went well brought. */
export function commandResultOf(kind: CommandPush['kind'], answer: Answer): CommandResult | undefined {
  return kind === 'wifi-scan' ? { networks: networksOf(answer.result['scan'] ?? answer.result) } : undefined;
}

function networksOf(value: unknown): ScannedNetwork[] {
  const scan = asObject(value);
  const list = Array.isArray(value) ? value : (scan['scan'] ?? asObject(scan['status'])['scan']);
  return asList(list, NETWORKS_MAX).flatMap((each) => {
    const told = asObject(each);
    const channel = asNumber(told['channel'], 1, 233);
    const frequency = asNumber(told['frequency'], 1, 10_000);
    const network = scannedNetwork.safeParse({
      bssid: parseMac(asText(told['bssid'], 17) ?? ''),
      ssid: asText(told['ssid'], 64) ?? '',
      band: bandOf(channel, frequency),
      channel,
      signalDbm: asNumber(told['signal'], -200, 0),
      security: asText(told['security'], 40) ?? 'unknown',
    });
    return network.success ? [network.data] : [];
  });
}

function bandOf(channel = 0, frequency?: number): ScannedNetwork['band'] {
  if (frequency !== undefined) return frequency < 3_000 ? '2.4G' : frequency < 5_925 ? '5G' : '6G';
  return channel <= 14 ? '2.4G' : '5G';
}
