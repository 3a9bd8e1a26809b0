import { constants } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TlsOptions, type TLSSocket } from 'node:tls';
import type { TlsIdentity } from '../certificates.ts';
import type { Listener, ListenAddress } from '../mqtt/listeners.ts';

const HANDSHAKE_TIMEOUT_MS = 10_000;

export interface MutualTlsListenerOptions extends ListenAddress {
  readonly identity: TlsIdentity;
  /** Every connection before its handshake, so that it can be ended. */
  readonly onConnection: (socket: Socket) => void;
  /** The handshake is done: whatever certificate there is, its key is proved, and nobody has judged it. */
  readonly onSecureConnection: (socket: TLSSocket) => void;
}

/**
 * Listens with TLS 1.2 or newer and asks for a client certificate of any authority: which ones are trusted is known to
 * the accounts, and changes while the server runs. Sessions are not resumed, so that every connection proves its key.
 */
export async function openMutualTlsListener(options: MutualTlsListenerOptions): Promise<Listener> {
  const { onConnection, onSecureConnection, host, identity, port } = options;
  const server = createServer({
    ...contextOf(identity),
    requestCert: true,
    rejectUnauthorized: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  });
  server.on('connection', onConnection);
  server.on('secureConnection', onSecureConnection);
  const forget = identity.onChange(() => server.setSecureContext(contextOf(identity)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      forget();
      server.close();
    },
  };
}

const contextOf = ({ material }: TlsIdentity): TlsOptions => ({
  cert: material.certificate,
  key: material.key,
  // No list of names: the devices' authorities are the accounts' own business.
  ca: [],
  minVersion: 'TLSv1.2',
  secureOptions: constants.SSL_OP_NO_TICKET,
});
