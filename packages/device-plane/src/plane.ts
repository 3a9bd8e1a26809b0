/**
 * The cloud side of the device link, above any protocol: takes parsed messages of identified devices, steps their
 * records through the store, and sends what a step asks for after it is committed.
 */
import type { LiveResource } from '@northlight/contract';
import { KEEPALIVE_SECONDS, topics, type UpChannel, upMessages } from '@northlight/contract/device-protocol';
import { type Clock, type Entropy, KeyedBucket, randomBase62, startLoop } from '@northlight/runtime';
import { onRevisionReport } from './unknown-revision.ts';
import { skipUnauthorised } from './skip-unauthorised.ts';
import type { CertificateIssuer } from './certificates.ts';
import { onCommandReport, STUCK_AFTER_MS } from './commands.ts';
import { onCancel, onSkipHeld } from './skip-work.ts';
import {
  isFromEarlierSession,
  LINK_LOST_GRACE_MS,
  onBirth,
  onDue,
  onDisconnect,
  onNudge,
  onOrphaned,
  onSecondPush,
  SECOND_PUSH_MS,
} from './presence.ts';
import { parseMessage } from './parse-message.ts';
import type { DeviceView, Outcome, Outgoing } from './records.ts';
import { withLogLines } from './log-lines.ts';
import { ReportIntake } from './report-intake.ts';
import { answerRequest, type UpgradeFileSource } from './requests.ts';
import type { DeviceStore, AffectedResources } from './store.ts';
import { onTakeovers, Takeovers } from './takeovers.ts';

const LEASE_MS = 15_000;
const LEASE_RENEWAL_MS = 5_000;
/** A certificate lasts for months; a few requests may be lost on their way. */
const CERTIFICATES_PER_HOUR = 6;

export { MalformedMessage } from './parse-message.ts';

export interface PlaneLog {
  warn(fields: object, message: string): void;
}

export interface PlaneServices {
  readonly store: DeviceStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: PlaneLog;
  /** Where devices fetch the firmware that they are asked to take. */
  readonly findUpgradeFile?: UpgradeFileSource;
  /** Signs devices' certificates; without one they keep to their tokens. */
  readonly issuer?: CertificateIssuer | undefined;
  /** Says what pages show anew; called after the commit. With ids, of rows beside which nothing of it changed. */
  publishChange(resource: LiveResource, projectId: number, rows?: readonly string[]): void;
}

/** One connection of one device, as its protocol endpoint sees it. */
export interface DeviceConnection {
  readonly deviceId: string;
  /** What it proved its identity with. */
  readonly token?: string | undefined;
  /** Fingerprint of the certificate that it proved its identity with. */
  readonly certificate?: string | undefined;
  /** Set by the birth of this connection. */
  session: string | undefined;
  /** Last sign of life of any kind (ms). */
  lastActiveAt: number;
  /** After so long without one it is given up; by default one and a half times the native keepalive. */
  readonly silentAfterMs?: number;
  publish(message: Outgoing): void;
  close(reason: string): void;
}

