/**
 * The native devices' door when a broker stands in front: the server is its client, takes what devices say in their
 * order, acknowledges each message after its commit, and keeps the broker's accounts of devices as its own records say.
 */
import {
  type BrokerPlace,
  type DeviceAnswer,
  deviceRequest,
  MAX_PAYLOAD_BYTES,
  parseRequestTopic,
  parseUpTopic,
  topics,
} from '@northlight/contract/device-protocol';
import { ERRORS } from '@northlight/contract';
import { packPayload, sleep } from '@northlight/runtime';
import type { DeviceConnection, DevicePlane, PlaneServices } from '../../plane.ts';
import { MalformedMessage } from '../../plane.ts';
import { onOrphaned } from '../../presence.ts';
import type { Outgoing } from '../../records.ts';
import { DeviceLimits } from '../device-limits.ts';
import { LinkQueue } from '../link-queue.ts';
import type { Meeting } from '../meeting.ts';
import { readMessage, readRequest } from '../read-payload.ts';
import { type Arrival, type BrokerAddress, BrokerClient } from './broker-client.ts';
import { BrokerUnfit } from './broker-unfit.ts';
import { CredentialBook } from './credential-book.ts';
import { DynamicSecurity } from './dynamic-security.ts';
import { renewCredential } from './renew-credential.ts';
import { CONTROL, CONTROL_RESPONSES } from './rights.ts';
import { introduceAnew, prepareBroker } from './prepare-broker.ts';

/** What a device says after a stop of the server may have waited for it. */
const BURSTS = 5;
/** Three reports: the broker itself gives up a device that sends nothing at all, and says so by its will. */
const SILENT_AFTER_MS = 180_000;
/** A link to the broker that is away for longer is a link to its devices that is lost. */
const LOST_AFTER_MS = 15_000;
const TRY_AGAIN_MS = 1_000;
/** A message that the store refuses so often, while it answers otherwise, will never be taken. */
const MOST_TRIES = 3;
const COMPARE_EVERY_MS = 600_000;

export interface BrokerLinkOptions {
  readonly address: BrokerAddress;
  /** Where devices find its listener without TLS, on this machine, and the one with it. */
  readonly places: { readonly plain: BrokerPlace; readonly tls: BrokerPlace };
}

/** What arrives from one device: in its order, and how much of it. */
interface Lane {
  readonly queue: LinkQueue;
  readonly limits: DeviceLimits;
}

export class BrokerLink implements Meeting, AsyncDisposable {
  readonly #plane: DevicePlane;
  readonly #services: PlaneServices;
  readonly #options: BrokerLinkOptions;
  readonly #security: DynamicSecurity;
  readonly #book: CredentialBook;
  readonly #current = new Map<string, DeviceConnection>();
  readonly #lanes = new Map<string, Lane>();
  readonly #closing = Promise.withResolvers<void>();
  readonly #work = new Set<Promise<unknown>>();
  readonly refusals = { malformed: 0, publish: 0 };
  #client: BrokerClient | undefined;
  /** Settles when the broker is prepared after a connect: until then nothing that arrives is taken. */
  #prepared = Promise.withResolvers<void>();
  #isOpen = false;
  #isClosing = false;
  #cancelLost: () => void = () => undefined;
  #cancelCompare: () => void = () => undefined;

  constructor(plane: DevicePlane, services: PlaneServices, options: BrokerLinkOptions) {
    this.#plane = plane;
    this.#services = services;
    this.#options = options;
    this.#security = new DynamicSecurity(services.clock, (payload) => this.#publish(CONTROL, payload));
    this.#book = new CredentialBook(services.store, services.clock, this.#security);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  knows(deviceId: string): boolean {
    return this.#book.knows(deviceId);
  }

  admit(deviceId: string, token: string): Promise<void> {
    return this.#book.inOrder(deviceId, () => this.#book.admit(deviceId, token));
  }

  placeFor(encrypted: boolean): BrokerPlace {
    const { plain, tls } = this.#options.places;
    return encrypted ? tls : plain;
  }

