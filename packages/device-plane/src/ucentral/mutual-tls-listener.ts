import { constants } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type TlsOptions, type TLSSocket } from 'node:tls';
import type { TlsIdentity } from '../certificates.ts';
import type { ListenAddress, Listener } from '../mqtt/listeners.ts';

const HANDSHAKE_TIMEOUT_MS = 10_000;

export interface MutualTlsListenerOptions extends ListenAddress {
  readonly identity: TlsIdentity;
  /** Called for every connection before its handshake, so that it can be closed. */
  readonly onConnection: (socket: Socket) => void;
  /** Called after the handshake: the key of a presented certificate is proved, its authority is not verified. */
  readonly onSecureConnection: (socket: TLSSocket) => void;
}

/**
 * Listens with TLS 1.2 or newer and requests a client certificate of any authority: each account has its own trusted
 * authorities, and they change while the server runs. Sessions are not resumed, so every connection proves its key.
 */
export async function openMutualTlsListener(options: MutualTlsListenerOptions): Promise<Listener> {
  const { onConnection, onSecureConnection, host, identity, port } = options;
  const server = createServer({
    ...buildTlsOptions(identity),
    requestCert: true,
    rejectUnauthorized: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  });
  server.on('connection', onConnection);
  server.on('secureConnection', onSecureConnection);
  const unsubscribe = identity.onChange(() => server.setSecureContext(buildTlsOptions(identity)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      unsubscribe();
      server.close();
    },
  };
}

const buildTlsOptions = ({ material }: TlsIdentity): TlsOptions => ({
  cert: material.certificate,
  key: material.key,
  // Do not list accepted authorities to clients: they belong to the accounts.
  ca: [],
  minVersion: 'TLSv1.2',
  secureOptions: constants.SSL_OP_NO_TICKET,
});
