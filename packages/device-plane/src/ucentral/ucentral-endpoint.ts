/**
 * The door of OpenWiFi devices: uCentral over WebSocket with TLS on both sides. Who has no certificate of an authority
 * that some account trusts does not get past the handshake; who does belongs to that account alone.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { KeyedBan, startLoop, TokenBucket } from '@northlight/runtime';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { TlsIdentity } from '../certificates.ts';
import type { ListenAddress } from '../mqtt/listeners.ts';
import { type DevicePlane, MalformedMessage, type PlaneServices } from '../plane.ts';
import { readCertificateSubject, identifyDevice } from './admission.ts';
import { openMutualTlsListener } from './mutual-tls-listener.ts';
import { MAX_RECEIVED_BYTES } from './frames.ts';
import { OpenWifiSession, SILENT_AFTER_MS } from './session.ts';
import type { OpenWifiIdentity, OpenWifiStore } from './store.ts';

const SUB_PROTOCOL = 'ucentral-broker';
const MESSAGES_PER_SECOND = 50;
const MESSAGE_BURST = 200;
const BYTES_PER_SECOND = 64 * 1024;
const BYTE_BURST = 2 * MAX_RECEIVED_BYTES;
const MAX_QUEUED = 500;
/** Refusals of one device within a minute; beyond, it is kept out for a minute. */
const MAX_REFUSALS_PER_MINUTE = 10;
const PING_MS = 30_000;
/** From the handshake to the WebSocket. */
const UPGRADE_TIMEOUT_MS = 10_000;
const POLICY_VIOLATION = 1008;

/** Counts of what was refused, for tests and metrics. */
export interface UcentralRefusals {
  /** Ended with the handshake: no certificate, one that is not valid now, or one of an authority that nobody trusts. */
  certificate: number;
  /** Load generators, where they are not wanted. */
  simulator: number;
  /** Turned away without a look at who they are. */
  banned: number;
  malformed: number;
  /** Frames beyond the limit, and floods. */
  excessive: number;
}

export interface UcentralEndpoint extends AsyncDisposable {
  readonly port: number;
  readonly refusals: Readonly<UcentralRefusals>;
  /** An account has just added the device with this serial number: an open connection begins at once. */
  claimed(sn: string): Promise<void>;
  /** An account trusts the authority no more: the connections that it proved end. */
  distrust(accountId: string, keyHash: string): void;
}

export interface UcentralOptions extends ListenAddress {
  readonly identity: TlsIdentity;
  readonly store: OpenWifiStore;
  /** Serial numbers of load generators are let in. */
  readonly simulators: boolean;
  readonly onDeviceWaiting?: (accountId: string) => void;
}

interface AdmittedSocket {
  readonly identity: OpenWifiIdentity;
  readonly serial: string;
  readonly address: string;
  /** The socket has become a WebSocket. */
  readonly upgraded: () => void;
}

/** What else belongs to an open session. */
interface OpenConnection {
  readonly close: (reason: string) => void;
  /** Runs after everything that came before; never rejects. */
  readonly enqueue: (work: () => Promise<void>) => Promise<void>;
}

