/**
 * The cloud side of the device link, for all protocols. It receives messages of authenticated devices, steps
 * their records through the store, and sends the messages of a step after its commit.
 */
import { KEEPALIVE_SECONDS, topics, type UpChannel, upMessages } from '@northlight/contract/device-protocol';
import { KeyedBucket, createRandomBase62, startLoop } from '@northlight/runtime';
import { handleRevisionReport } from './revision-report.ts';
import { skipUnauthorisedWork } from './skip-unauthorised-work.ts';
import { handleCommandReport, STUCK_AFTER_MS } from './commands.ts';
import { handleCancel, handleSkipHeld } from './skip-work.ts';
import { withHold } from './with-hold.ts';
import {
  isFromEarlierSession,
  LINK_LOST_GRACE_MS,
  handleBirth,
  handleDisconnect,
  expireDueWork,
  handlePendingWork,
  handleOrphaned,
  handleSecondPush,
  SECOND_PUSH_MS,
} from './presence.ts';
import { MalformedMessage } from './clean-message.ts';
import { MessageReader } from './message-reader.ts';
import type { DeviceConnection, PlaneServices } from './plane-services.ts';
import type { DeviceView, Outcome } from './records.ts';
import { addLogLines } from './log-lines.ts';
import { ReportIntake } from './report-intake.ts';
import { answerRequest } from './requests.ts';
import type { AffectedResources, DeviceStore } from './store.ts';
import { handleTakeovers, TakeoverCounter } from './takeover-counter.ts';

const LEASE_MS = 15_000;
const LEASE_RENEWAL_MS = 5_000;
/**
 * Maximum number of certificate requests per device and hour. A certificate is valid for 90 days, so this
 * allows for five lost requests or answers.
 */
const CERTIFICATES_PER_HOUR = 6;