export class DevicePlane implements AsyncDisposable {
  readonly #services: PlaneServices;
  readonly #connections = new Map<string, DeviceConnection>();
  /** Those of which the store knows that they are here, with the session that it knows. */
  readonly #held = new WeakMap<DeviceConnection, string | undefined>();
  readonly #takeovers = new Takeovers();
  /** Sessions whose end is not stored yet, by connection: of an earlier connection, or because the store was away. */
  readonly #ending = new Map<DeviceConnection, string>();
  /** Devices to which something may count as sent that never left, because nobody heard of its commit. */
  readonly #doubtful = new Set<string>();
  readonly #timers = new Set<() => void>();
  /** This server's name among those that hold devices. */
  readonly instance: string;
  readonly #figures: ReportIntake;
  readonly #certificates = new KeyedBucket({
    ratePerSecond: CERTIFICATES_PER_HOUR / 3600,
    burst: CERTIFICATES_PER_HOUR,
    keysKept: 50_000,
  });
  readonly #work = new Set<Promise<unknown>>();
  #loop: AsyncDisposable | undefined;
  #leaving = false;

  constructor(services: PlaneServices) {
    this.#services = services;
    this.instance = randomBase62(services.entropy, 12);
    this.#figures = new ReportIntake(services.store, services.clock, (touched) => this.#notify(touched));
  }

  get store(): DeviceStore {
    return this.#services.store;
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  async start(): Promise<void> {
    await this.#renewLease();
    this.#loop = startLoop(
      this.#services.clock,
      LEASE_RENEWAL_MS,
      () => this.#track(this.#tick()),
      () => undefined,
    );
  }

  /** Resolves when everything that has been asked for so far is committed and sent. */
  async processAll(): Promise<void> {
    await this.#figures.flush();
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop?.[Symbol.asyncDispose]();
    for (const cancel of this.#timers) cancel();
    await this.processAll();
  }

  /** This server is about to close its connections: their ends say nothing about the devices. Their lease decides. */
  beginShutdown(): void {
    this.#leaving = true;
    this.#figures.stopBatching();
  }

  /** A device has proved its identity; an older connection under the same identity ends. */
  async connected(connection: DeviceConnection): Promise<void> {
    const earlier = this.#connections.get(connection.deviceId);
    this.#connections.set(connection.deviceId, connection);
    if (earlier) {
      // Until its own birth, the end of this connection is the end of the session before it.
      const session = earlier.session ?? this.#ending.get(earlier);
      if (session !== undefined) this.#ending.set(connection, session);
      this.#ending.delete(earlier);
      earlier.close('replaced by a newer connection');
      if (this.#takeovers.record(connection.deviceId, this.#now()))
        await this.#step(connection.deviceId, onTakeovers);
    }
    await this.#services.store.holdDevice(connection.deviceId, this.instance);
    this.#held.set(connection, undefined);
  }

  async disconnected(connection: DeviceConnection): Promise<void> {
    if (!this.#isCurrent(connection)) return;
    this.#connections.delete(connection.deviceId);
    if (this.#leaving) return;
    const session = connection.session ?? this.#ending.get(connection);
    if (session === undefined) return;
    this.#ending.set(connection, session);
    await this.#storeEnd(connection, session);
  }

  async #storeEnd(connection: DeviceConnection, session: string): Promise<void> {
    await this.#step(connection.deviceId, (view) => onDisconnect(view, session, this.#now()));
    this.#ending.delete(connection);
  }

  /**
   * Takes one message; resolves after its commit, so that the acknowledgement may follow. `raw` are the bytes that it was
   * read from, when there are any: history keeps them.
   */
  async receive(
    connection: DeviceConnection,
    channel: UpChannel,
    payload: unknown,
    raw?: Uint8Array,
  ): Promise<void> {
    const { deviceId } = connection;
    const { store } = this.#services;
    const now = this.#now();
    switch (channel) {
      case 'birth': {
        const birth = parseMessage(upMessages.birth, payload);
        connection.session = birth.session;
        const outcome = await this.#step(deviceId, (view) => onBirth(view, birth, now));
        this.#held.set(connection, birth.session);
        if (outcome) this.#figures.recordBirth(connection, outcome.projectId, birth.ts, now);
        const rev = outcome?.secondPushRev;
        if (rev !== undefined) this.#pushLater(deviceId, { session: birth.session, rev });
        return;
      }
      case 'death': {
        // The last will of a connection that we closed ourselves.
        if (this.#leaving) return;
        const { session } = parseMessage(upMessages.death, payload);
        await this.#step(deviceId, (view) => onDisconnect(view, session, now));
        return;
      }
      case 'cfg': {
        const report = parseMessage(upMessages.cfg, payload);
        await this.#step(deviceId, (view) =>
          isFromEarlierSession(view, connection.session) ? {} : onRevisionReport(view, report, now),
        );
        return;
      }
      case 'cmd': {
        const report = parseMessage(upMessages.cmd, payload);
        await this.#step(deviceId, (view) => onCommandReport(view, report, now));
        return;
      }
      case 'stat':
      case 'clients':
        return this.#notify(await this.#figures.receive(connection, channel, payload, raw));
      case 'topo': {
        const message = parseMessage(upMessages.topo, payload);
        if (message.session !== connection.session) return;
        return this.#notify(await store.saveTopology(deviceId, message));
      }
      case 'evt': {
        const event = parseMessage(upMessages.evt, payload);
        this.#notify(await store.logEvent(deviceId, event, now));
        return this.#notify(await store.saveEvent(deviceId, event, now));
      }
    }
  }

  /** Answers a request; resolves after the commit that makes the answer true. */
  request(connection: DeviceConnection, requestId: string, payload: unknown): Promise<void> {
    const { certificate, deviceId, token } = connection;
    const { entropy, issuer, store } = this.#services;
    return answerRequest({ deviceId, requestId, token, certificate }, payload, {
      store,
      entropy,
      issuer,
      certificateBudget: this.#certificates,
      findUpgradeFile: this.#services.findUpgradeFile,
      now: this.#now(),
      step: (step) => this.#step(deviceId, step),
      answer: (answer) =>
        connection.publish({ topic: topics.downResponse(deviceId, requestId), payload: answer }),
    });
  }

  /**
   * New intent is stored for this device: send it now if it is connected here. One that is connected to another
   * instance is sent it at that one's next look. Never waits.
   */
  nudge(deviceId: string): void {
    this.#send(deviceId, (view) => onNudge(view, this.#now()));
  }

  /** A step that sends, if the device's session is here. One that failed may have been committed: see `#doubtful`. */
  #send(deviceId: string, step: (view: DeviceView) => Outcome): void {
    const sent = this.#step(deviceId, (view) => {
      const session = this.#connections.get(deviceId)?.session;
      return session !== undefined && session === view.device.session ? step(view) : {};
    });
    void this.#track(
      sent.catch((error: unknown) => {
        this.#doubtful.add(deviceId);
        throw error;
      }),
    );
  }

  /** Drops what waits for its wave on this device; resolves after the commit. */
  async skipHeld(deviceId: string, reason: string): Promise<void> {
    await this.#step(deviceId, (view) => onSkipHeld(view, reason, this.#now()));
  }

  /** Takes back rows of this device that have not been sent; resolves after the commit. */
  async cancelWork(deviceId: string, rowIds: readonly string[], reason: string): Promise<void> {
    await this.#step(deviceId, (view) => onCancel(view, rowIds, reason, this.#now()));
  }

  /** Ends the connection of a device whose credential ended. */
  closeConnection(deviceId: string, reason: string): void {
    this.#connections.get(deviceId)?.close(reason);
  }

  #pushLater(deviceId: string, held: { session: string; rev: number }): void {
    const cancel = this.#services.clock.after(SECOND_PUSH_MS, () => {
      this.#timers.delete(cancel);
      this.#send(deviceId, (view) => onSecondPush(view, held, this.#now()));
    });
    this.#timers.add(cancel);
  }

  async #step(
    deviceId: string,
    step: (view: DeviceView) => Outcome,
  ): Promise<(Outcome & { projectId: number }) | undefined> {
    const outcome = await this.#services.store.step(
      deviceId,
      withLogLines(skipUnauthorised(step)),
      this.#now(),
    );
    if (!outcome) return undefined;
    const connection = this.#connections.get(deviceId);
    for (const message of outcome.send ?? []) connection?.publish(message);
    for (const resource of outcome.live ?? []) this.#services.publishChange(resource, outcome.projectId);
    return outcome;
  }

  #notify(touched: readonly AffectedResources[]): void {
    for (const { projectId, resources, rows } of touched)
      for (const resource of resources) this.#services.publishChange(resource, projectId, rows?.[resource]);
  }

  async #tick(): Promise<void> {
    const now = this.#now();
    await this.#renewLease();
    for (const connection of this.#connections.values())
      if (connection.lastActiveAt < now - (connection.silentAfterMs ?? KEEPALIVE_SECONDS * 1500))
        connection.close('silent for too long');
    const { store } = this.#services;
    for (const id of await store.orphanedDevices(now)) await this.#step(id, (view) => onOrphaned(view, now));
    for (const id of await store.dueDevices(now, now - LINK_LOST_GRACE_MS, now - STUCK_AFTER_MS)) {
      await this.#step(id, (view) => onDue(view, now));
    }
    await this.#lookAfterConnections();
    const lost = [...this.#ending].filter(([connection]) => !this.#isCurrent(connection));
    for (const [connection, session] of lost) await this.#storeEnd(connection, session);
  }

  /**
   * What other instances did to the devices that are connected here: took them over, ended them, asked something of
   * them, or gave them up while this instance stood still, so that they have to introduce themselves again.
   */
  async #lookAfterConnections(): Promise<void> {
    const here = [...this.#connections.values()]
      .filter((connection) => this.#held.has(connection))
      .map((connection) => ({ connection, session: this.#held.get(connection) }));
    const held = await this.#services.store.heldDevices(this.instance);
    const byId = new Map(held.map((device) => [device.id, device] as const));
    for (const { connection, session } of here) {
      const kept = byId.get(connection.deviceId);
      if (!kept || (session !== undefined && kept.session !== session))
        connection.close('it is not held here any more');
    }
    for (const { id, waiting } of held) {
      const again = this.#doubtful.delete(id);
      if (waiting || again) this.#send(id, (view) => onNudge(view, this.#now(), again));
    }
  }

  #isCurrent(connection: DeviceConnection): boolean {
    return this.#connections.get(connection.deviceId) === connection;
  }

  #renewLease(): Promise<void> {
    return this.#services.store.renewLease(this.instance, this.#now() + LEASE_MS);
  }

  #now(): number {
    return this.#services.clock.now();
  }

  /** Counts work among what `processAll` waits for, and logs its failure. */
  #track(work: Promise<unknown>): Promise<void> {
    const tracked: Promise<void> = work
      .then(
        () => undefined,
        (error: unknown) => this.#services.log.warn({ err: error }, 'device plane work failed'),
      )
      .finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
    return tracked;
  }
}