export async function startUcentralEndpoint(
  plane: DevicePlane,
  services: PlaneServices,
  options: UcentralOptions,
): Promise<UcentralEndpoint> {
  const { clock, log } = services;
  const refusals: UcentralRefusals = { certificate: 0, simulator: 0, banned: 0, malformed: 0, excessive: 0 };
  const strangers = new KeyedBan(MAX_REFUSALS_PER_MINUTE);
  const known = new KeyedBan(MAX_REFUSALS_PER_MINUTE);
  const sockets = new Set<Socket>();
  const admitted = new WeakMap<object, AdmittedSocket>();
  const open = new Map<OpenWifiSession, OpenConnection>();
  const web = createServer((_request, response) => response.writeHead(426).end());
  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_RECEIVED_BYTES,
    handleProtocols: (offered) => (offered.has(SUB_PROTOCOL) ? SUB_PROTOCOL : false),
  });

  web.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const who = admitted.get(request.socket);
    if (!who || request.url !== '/') return socket.destroy();
    who.upgraded();
    webSockets.handleUpgrade(request, socket, head, (webSocket) => begin(webSocket, who));
  });

  const door = await openMutualTlsListener({
    host: options.host,
    port: options.port,
    identity: options.identity,
    onConnection: track,
    onSecureConnection: (socket) => {
      track(socket);
      admit(socket).catch((error: unknown) => {
        log.warn({ err: error }, 'OpenWiFi device could not be admitted');
        socket.destroy();
      });
    },
  });

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  }

  /** Nothing is read from the socket before it is clear whose device this is. */
  async function admit(socket: TLSSocket): Promise<void> {
    const address = socket.remoteAddress ?? '';
    const now = clock.now();
    const certificate = socket.getPeerX509Certificate();
    const device = certificate && readCertificateSubject(certificate, now);
    const claimed = `${device?.serial ?? ''}|${address}`;
    const refuse = (kind: 'certificate' | 'simulator' | 'banned'): void => {
      refusals[kind]++;
      if (kind !== 'banned') strangers.record(claimed, now);
      socket.destroy();
    };
    if (strangers.isBanned(claimed, now)) return refuse('banned');
    if (!certificate || !device) return refuse('certificate');
    if (device.isSimulator && !options.simulators) return refuse('simulator');
    const authorities = await options.store.findAuthorities(certificate.issuer);
    const identity = identifyDevice(certificate, device, authorities, now);
    if (!identity) return refuse('certificate');
    if (known.isBanned(banKey(identity), now)) return refuse('banned');
    if (socket.destroyed) return;
    const upgraded = clock.after(UPGRADE_TIMEOUT_MS, () => socket.destroy());
    socket.once('close', upgraded);
    admitted.set(socket, { identity, serial: device.serial, address, upgraded });
    web.emit('connection', socket);
  }

  function begin(webSocket: WebSocket, { address, identity, serial }: AdmittedSocket): void {
    const now = clock.now();
    const messages = new TokenBucket(MESSAGES_PER_SECOND, MESSAGE_BURST, now);
    const bytes = new TokenBucket(BYTES_PER_SECOND, BYTE_BURST, now);
    let queue = Promise.resolve();
    let queued = 0;
    const close = (reason: string): void => webSocket.close(POLICY_VIOLATION, reason.slice(0, 120));
    const session = new OpenWifiSession({
      identity,
      serial,
      address,
      plane,
      store: options.store,
      services,
      send: (frame) => webSocket.send(frame, () => undefined),
      close,
      onDeviceWaiting: options.onDeviceWaiting ?? (() => undefined),
    });
    /** One after another per connection. */
    const enqueue = (work: () => Promise<void>): Promise<void> => {
      queued++;
      queue = queue.then(work).then(
        () => void queued--,
        (error: unknown) => {
          queued--;
          failed(error);
        },
      );
      return queue;
    };
    const refuse = (kind: 'malformed' | 'excessive', reason: string): void => {
      refusals[kind]++;
      known.record(banKey(identity), clock.now());
      close(reason);
    };
    const failed = (error: unknown): void => {
      if (error instanceof MalformedMessage) return refuse('malformed', error.message);
      log.warn({ err: error, sn: identity.sn }, 'OpenWiFi message failed');
      // It was not kept: the device tells it again when it is back.
      close('try later');
    };
    open.set(session, { close, enqueue });
    webSocket.on('message', (data: RawData, isBinary) => {
      const text = textOf(data);
      const within =
        messages.take(1, clock.now()) && bytes.take(text.length, clock.now()) && queued < MAX_QUEUED;
      if (!within) return refuse('excessive', 'too much at once');
      if (isBinary) return refuse('malformed', 'binary frames are not spoken here');
      void enqueue(() => session.receive(text));
    });
    for (const sign of ['ping', 'pong'] as const) webSocket.on(sign, () => session.recordActivity());
    webSocket.on('error', (error) => {
      if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
        refusals.excessive++;
        known.record(banKey(identity), clock.now());
      }
    });
    const stopPings = keepAlive(webSocket, session);
    webSocket.on('close', () => {
      stopPings();
      void enqueue(() => session.end()).finally(() => open.delete(session));
    });
  }

  /** Asks for a sign of life, and gives up a device that gives none. */
  function keepAlive(webSocket: WebSocket, session: OpenWifiSession): () => void {
    const loop = startLoop(
      clock,
      PING_MS,
      () => {
        if (session.lastActiveAt < clock.now() - SILENT_AFTER_MS) webSocket.terminate();
        else webSocket.ping();
      },
      () => undefined,
    );
    return () => void loop[Symbol.asyncDispose]();
  }

  return {
    port: door.port,
    refusals,
    claimed: async (sn) => {
      for (const [session, { enqueue }] of open)
        if (session.identity.sn === sn) await enqueue(() => session.adopt());
    },
    distrust: (accountId, keyHash) => {
      for (const [session, { close }] of open)
        if (session.identity.accountId === accountId && session.identity.keyHash === keyHash)
          close('the authority is not trusted any more');
    },
    [Symbol.asyncDispose]: async () => {
      plane.beginShutdown();
      door.close();
      for (const webSocket of webSockets.clients) webSocket.terminate();
      for (const socket of sockets) socket.destroy();
      await Promise.allSettled([...open.values()].map(({ enqueue }) => enqueue(() => Promise.resolve())));
    },
  };
}

const banKey = ({ keyHash, mac }: OpenWifiIdentity): string => `${keyHash}|${mac}`;

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