export class DevicePlane implements AsyncDisposable {
  readonly #services: PlaneServices;
  readonly #connections = new Map<string, DeviceConnection>();
  /** Sessions by connection, as the store has recorded them for this instance. */
  readonly #storedSessions = new WeakMap<DeviceConnection, string | undefined>();
  readonly #takeovers = new TakeoverCounter();
  /**
   * Sessions by connection whose end is not stored yet, because the connection was replaced or a write
   * failed.
   */
  readonly #unsavedEnds = new Map<DeviceConnection, string>();
  /**
   * Devices whose last step may have been committed although its promise rejected. The next tick sends their
   * work again.
   */
  readonly #unconfirmedSends = new Set<string>();
  readonly #timers = new Set<() => void>();
  /** Random name of this server instance, stored with the devices that it holds. */
  readonly instance: string;
  readonly #reports: ReportIntake;
  readonly #messages: MessageReader;
  readonly #certificateBudget = new KeyedBucket({
    ratePerSecond: CERTIFICATES_PER_HOUR / 3600,
    burst: CERTIFICATES_PER_HOUR,
    maxKeys: 50_000,
  });
  readonly #work = new Set<Promise<unknown>>();
  #loop: AsyncDisposable | undefined;
  #shuttingDown = false;

  constructor(services: PlaneServices) {
    this.#services = services;
    this.instance = createRandomBase62(services.entropy, 12);
    this.#reports = new ReportIntake(services.store, services.clock, (affected) => this.#notify(affected));
    this.#messages = new MessageReader(services, (deviceId, note, now) => {
      const saved = services.store.saveMessageNote(deviceId, note, now);
      void this.#track(saved.then((affected) => this.#notify(affected)));
    });
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

  /** Resolves when all work that was started before the call is committed and sent. */
  async processAll(): Promise<void> {
    await this.#reports.flush();
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop?.[Symbol.asyncDispose]();
    for (const cancel of this.#timers) cancel();
    await this.processAll();
  }

  /**
   * Marks this instance as shutting down. From now on a disconnect does not mark its device offline; the
   * expiry of the lease decides.
   */
  beginShutdown(): void {
    this.#shuttingDown = true;
    this.#reports.stopBatching();
  }

  /** Registers the connection of an authenticated device and closes its earlier connection. */
  async connected(connection: DeviceConnection): Promise<void> {
    const earlier = this.#connections.get(connection.deviceId);
    this.#connections.set(connection.deviceId, connection);
    if (earlier) {
      // Keeps the earlier session: if this connection closes before its birth, that session ends with it.
      const session = earlier.session ?? this.#unsavedEnds.get(earlier);
      if (session !== undefined) this.#unsavedEnds.set(connection, session);
      this.#unsavedEnds.delete(earlier);
      earlier.close('replaced by a newer connection');
      if (this.#takeovers.record(connection.deviceId, this.#now()))
        await this.#step(connection.deviceId, handleTakeovers);
    }
    await this.#services.store.assignToInstance(connection.deviceId, this.instance);
    this.#storedSessions.set(connection, undefined);
  }

  /** Ends the session of a closed connection unless a newer connection has replaced it. */
  async disconnected(connection: DeviceConnection): Promise<void> {
    if (!this.#isCurrent(connection)) return;
    this.#connections.delete(connection.deviceId);
    if (this.#shuttingDown) return;
    const session = connection.session ?? this.#unsavedEnds.get(connection);
    if (session === undefined) return;
    this.#unsavedEnds.set(connection, session);
    await this.#saveSessionEnd(connection, session);
  }

  async #saveSessionEnd(connection: DeviceConnection, session: string): Promise<void> {
    await this.#step(connection.deviceId, (view) => handleDisconnect(view, session, this.#now()));
    this.#unsavedEnds.delete(connection);
  }

  /**
   * Handles one message; resolves after its commit, so that the caller can then acknowledge it. Parts that do not match the
   * protocol are left out; a message that cannot be used is acknowledged and only noted, except a birth, which throws
   * MalformedMessage: without an identity there is no session. `raw` contains the bytes as received, which are stored as
   * history.
   */
  async receive(
    connection: DeviceConnection,
    channel: UpChannel,
    payload: unknown,
    raw?: Uint8Array,
  ): Promise<void> {
    try {
      await this.#receive(connection, channel, payload, raw);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      const reason = `${channel}: ${error.message}`;
      if (channel === 'birth') throw new MalformedMessage(reason);
      this.#messages.noteRefusal(connection.deviceId, reason);
    }
  }

  async #receive(
    connection: DeviceConnection,
    channel: UpChannel,
    payload: unknown,
    raw: Uint8Array | undefined,
  ): Promise<void> {
    const { deviceId } = connection;
    const { store } = this.#services;
    const now = this.#now();
    switch (channel) {
      case 'birth': {
        const { message: birth } = this.#messages.read(deviceId, channel, upMessages[channel], payload);
        connection.session = birth.session;
        const outcome = await this.#step(deviceId, (view) => handleBirth(view, birth, now));
        this.#storedSessions.set(connection, birth.session);
        if (outcome) this.#reports.recordBirth(connection, outcome.projectId, birth.ts, now);
        const rev = outcome?.secondPushRev;
        if (rev !== undefined) this.#scheduleSecondPush(deviceId, { session: birth.session, rev });
        return;
      }
      case 'death': {
        // Ignores the last will of a connection that this server has closed.
        if (this.#shuttingDown) return;
        const { message } = this.#messages.read(deviceId, channel, upMessages[channel], payload);
        await this.#step(deviceId, (view) => handleDisconnect(view, message.session, now));
        return;
      }
      case 'cfg': {
        const { message: report } = this.#messages.read(deviceId, channel, upMessages[channel], payload);
        await this.#step(deviceId, (view) =>
          isFromEarlierSession(view, connection.session) ? {} : handleRevisionReport(view, report, now),
        );
        return;
      }
      case 'cmd': {
        const { message: report } = this.#messages.read(deviceId, channel, upMessages[channel], payload);
        await this.#step(deviceId, (view) => handleCommandReport(view, report, now));
        return;
      }
      case 'stat': {
        const report = this.#messages.read(deviceId, channel, upMessages[channel], payload);
        return this.#reports.receiveStat(connection, report, raw);
      }
      case 'clients': {
        const report = this.#messages.read(deviceId, channel, upMessages[channel], payload);
        return this.#notify(await this.#reports.receiveClients(connection, report, raw));
      }
      case 'topo': {
        const { message } = this.#messages.read(deviceId, channel, upMessages[channel], payload);
        if (message.session !== connection.session) return;
        return this.#notify(await store.saveTopology(deviceId, message, now));
      }
      case 'evt': {
        const { message: event } = this.#messages.read(deviceId, channel, upMessages[channel], payload);
        this.#notify(await store.logEvent(deviceId, event, now));
        return this.#notify(await store.saveEvent(deviceId, event, now));
      }
    }
  }

  /** Notes that a message of a device was refused, for its owner and in the log of the server. */
  noteRefusal(deviceId: string, reason: string): void {
    this.#messages.noteRefusal(deviceId, reason);
  }

  /** Answers a request; resolves after the commit on which the answer depends. */
  request(connection: DeviceConnection, requestId: string, payload: unknown): Promise<void> {
    const { certificate, deviceId, token } = connection;
    const { entropy, issuer, store } = this.#services;
    return answerRequest({ deviceId, requestId, token, certificate }, payload, {
      store,
      entropy,
      issuer,
      certificateBudget: this.#certificateBudget,
      findUpgradeFile: this.#services.findUpgradeFile,
      backupTransfers: this.#services.backupTransfers,
      findSnapshotAddress: this.#services.findSnapshotAddress,
      now: this.#now(),
      step: (step) => this.#step(deviceId, step),
      answer: (answer) =>
        connection.publish({ topic: topics.downResponse(deviceId, requestId), payload: answer }),
    });
  }

  /**
   * Sends stored work and configuration to a device that is connected to this instance; returns at once.
   * Every instance is notified. If a notification is lost, the next tick sends the work.
   */
  sendPendingWork(deviceId: string): void {
    this.#stepIfConnected(deviceId, (view) => handlePendingWork(view, this.#now()));
  }

  /**
   * Runs a sending step if the device's session is connected to this instance. `#unconfirmedSends` handles a
   * failed step.
   */
  #stepIfConnected(deviceId: string, step: (view: DeviceView) => Outcome): void {
    const sent = this.#step(deviceId, (view) => {
      const session = this.#connections.get(deviceId)?.session;
      return session !== undefined && session === view.device.session ? step(view) : {};
    });
    void this.#track(
      sent.catch((error: unknown) => {
        this.#unconfirmedSends.add(deviceId);
        throw error;
      }),
    );
  }

  /** Skips queued rows of waves that have not started; resolves after the commit. */
  async skipHeld(deviceId: string, reason: string): Promise<void> {
    await this.#step(deviceId, (view) => handleSkipHeld(view, reason, this.#now()));
  }

  /** Cancels rows of this device that are not sent yet; resolves after the commit. */
  async cancelWork(deviceId: string, rowIds: readonly string[], reason: string): Promise<void> {
    await this.#step(deviceId, (view) => handleCancel(view, rowIds, reason, this.#now()));
  }

  /** Closes the connection of a device, for example because its credential was revoked. */
  closeConnection(deviceId: string, reason: string): void {
    this.#connections.get(deviceId)?.close(reason);
  }

  #scheduleSecondPush(deviceId: string, expected: { session: string; rev: number }): void {
    const cancel = this.#services.clock.after(SECOND_PUSH_MS, () => {
      this.#timers.delete(cancel);
      this.#stepIfConnected(deviceId, (view) => handleSecondPush(view, expected, this.#now()));
    });
    this.#timers.add(cancel);
  }

  async #step(
    deviceId: string,
    step: (view: DeviceView) => Outcome,
  ): Promise<(Outcome & { projectId: number }) | undefined> {
    const held = withHold(step, this.#connections.get(deviceId)?.explainHold?.());
    const wrapped = addLogLines(skipUnauthorisedWork(held));
    const outcome = await this.#services.store.step(deviceId, wrapped, this.#now());
    if (!outcome) return undefined;
    const connection = this.#connections.get(deviceId);
    for (const message of outcome.send ?? []) connection?.publish(message);
    const { advanceJobs, groupAlarms, live, projectId } = outcome;
    this.#services.publishChange({ projectId, resources: live ?? [], advanceJobs, groupAlarms });
    return outcome;
  }

  #notify(affected: readonly AffectedResources[]): void {
    for (const each of affected) this.#services.publishChange(each);
  }

  async #tick(): Promise<void> {
    const now = this.#now();
    await this.#renewLease();
    for (const connection of this.#connections.values())
      if (connection.lastActiveAt < now - (connection.silentAfterMs ?? KEEPALIVE_SECONDS * 1500))
        connection.close('silent for too long');
    const { store } = this.#services;
    for (const id of await store.orphanedDevices(now))
      await this.#step(id, (view) => handleOrphaned(view, now));
    for (const id of await store.dueDevices(now, now - LINK_LOST_GRACE_MS, now - STUCK_AFTER_MS)) {
      await this.#step(id, (view) => expireDueWork(view, now));
    }
    await this.#reconcileConnections();
    const disconnected = [...this.#unsavedEnds].filter(([connection]) => !this.#isCurrent(connection));
    for (const [connection, session] of disconnected) await this.#saveSessionEnd(connection, session);
  }

  /**
   * Compares the connections with the store. Closes connections of devices that another instance took over,
   * that were removed, or that were marked offline while this instance was suspended; such devices reconnect
   * and send a birth. Then sends work that another instance has queued.
   */
  async #reconcileConnections(): Promise<void> {
    const local = [...this.#connections.values()]
      .filter((connection) => this.#storedSessions.has(connection))
      .map((connection) => ({ connection, session: this.#storedSessions.get(connection) }));
    const held = await this.#services.store.listDevicesOfInstance(this.instance);
    const byId = new Map(held.map((device) => [device.id, device] as const));
    for (const { connection, session } of local) {
      const stored = byId.get(connection.deviceId);
      if (!stored || (session !== undefined && stored.session !== session))
        connection.close('the device is no longer held by this server');
    }
    for (const { id, waiting } of held) {
      const resend = this.#unconfirmedSends.delete(id);
      if (waiting || resend)
        this.#stepIfConnected(id, (view) => handlePendingWork(view, this.#now(), resend));
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

  /** Adds work to the set that `processAll` awaits, and logs its failure. */
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
