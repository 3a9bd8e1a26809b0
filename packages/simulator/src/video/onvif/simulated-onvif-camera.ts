import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Addresses, PATHS } from './addresses.ts';
import type { OnvifCameraOptions, SceneCondition } from './camera-options.ts';
import { type CameraNetwork, CameraState } from './camera-state.ts';
import { createDeviceService } from './device-service.ts';
import { createEventService, createSubscriptionOperations, TOPICS } from './event-service.ts';
import { HttpDigestVerifier } from './http-digest.ts';
import { createImagingService } from './imaging-service.ts';
import { createMedia2Service, createMediaService, PROFILES } from './media-service.ts';
import type { OnvifService, Operation } from './operations.ts';
import { type CameraProperty, PullPoints } from './pull-points.ts';
import { readBody } from './read-body.ts';
import { createRecordingServices } from './recording-services.ts';
import { sendSnapshot } from './snapshot-responder.ts';
import {
  actionNotSupported,
  malformed,
  notAuthorized,
  readSoapRequest,
  SOAP_TYPE,
  SoapFault,
  type SoapRequest,
  writeAddressing,
  writeEnvelope,
  writeFault,
} from './soap.ts';
import { hasLevel, type OnvifUser } from './users.ts';
import { XmlError } from './xml.ts';
import { UsernameTokenVerifier } from './username-token.ts';

const MAX_REQUEST_BYTES = 65_536;
const REALM = 'ONVIF camera';
/** Time from the answer until the camera is off, and until it is on again. */
const REBOOT_AFTER_MS = 2_000;
const REBOOT_MS = 30_000;

type Alarm = keyof typeof TOPICS;

/** An ONVIF camera (Profile S, parts of T and G) on a real HTTP server. */
export class SimulatedOnvifCamera implements AsyncDisposable {
  readonly state: CameraState;
  readonly #server: Server;
  readonly #addresses: Addresses;
  readonly #services: readonly OnvifService[];
  readonly #subscriptionOperations: ReturnType<typeof createSubscriptionOperations>;
  readonly #tokens: UsernameTokenVerifier;
  readonly #digest: HttpDigestVerifier;
  readonly #pullPoints: PullPoints;
  readonly #alarms = new Map<Alarm, boolean>();
  readonly #timers = new Set<() => void>();
  #running = true;

