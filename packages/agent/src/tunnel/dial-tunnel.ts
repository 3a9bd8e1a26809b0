import { request } from 'node:https';
import type { Duplex } from 'node:stream';
import { CommandRefused } from '../commands/index.ts';

const DIAL_MS = 15_000;

export interface DialOptions {
  /** The `https:` address sent by the cloud. */
  readonly url: string;
  /** Certificate authority that is the only trusted one (PEM). */
  readonly ca: string;
  readonly signal: AbortSignal;
}

/**
 * Opens a tunnel to the cloud; resolves with the connection when the cloud accepts it. Rejects with
 * `CommandRefused`.
 */
export async function dialTunnel({ ca, signal, url }: DialOptions): Promise<Duplex> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new CommandRefused('The address of the tunnel is not https.');
  try {
    return await dial({ url, ca, signal });
  } catch (error) {
    if (error instanceof CommandRefused) throw error;
    throw new CommandRefused('The device could not reach the tunnel of the cloud.', { cause: error });
  }
}

/**
 * Connects over TLS. Checks the host name in the certificate as usual, and trusts only certificates of this
 * authority.
 */
function dial({ ca, signal, url }: DialOptions): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const upgradeRequest = request(url, {
      ca,
      signal,
      agent: false,
      timeout: DIAL_MS,
      headers: { connection: 'Upgrade', upgrade: 'northlight-tunnel' },
    });
    upgradeRequest.on('error', reject);
    upgradeRequest.on('timeout', () => upgradeRequest.destroy(new Error('no response')));
    upgradeRequest.on('response', (answer) => {
      answer.resume();
      upgradeRequest.destroy();
      reject(new CommandRefused('The cloud did not accept the tunnel.'));
    });
    upgradeRequest.on('upgrade', (_answer, socket: Duplex, head: Buffer) => {
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    upgradeRequest.end();
  });
}
