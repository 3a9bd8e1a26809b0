/**
 * Endpoint of OpenWiFi devices: uCentral over WebSocket with mutual TLS. A connection without a certificate
 * of an authority that an account trusts is closed after the handshake. Any other connection belongs only to
 * the account that trusts its authority.
 */
import type { X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { KeyedBan, startLoop, TokenBucket } from '@northlight/runtime';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { TlsIdentity } from '../certificates.ts';
import { type ListenOptions, openTlsListener } from '../listeners.ts';
import { MalformedMessage } from '../clean-message.ts';
import type { DevicePlane } from '../plane.ts';
import type { PlaneServices } from '../plane-services.ts';
import { findSigner, identifyDevice, readCertificateSubject, readWrongName } from './admission.ts';
import { MAX_RECEIVED_BYTES } from './frames.ts';
import { OpenWifiSession, SILENT_AFTER_MS } from './session.ts';
import type { DeviceRefusal, OpenWifiIdentity, OpenWifiStore, TrustedAuthority } from './store.ts';

const SUB_PROTOCOL = 'ucentral-broker';
const MESSAGES_PER_SECOND = 50;
const MESSAGE_BURST = 200;
const BYTES_PER_SECOND = 64 * 1024;
const BYTE_BURST = 2 * MAX_RECEIVED_BYTES;
const MAX_QUEUED = 500;
/** Number of refusals within 1 min above which a device is banned for 1 min. */
const MAX_REFUSALS_PER_MINUTE = 10;
const PING_MS = 30_000;
/** Maximum time from the handshake to the WebSocket upgrade. */
const UPGRADE_TIMEOUT_MS = 10_000;
const POLICY_VIOLATION = 1008;

/** Counts of refused connections and messages, for tests and metrics. */
export interface UcentralRefusals {
  /**
   * Connections that were closed after the handshake, because the certificate is missing, not valid now, or
   * of an untrusted authority.
   */
  certificate: number;
  /** Connections of load generators to a server that does not accept them. */
  simulator: number;
  /** Connections of banned devices. */
  banned: number;
  malformed: number;
  /** Frames that exceed the size limit or a rate limit. */
  excessive: number;
}

export interface UcentralEndpoint extends AsyncDisposable {
  readonly port: number;
  readonly refusals: Readonly<UcentralRefusals>;
  /** Starts the open session of a device that an account has just added. */
  claimed(sn: string): Promise<void>;
  /** Closes the connections that an authority has certified, after the account stopped trusting it. */
  distrust(accountId: string, keyHash: string): void;
}

export interface UcentralOptions extends ListenOptions {
  readonly identity: TlsIdentity;
  readonly store: OpenWifiStore;
  /** True to accept the serial numbers of load generators. */
  readonly simulators: boolean;
  readonly onDeviceWaiting?: (accountId: string) => void;
  /** Called after the server has stored a refusal for the account that trusts the device's authority. */
  readonly onRefusal?: (accountId: string) => void;
}

interface AdmittedSocket {
  readonly identity: OpenWifiIdentity;
  readonly serial: string;
  readonly address: string;
  readonly cancelUpgradeTimeout: () => void;
}

/** Functions of the connection of an open session. */
interface OpenConnection {
  readonly close: (reason: string) => void;
  /** Runs work after all earlier work of the connection; never rejects. */
  readonly enqueue: (work: () => Promise<void>) => Promise<void>;
}

export async function startUcentralEndpoint(
  plane: DevicePlane,
  services: PlaneServices,
  options: UcentralOptions,
): Promise<UcentralEndpoint> {
  const { clock, log } = services;
  const refusals: UcentralRefusals = { certificate: 0, simulator: 0, banned: 0, malformed: 0, excessive: 0 };
  const unauthenticatedBans = new KeyedBan(MAX_REFUSALS_PER_MINUTE);
  const identityBans = new KeyedBan(MAX_REFUSALS_PER_MINUTE);
  const sockets = new Set<Socket>();
  const admitted = new WeakMap<object, AdmittedSocket>();
  const openConnections = new Map<OpenWifiSession, OpenConnection>();
  const web = createServer((_request, response) => response.writeHead(426).end());
  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_RECEIVED_BYTES,
    handleProtocols: (offered) => (offered.has(SUB_PROTOCOL) ? SUB_PROTOCOL : false),
  });

  web.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const admission = admitted.get(request.socket);
    if (!admission || request.url !== '/') return socket.destroy();
    admission.cancelUpgradeTimeout();
    webSockets.handleUpgrade(request, socket, head, (webSocket) => startSession(webSocket, admission));
  });

  const listener = await openTlsListener({
    host: options.host,
    port: options.port,
    limits: options.limits,
    identity: options.identity,
    // Names no authorities: each account trusts different ones, and they change while the server runs.
    authorities: () => [],
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

  /** Identifies the device by its certificate before any data is read from the socket. */
  async function admit(socket: TLSSocket): Promise<void> {
    const address = socket.remoteAddress ?? '';
    const now = clock.now();
    const certificate = socket.getPeerX509Certificate();
    const device = certificate && readCertificateSubject(certificate, now);
    const claimKey = `${device?.serial ?? ''}|${address}`;
    const refuse = (kind: 'certificate' | 'simulator' | 'banned'): void => {
      refusals[kind]++;
      if (kind !== 'banned') unauthenticatedBans.record(claimKey, now);
      socket.destroy();
    };
    if (unauthenticatedBans.isBanned(claimKey, now)) return refuse('banned');
    if (!certificate || !device) {
      refuse('certificate');
      return certificate && reportWrongName(certificate, address);
    }
    if (device.isSimulator && !options.simulators) return refuse('simulator');
    const authorities = await options.store.findAuthorities(certificate.issuer);
    const identity = identifyDevice(certificate, device, authorities, now);
    if (!identity) return refuse('certificate');
    if (identityBans.isBanned(formatBanKey(identity), now)) return refuse('banned');
    if (socket.destroyed) return;
    const cancelUpgradeTimeout = clock.after(UPGRADE_TIMEOUT_MS, () => socket.destroy());
    socket.once('close', cancelUpgradeTimeout);
    admitted.set(socket, { identity, serial: device.serial, address, cancelUpgradeTimeout });
    web.emit('connection', socket);
  }

  /** Reports a certificate whose name is not a MAC address to the account that trusts its authority. */
  async function reportWrongName(certificate: X509Certificate, address: string): Promise<void> {
    const name = readWrongName(certificate, clock.now());
    if (name === undefined) return;
    const authorities = await options.store.findAuthorities(certificate.issuer);
    const signer = findSigner(certificate, authorities, clock.now());
    const reason = 'the common name of its certificate is not a MAC address of 12 hexadecimal digits';
    if (signer) await reportRefusal(signer, { device: name, reason }, address);
  }

  /** Logs a refused device of a trusted authority, and stores it for the account. */
  async function reportRefusal(
    signer: Pick<TrustedAuthority, 'accountId' | 'keyHash'>,
    refusal: DeviceRefusal,
    address: string,
  ): Promise<void> {
    log.warn({ ...refusal, address }, 'OpenWiFi device refused');
    const isNew = await options.store.recordRefusal(signer, refusal, clock.now());
    if (isNew) options.onRefusal?.(signer.accountId);
  }

  function startSession(webSocket: WebSocket, { address, identity, serial }: AdmittedSocket): void {
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
    const enqueue = (work: () => Promise<void>): Promise<void> => {
      queued++;
      queue = queue.then(work).then(
        () => void queued--,
        (error: unknown) => {
          queued--;
          handleFailure(error);
        },
      );
      return queue;
    };
    const refuse = (kind: 'malformed' | 'excessive', reason: string): void => {
      refusals[kind]++;
      identityBans.record(formatBanKey(identity), clock.now());
      close(reason);
    };
    const handleFailure = (error: unknown): void => {
      if (error instanceof MalformedMessage) {
        refuse('malformed', error.message);
        reportRefusal(identity, { device: identity.mac, reason: error.message }, address).catch(
          (failure: unknown) => log.warn({ err: failure }, 'OpenWiFi refusal could not be stored'),
        );
        return;
      }
      log.warn({ err: error, sn: identity.sn }, 'OpenWiFi message failed');
      // Closes the connection, because the message was not stored; the device repeats its state after it
      // reconnects.
      close('try later');
    };
    openConnections.set(session, { close, enqueue });
    webSocket.on('message', (data: RawData, isBinary) => {
      const text = toText(data);
      const isWithinLimits =
        messages.take(1, clock.now()) && bytes.take(text.length, clock.now()) && queued < MAX_QUEUED;
      if (!isWithinLimits) return refuse('excessive', 'too many messages');
      if (isBinary) return refuse('malformed', 'binary frames are not supported');
      void enqueue(() => session.receive(text));
    });
    for (const sign of ['ping', 'pong'] as const) webSocket.on(sign, () => session.recordActivity());
    webSocket.on('error', (error) => {
      if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
        refusals.excessive++;
        identityBans.record(formatBanKey(identity), clock.now());
      }
    });
    const stopPings = startPings(webSocket, session);
    webSocket.on('close', () => {
      stopPings();
      void enqueue(() => session.end()).finally(() => openConnections.delete(session));
    });
  }

  /** Pings the device and terminates a silent connection. Returns a function that stops the pings. */
  function startPings(webSocket: WebSocket, session: OpenWifiSession): () => void {
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
    port: listener.port,
    refusals,
    claimed: async (sn) => {
      for (const [session, { enqueue }] of openConnections)
        if (session.identity.sn === sn) await enqueue(() => session.adopt());
    },
    distrust: (accountId, keyHash) => {
      for (const [session, { close }] of openConnections)
        if (session.identity.accountId === accountId && session.identity.keyHash === keyHash)
          close('the authority is no longer trusted');
    },
    [Symbol.asyncDispose]: async () => {
      plane.beginShutdown();
      listener.close();
      for (const webSocket of webSockets.clients) webSocket.terminate();
      for (const socket of sockets) socket.destroy();
      await Promise.allSettled(
        [...openConnections.values()].map(({ enqueue }) => enqueue(() => Promise.resolve())),
      );
    },
  };
}

const formatBanKey = ({ keyHash, mac }: OpenWifiIdentity): string => `${keyHash}|${mac}`;

function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