  private constructor(options: OnvifCameraOptions, server: Server, port: number) {
    const { clock, digestAlgorithms = ['SHA-256', 'MD5'], entropy, hostility, records, users } = options;
    const state = new CameraState(options);
    this.state = state;
    this.#server = server;
    this.#addresses = new Addresses(options, port);
    this.#pullPoints = new PullPoints(clock, entropy);
    this.#tokens = new UsernameTokenVerifier(
      () => users,
      () => state.now(),
      options.allowsNonceReuse,
    );
    this.#digest = new HttpDigestVerifier({
      realm: REALM,
      algorithms: digestAlgorithms,
      users: () => users,
      now: () => clock.now(),
      entropy,
      ...(hostility?.announcedRealm !== undefined && { announcedRealm: hostility.announcedRealm }),
    });
    const addresses = this.#addresses;
    const events = {
      state,
      addresses,
      pullPoints: this.#pullPoints,
      listProperties: () =>
        Object.keys(TOPICS)
          .filter(isAlarm)
          .map((alarm) => this.#describe(alarm)),
    };
    this.#subscriptionOperations = createSubscriptionOperations(events);
    this.#services = [
      createDeviceService({ state, addresses, services: () => this.#services, reboot: () => this.#reboot() }),
      createMediaService(state, addresses),
      createMedia2Service(state, addresses),
      createEventService(events),
      createImagingService(state),
      ...(records ? createRecordingServices(state, addresses) : []),
    ];
    server.on(
      'request',
      (request: IncomingMessage, response: ServerResponse) => void this.#answer(request, response),
    );
    server.on('connection', (socket) => {
      if (!this.#running) socket.destroy();
    });
  }

  /** Starts a camera. Errors: those of `listen`, for example a port that is in use. */
  static async start(options: OnvifCameraOptions): Promise<SimulatedOnvifCamera> {
    const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 16_384 });
    server.listen(options.port, options.host);
    await once(server, 'listening');
    return new SimulatedOnvifCamera(options, server, (server.address() as AddressInfo).port);
  }

  /** Address of the device service, as discovery publishes it. */
  get deviceAddress(): string {
    return this.#addresses.http(PATHS.device);
  }

  get port(): number {
    const address = this.#server.address();
    return address === null || typeof address === 'string' ? 0 : address.port;
  }

  /** Network settings, which `SetNetworkInterfaces` changes; the server does not move. */
  get network(): CameraNetwork {
    return this.state.network;
  }

  /** False while the camera reboots. */
  get running(): boolean {
    return this.#running;
  }

  /** Sets the condition of the scene in front of the lens. A covered lens raises the tamper alarm. */
  setCondition(condition: SceneCondition): void {
    this.state.condition = condition;
    this.setAlarm('tamper', condition.kind === 'covered');
  }

  /** Publishes motion by both of its topics. */
  setMotion(active: boolean): void {
    this.setAlarm('motion', active);
    this.setAlarm('cellMotion', active);
  }

  /** Publishes the change of one state; an equal state is not published again. */
  setAlarm(alarm: Alarm, active: boolean): void {
    if ((this.#alarms.get(alarm) ?? false) === active) return;
    this.#alarms.set(alarm, active);
    this.#pullPoints.publish({ ...this.#describe(alarm), at: this.state.now(), operation: 'Changed' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#running = false;
    for (const cancel of this.#timers) cancel();
    this.#pullPoints.clear();
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #describe(alarm: Alarm): CameraProperty {
    const { source, topic, value } = TOPICS[alarm];
    return { topic, source: [source], data: { name: value, value: this.#alarms.get(alarm) ?? false } };
  }

  #after(ms: number, run: () => void): void {
    const cancel = this.state.options.clock.after(ms, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }

  /** Turns the camera off in a moment and on again later. Its settings remain, subscriptions and nonces do not. */
  #reboot(): string {
    this.#after(REBOOT_AFTER_MS, () => {
      this.#running = false;
      this.#pullPoints.clear();
      this.#digest.reset();
      this.#server.closeAllConnections();
      this.#after(REBOOT_MS, () => {
        this.#running = true;
      });
    });
    return `Rebooting in ${REBOOT_AFTER_MS / 1_000} seconds`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new AbortController();
    response.on('close', () => closed.abort());
    try {
      const url = URL.parse(request.url ?? '/', 'http://camera');
      if (!url) response.writeHead(400).end();
      else if (url.pathname === PATHS.snapshot) await this.#answerSnapshot(request, response, url);
      else await this.#answerSoap(request, response, url.pathname, closed.signal);
    } catch {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  }

  async #answerSnapshot(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method !== 'GET') {
      response.writeHead(405, { Allow: 'GET' }).end();
      return;
    }
    const user = this.#verifyDigest(request);
    if (typeof user === 'string') {
      this.#challenge(response, user);
      return;
    }
    const profile = PROFILES.find(({ token }) => token === (url.searchParams.get('profile') ?? 'main'));
    if (profile) await sendSnapshot(response, this.state, profile);
    else response.writeHead(404).end();
  }

  async #answerSoap(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    signal: AbortSignal,
  ): Promise<void> {
    const known =
      path.startsWith(PATHS.subscription) || this.#services.some((service) => service.path === path);
    if (!known || request.method !== 'POST') {
      response.writeHead(known ? 405 : 404).end();
      return;
    }
    if (!/^application\/soap\+xml\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      response.writeHead(415, { Connection: 'close' }).end();
      return;
    }
    const text = await readBody(request, MAX_REQUEST_BYTES);
    if (typeof text === 'number') {
      response.writeHead(text, { Connection: 'close' }).end();
      return;
    }
    if (text === '') {
      // Clients with HTTP digest ask for the challenge with an empty request.
      this.#challenge(response, 'missing');
      return;
    }
    try {
      await this.#runOperation(request, response, readSoapRequest(text), { path, signal });
    } catch (error) {
      const fault = error instanceof XmlError ? malformed(error) : error;
      if (!(fault instanceof SoapFault)) throw error;
      sendSoap(response, fault.status, writeFault(fault));
    }
  }

  async #runOperation(
    request: IncomingMessage,
    response: ServerResponse,
    soap: SoapRequest,
    context: { readonly path: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const operation = this.#findOperation(soap, context.path);
    // An unknown action is reported to users only, like all others.
    if (!operation || operation.level !== undefined) {
      const user = this.#authenticate(request, soap);
      if (typeof user === 'string') {
        this.#challenge(response, user);
        return;
      }
      if (operation?.level && !hasLevel(user, operation.level)) throw notAuthorized();
    }
    if (!operation) throw actionNotSupported(soap.operation.name);
    const body = await operation.run(soap, context);
    if (response.destroyed) return;
    if (soap.operation.name === 'SystemReboot' && this.#answerRebootOddly(response)) return;
    const header =
      operation.action === undefined ? undefined : writeAddressing(operation.action, soap.messageId);
    sendSoap(response, 200, writeEnvelope(body, header));
  }

  #findOperation({ operation: { name, namespace } }: SoapRequest, path: string): Operation | undefined {
    if (path.startsWith(PATHS.subscription)) {
      const found = Object.hasOwn(this.#subscriptionOperations, name)
        ? this.#subscriptionOperations[name]
        : undefined;
      return found?.namespace === namespace ? found : undefined;
    }
    const service = this.#services.find((candidate) => candidate.path === path);
    return service?.namespace === namespace && Object.hasOwn(service.operations, name)
      ? service.operations[name]
      : undefined;
  }

  /** Returns a user, or the reason of a challenge. Errors: `SoapFault` for a wrong token. */
  #authenticate(request: IncomingMessage, { header }: SoapRequest): OnvifUser | 'missing' | 'stale' {
    const { authentication } = this.state.options;
    if (authentication !== 'httpDigest') {
      const verdict = this.#tokens.verify(header);
      if (verdict && 'refused' in verdict) throw notAuthorized();
      if (verdict) return verdict.user;
    }
    if (authentication === 'usernameToken') throw notAuthorized();
    return this.#verifyDigest(request);
  }

  #verifyDigest({ headers, method = '', url = '' }: IncomingMessage): OnvifUser | 'missing' | 'stale' {
    if (headers.authorization === undefined) return 'missing';
    const verdict = this.#digest.verify(headers.authorization, method, url);
    if (verdict === 'stale') return 'stale';
    return 'user' in verdict ? verdict.user : 'missing';
  }

  #challenge(response: ServerResponse, reason: 'missing' | 'stale'): void {
    response.setHeader('WWW-Authenticate', this.#digest.challenge(reason === 'stale'));
    sendSoap(response, 401, writeFault(notAuthorized()));
  }

  #answerRebootOddly(response: ServerResponse): boolean {
    const mode = this.state.options.hostility?.reboot;
    if (mode === 'closed') response.destroy();
    else if (mode === 'html')
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><body>OK</body></html>');
    else if (mode === 'fault') throw new SoapFault('Receiver', ['ter:Action'], 'The device is busy.');
    return mode !== undefined;
  }
}

const isAlarm = (name: string): name is Alarm => Object.hasOwn(TOPICS, name);

/** Header names have their usual capitals: some clients compare them so. */
function sendSoap(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': SOAP_TYPE, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}
