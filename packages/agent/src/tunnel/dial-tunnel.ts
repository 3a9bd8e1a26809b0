import { request } from 'node:https';
import type { Duplex } from 'node:stream';
import { CommandRefused } from '../commands/index.ts';

const DIAL_MS = 15_000;

export interface DialOptions {
  /** `https:`, as the cloud said it. */
  readonly url: string;
  /** The authority that the cloud's certificate must come from (PEM); no other is trusted. */
  readonly ca: string;
  readonly signal: AbortSignal;
}

/** Dials a tunnel of the cloud; resolves with the connection once it has let us in. Rejects with `CommandRefused`. */
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

/** The name in the certificate is checked against the address as ever: the authority decides whom we talk to. */
function dial({ ca, signal, url }: DialOptions): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      ca,
      signal,
      agent: false,
      timeout: DIAL_MS,
      headers: { connection: 'Upgrade', upgrade: 'northlight-tunnel' },
    });
    asked.on('error', reject);
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('response', (answer) => {
      answer.resume();
      asked.destroy();
      reject(new CommandRefused('The cloud does not take the tunnel.'));
    });
    asked.on('upgrade', (_answer, socket: Duplex, head: Buffer) => {
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asked.end();
  });
}