  /**
   * Connects. Resolves when devices are served, or when the broker is not reached for now; rejects with BrokerUnfit when
   * it does not accept the server or lacks what the server needs.
   */
  async start(): Promise<void> {
    const first = Promise.withResolvers<void>();
    const { address } = this.#options;
    const where = `${address.host}:${address.port}`;
    const { log } = this.#services;
    this.#client = new BrokerClient(address, {
      connected: () => {
        this.#cancelLost();
        this.#track(
          this.#prepare().then(first.resolve, (error: unknown) => {
            if (error instanceof BrokerUnfit) first.reject(error);
            log.warn({ err: error, broker: where }, 'the broker could not be prepared');
            this.#client?.renew();
          }),
        );
      },
      disconnected: () => this.#disconnected(),
      refused: (reason) => {
        first.reject(
          new BrokerUnfit(`The broker at ${where} does not accept ${address.username}: ${reason}.`),
        );
        log.warn({ broker: where }, `the broker refuses the server: ${reason}`);
      },
      failed: (error) => {
        log.warn({ err: error, broker: where }, 'the broker is not reached');
        first.resolve();
      },
      arrived: (arrival) => this.#arrived(arrival),
    });
    this.#compareLater();
    await first.promise;
  }

  /** The plane ended a device's connection, or its credential ended. */
  dropped(deviceId: string): void {
    this.#sendAwaySoon(deviceId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    this.#isOpen = false;
    this.#closing.resolve();
    this.#cancelLost();
    this.#cancelCompare();
    this.#plane.leave();
    // What is being taken is acknowledged after its commit; the rest stays with the broker.
    await Promise.allSettled(this.#work);
    this.#security.lost();
    await this.#client?.end();
  }

  async #prepare(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    await prepareBroker(client, this.#security, this.#options.address);
    // What the server sent while it was away may be lost: every birth has its device sent what it lacks.
    await introduceAnew(this.#security, this.#services.clock.now());
    await this.#book.compare();
    this.#isOpen = true;
    this.#prepared.resolve();
  }

  #disconnected(): void {
    this.#isOpen = false;
    this.#security.lost();
    this.#prepared.resolve();
    this.#prepared = Promise.withResolvers<void>();
    this.#cancelLost();
    if (this.#isClosing) return;
    this.#cancelLost = this.#services.clock.after(LOST_AFTER_MS, () => this.#track(this.#lost()));
  }

  /** The devices may be well: what is not known of them is shown as such, and becomes an alarm as for any lost link. */
  async #lost(): Promise<void> {
    const lost = [...this.#current.values()];
    this.#current.clear();
    const { clock, store } = this.#services;
    for (const connection of lost) {
      const now = clock.now();
      const outcome = await store.step(connection.deviceId, (view) => onOrphaned(view, now), now);
      for (const resource of outcome?.live ?? []) this.#services.changed(resource, outcome?.projectId ?? 0);
      await this.#plane.disconnected(connection);
    }
  }

  #arrived(arrival: Arrival): void {
    const { payload, topic } = arrival;
    if (topic === CONTROL_RESPONSES) {
      arrival.acknowledge();
      return this.#security.heard(payload.toString('utf8'));
    }
    const { promise: prepared } = this.#prepared;
    const [, deviceId = ''] = topic.split('/');
    const lane = this.#laneOf(deviceId);
    // The broker has acknowledged this one already: it is taken, and no other one comes for a while.
    if (!lane.limits.take(payload.length, this.#services.clock.now())) this.#shutOut(deviceId);
    const take = async (): Promise<void> => {
      await Promise.race([prepared, this.#closing.promise]);
      await this.#take(arrival, deviceId);
    };
    const isFigures = parseUpTopic(topic)?.channel === 'stat';
    const taken = isFigures ? lane.queue.addFigures(take) : lane.queue.add(take);
    this.#track(
      taken.finally(() => {
        if (lane.queue.length === 0 && !this.#current.has(deviceId)) this.#lanes.delete(deviceId);
      }),
    );
  }

  #laneOf(deviceId: string): Lane {
    const limits = new DeviceLimits(this.#services.clock.now(), BURSTS);
    const lane = this.#lanes.get(deviceId) ?? { queue: new LinkQueue(), limits };
    this.#lanes.set(deviceId, lane);
    return lane;
  }

  #shutOut(deviceId: string): void {
    this.refusals.publish++;
    const connection = this.#current.get(deviceId);
    this.#track(this.#book.shutOut(deviceId));
    if (connection && this.#forget(connection)) this.#track(this.#plane.disconnected(connection));
  }

  /** Takes a message, and acknowledges it when it is committed or can never be. */
  async #take(arrival: Arrival, deviceId: string): Promise<void> {
    for (let tries = 1; arrival.isLive() && !this.#isClosing; tries++)
      try {
        await this.#receive(arrival, deviceId);
        return arrival.acknowledge();
      } catch (error) {
        if (error instanceof MalformedMessage) {
          this.refusals.malformed++;
          this.#sendAwaySoon(deviceId);
          return arrival.acknowledge();
        }
        this.#services.log.warn({ err: error, client: deviceId }, 'device message failed');
        if (tries >= MOST_TRIES && (await this.#storeAnswers(deviceId))) {
          this.#sendAwaySoon(deviceId);
          return arrival.acknowledge();
        }
        await Promise.race([sleep(this.#services.clock, TRY_AGAIN_MS), this.#closing.promise]);
      }
  }

  async #storeAnswers(deviceId: string): Promise<boolean> {
    return this.#services.store.credential(deviceId).then(
      () => true,
      () => false,
    );
  }

  async #receive({ payload, topic }: Arrival, deviceId: string): Promise<void> {
    const now = this.#services.clock.now();
    const up = parseUpTopic(topic);
    const request = parseRequestTopic(topic);
    const named = (up ?? request)?.deviceId;
    if (named !== deviceId || payload.length > MAX_PAYLOAD_BYTES)
      throw new MalformedMessage(`not allowed: ${topic}`);
    const message = up ? readMessage(payload) : readRequest(payload);
    const connection = await this.#connectionOf(deviceId, up?.channel === 'birth' ? message : undefined);
    // Removed, or claimed anew, while this was on its way: it is nobody's word any more.
    if (!connection) return this.#sendAwaySoon(deviceId);
    connection.lastHeard = now;
    if (request) return this.#answer(connection, request.requestId, message);
    if (!up) return;
    await this.#plane.receive(connection, up.channel, message, payload);
    const ended = up.channel === 'death' && sessionOf(message) === connection.session;
    if (ended && this.#forget(connection)) await this.#plane.disconnected(connection);
  }

  async #answer(connection: DeviceConnection, requestId: string, question: unknown): Promise<void> {
    if (deviceRequest.safeParse(question).data?.kind !== 'credential')
      return this.#plane.request(connection, requestId, question);
    const { deviceId } = connection;
    const say = (answer: DeviceAnswer): Promise<void> =>
      this.#publish(topics.downResponse(deviceId, requestId), packPayload(answer));
    await this.#book.inOrder(deviceId, async () => {
      const renewed = await renewCredential(this.#services, deviceId);
      if (!renewed)
        return say({
          kind: 'refused',
          code: ERRORS.signature.code,
          message: 'This credential is not renewed.',
        });
      // The broker has the answer before it ends the connection. A device that missed it says hello.
      await say({ kind: 'credential', ...renewed });
      return this.#book.admit(deviceId, renewed.token);
    });
  }

  /**
   * The connection that a message belongs to. A birth of another session begins one; of what came before the server's
   * own start only the store knows the session. Undefined for a device without a credential.
   */
  async #connectionOf(deviceId: string, birth: unknown): Promise<DeviceConnection | undefined> {
    const current = this.#current.get(deviceId);
    const session = sessionOf(birth);
    if (current && (birth === undefined || session === current.session)) return current;
    if (!(await this.#book.isPresent(deviceId))) return undefined;
    const connection = this.#newConnection(deviceId);
    if (birth === undefined) {
      const { clock, store } = this.#services;
      await store.step(
        deviceId,
        ({ device }) => {
          connection.session = device.session;
          return {};
        },
        clock.now(),
      );
      return connection;
    }
    this.#current.set(deviceId, connection);
    await this.#plane.connected(connection);
    return connection;
  }

  #newConnection(deviceId: string): DeviceConnection {
    const now = this.#services.clock.now();
    const connection: DeviceConnection = {
      deviceId,
      session: undefined,
      lastHeard: now,
      silentAfterMs: SILENT_AFTER_MS,
      publish: ({ payload, topic }: Outgoing) =>
        void this.#publish(topic, packPayload(payload)).catch(() => undefined),
      close: () => {
        if (!this.#forget(connection)) return;
        this.#track(this.#sendAway(deviceId));
        this.#track(this.#plane.disconnected(connection));
      },
    };
    return connection;
  }

  /** False when another connection has taken its place, or it was forgotten before. */
  #forget(connection: DeviceConnection): boolean {
    const { deviceId } = connection;
    return this.#current.get(deviceId) === connection && this.#current.delete(deviceId);
  }

  #sendAwaySoon(deviceId: string): void {
    const connection = this.#current.get(deviceId);
    if (connection) connection.close('it said what it may not');
    else this.#track(this.#sendAway(deviceId));
  }

  async #sendAway(deviceId: string): Promise<void> {
    if (this.#isClosing) return;
    try {
      await this.#book.checkAndSendAway(deviceId);
    } catch (error) {
      this.#services.log.warn({ err: error, client: deviceId }, 'a device could not be sent away');
      // The next connect compares the broker with the records, and sends everybody away.
      this.#client?.renew();
    }
  }

  #publish(topic: string, payload: string): Promise<void> {
    return this.#client?.publish(topic, payload) ?? Promise.reject(new Error('The broker is not reached.'));
  }

  #compareLater(): void {
    this.#cancelCompare = this.#services.clock.after(COMPARE_EVERY_MS, () => {
      if (this.#isOpen) this.#track(this.#book.compare());
      this.#compareLater();
    });
  }

  #track(work: Promise<unknown>): void {
    const tracked = work
      .catch((error: unknown) => this.#services.log.warn({ err: error }, 'work on the broker failed'))
      .finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }
}

const sessionOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'session' in message ? message.session : undefined;
