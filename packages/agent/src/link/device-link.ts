import {
  type ClientsMessage,
  type ConfigIssue,
  type EventMessage,
  KEEPALIVE_SECONDS,
  type LocalChange,
  PROTOCOL_VERSION,
  formatProvisioningClientId,
  type StatMessage,
  type TopoMessage,
  topics,
} from '@northlight/contract/device-protocol';
import { type Clock, type Entropy, createRandomBase62, createRandomId } from '@northlight/runtime';
import { FileRequests } from './file-requests.ts';
import { CloudSession } from './cloud-session.ts';
import type { Connect } from './connection.ts';
import { DriverRunner } from './driver-runner.ts';
import type { Driver, LinkLog } from './driver.ts';
import { EventQueue } from './event-queue.ts';
import { LinkTimers } from './link-timers.ts';
import { createInitialState, handleEvent } from './machine.ts';
import { getCredentialInUse } from './renewal.ts';
import { describeProgress } from './progress-log.ts';
import { FACTORY, type LinkStore, type LocalPassword } from './saved-state.ts';
import type { KeyAndRequest } from './signing-request.ts';
import type {
  BootReason,
  LinkEffect,
  LinkEvent,
  LinkState,
  OfferedFile,
  PublishNote,
  TimerName,
} from './state.ts';

type Unstamped<T> = Omit<T, 'session' | 'seq' | 'ts'>;

/** Telemetry before the link adds session, sequence number and time. */
export interface Telemetry {
  stat: Unstamped<StatMessage>;
  clients: Unstamped<ClientsMessage>;
  topo: Unstamped<TopoMessage>;
}

export interface LinkOptions {
  readonly sn: string;
  /** Secret of the device, without which it cannot send a hello. */
  readonly secret?: string;
  readonly cloudCode?: string;
  readonly connect: Connect;
  readonly driver: Driver;
  readonly store: LinkStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: LinkLog;
  /**
   * Creates a key and its certificate signing request; present with TLS, so that the device connects with a
   * certificate.
   */
  readonly newKey?: (deviceId: string) => KeyAndRequest;
  /** Age at which the device requests its next credential. */
  readonly renewAfterDays?: number;
  /** Keepalive interval; overrides the one of the protocol in tests. */
  readonly keepaliveSeconds?: number;
}

/** Runs the effects of the pure state machine in machine.ts with sockets, timers, disk and driver. */
export class DeviceLink {
  readonly #options: LinkOptions;
  readonly #timers: LinkTimers;
  readonly #cloud: CloudSession;
  readonly #driverRunner: DriverRunner;
  readonly #events: EventQueue;
  /** Requests for the addresses of parts of backups and of pictures. */
  readonly files = new FileRequests((request) => this.#dispatch({ type: 'fileRequested', request }));
  #state: LinkState;
  #seq = 0;
  /** Number of boots and stops so far, to detect that a stop has overtaken a boot. */
  #boots = 0;
  #effects: Promise<void> = Promise.resolve();
  #resolveLocalChange: ((issues: readonly ConfigIssue[]) => void) | undefined;
  #resolveSoftware: ((file: OfferedFile | undefined, reason: string) => void) | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#state = createInitialState(
      {
        sn: options.sn,
        canHello: options.secret !== undefined,
        usesCertificates: options.newKey !== undefined,
        renewAfterDays: options.renewAfterDays,
      },
      FACTORY,
    );
    this.#timers = new LinkTimers(options.clock, options.entropy, (name) =>
      this.#dispatch(this.#timerEvent(name)),
    );
    this.#cloud = new CloudSession(options.connect, (event) => this.#dispatch(event));
    const { clock, driver, log } = options;
    this.#events = new EventQueue(clock);
    this.#driverRunner = new DriverRunner({
      driver,
      clock,
      log,
      dispatch: (event) => {
        this.#cloud.dropWithoutAddress();
        this.#dispatch(event);
      },
      effectsDone: () => this.#effects,
    });
  }

  get state(): LinkState {
    return this.#state;
  }

  /** True while connected, once the cloud has acknowledged the birth. */
  get online(): boolean {
    return this.#state.phase === 'online' && this.#state.role === 'device';
  }

  /** Loads the saved state, restores its configuration on the driver and starts to connect. */
  async boot(bootReason?: BootReason): Promise<void> {
    const boot = ++this.#boots;
    const saved = (await this.#options.store.load()) ?? FACTORY;
    if (boot !== this.#boots) return;
    this.#driverRunner.start();
    this.#events.clear();
    this.#state = { ...this.#state, saved: saved };
    const reason =
      bootReason ?? (saved.rebooting === undefined ? 'power' : (saved.rebootReason ?? 'restart'));
    const bootId = this.#newId();
    this.#dispatch({ type: 'boot', session: this.#newId(), boot: bootId, bootReason: reason });
  }

  /** Disconnects; sends a death message first if there is a reason. Resolves when all effects are done. */
  async stop(reason?: string): Promise<void> {
    this.#boots++;
    this.#dispatch({ type: 'stop', ...(reason !== undefined && { reason }) });
    this.#timers.cancelAll();
    this.#events.pause();
    await this.#driverRunner.stop();
    await this.#effects;
    this.#timers.cancelAll();
  }

  /** Simulates a power cut: breaks the connection and stays offline until `boot`. */
  cutPower(): void {
    this.#boots++;
    void this.#driverRunner.stop();
    this.#timers.cancelAll();
    this.#events.pause();
    this.#state = { ...this.#state, phase: 'stopped' };
    this.#cloud.drop();
    this.#options.driver.wentOffline();
  }

  /** Requests the download address of the software to install; rejects with the cloud's reason. */
  requestSoftware(): Promise<OfferedFile> {
    return new Promise((resolve, reject) => {
      this.#resolveSoftware?.(undefined, 'A newer request replaced this one.');
      this.#resolveSoftware = (file, reason) => (file ? resolve(file) : reject(new Error(reason)));
      this.#dispatch({ type: 'softwareRequested' });
    });
  }

  /** Returns the party that configures the device: the cloud or the local page. */
  get managed(): 'cloud' | 'local' {
    return this.#state.saved.managed ?? 'cloud';
  }

  /**
   * Sets the party that configures the device; resolves when the setting is saved. The setting survives
   * restarts, and a new birth reports it to the cloud.
   */
  async setManaged(managed: 'cloud' | 'local'): Promise<void> {
    this.#dispatch({ type: 'managed', managed });
    await this.#effects;
  }

  /** The password set on the local page; undefined under cloud management. */
  get localPassword(): LocalPassword | undefined {
    return this.#state.saved.localPassword;
  }

  /** Sets the password of the local page; resolves when it is saved. Does nothing under cloud management. */
  async setLocalPassword(password: LocalPassword): Promise<void> {
    this.#dispatch({ type: 'localPassword', password });
    await this.#effects;
  }

  /**
   * Applies settings of the local page; refused under cloud management. Resolves without issues when the
   * settings run and are saved, otherwise with the reasons.
   */
  applyLocalChange(change: LocalChange): Promise<readonly ConfigIssue[]> {
    return new Promise((resolve) => {
      this.#resolveLocalChange?.([{ path: '', reason: 'A newer change replaced this one.' }]);
      this.#resolveLocalChange = resolve;
      this.#dispatch({ type: 'localChange', change });
    });
  }

  /**
   * Sends telemetry. Resolves to false when offline or when the connection ended before the acknowledgement.
   */
  async report<K extends keyof Telemetry>(channel: K, message: Telemetry[K]): Promise<boolean> {
    const { saved, session } = this.#state;
    if (!this.online || !saved.credential) return false;
    const stamped = { ...message, session, seq: ++this.#seq, ts: this.#options.clock.now() };
    return this.#cloud.publish(topics.up(saved.credential.id, channel), stamped);
  }

  /**
   * Reports an event at once, or queues it until the cloud is reachable; returns its id. Drops it while the device has no
   * credential.
   */
  async reportEvent(type: string, sev: EventMessage['sev'], data: EventMessage['data'] = {}) {
    const { credential } = this.#state.saved;
    if (!credential) return undefined;
    const { clock, entropy } = this.#options;
    const eid = createRandomBase62(entropy);
    this.#events.enqueue(credential.id, { eid, ts: clock.now(), type, sev, data });
    await this.#sendEvents();
    return eid;
  }

  async #sendEvents(): Promise<void> {
    const { credential } = this.#state.saved;
    if (!this.online || !credential) return;
    const { id } = credential;
    await this.#events.send(id, (message) => this.#cloud.publish(topics.up(id, 'evt'), message));
  }

  #dispatch(event: LinkEvent): void {
    const before = this.#state;
    const { state, effects } = handleEvent(before, event, this.#options.clock.now());
    this.#state = state;
    for (const { fields, text } of describeProgress(before, state)) this.#options.log.info(fields, text);
    for (const effect of effects)
      this.#effects = this.#effects
        .then(() => this.#carryOut(effect, state))
        .catch((error: unknown) =>
          this.#options.log.warn({ err: error, effect: effect.type }, 'the device link failed'),
        );
  }

  #settleSoftware(file: OfferedFile | undefined, reason: string): void {
    const resolve = this.#resolveSoftware;
    this.#resolveSoftware = undefined;
    resolve?.(file, reason);
  }

  async #carryOut(effect: LinkEffect, state: LinkState): Promise<void> {
    const { driver, log, store } = this.#options;
    switch (effect.type) {
      case 'save':
        return store.save(state.saved);
      case 'connect':
        return this.#connect(state);
      case 'newKey':
        return this.#newKey(state);
      case 'subscribe':
        return this.#cloud.subscribe(effect.topic);
      case 'hello':
        return this.#hello();
      case 'birth':
        return this.#birth(effect.rev, effect.hash, state);
      case 'publish':
        return this.#publish(effect.topic, effect.message, effect.note);
      case 'end':
        return this.#end(effect.goodbye, state);
      case 'drop':
        return this.#cloud.drop();
      case 'wait':
        return this.#timers.wait(effect.timer, effect.minMs, effect.maxMs);
      case 'cancel':
        return this.#timers.cancel(effect.timer);
      case 'apply':
        return this.#driverRunner.apply(effect.config);
      case 'restore':
        return this.#driverRunner.restore(effect.config);
      case 'command':
        return void this.#driverRunner.command(effect.push);
      case 'online':
        void this.#sendEvents();
        return driver.wentOnline();
      case 'softwareOffered':
        return this.#settleSoftware(effect.file, effect.reason);
      case 'fileOffered':
        return this.files.settle(effect, effect);
      case 'localChangeDone':
        this.#resolveLocalChange?.(effect.issues);
        this.#resolveLocalChange = undefined;
        return;
      case 'offline':
        this.#settleSoftware(undefined, 'The connection ended.');
        this.files.end('The connection ended.');
        return driver.wentOffline();
      case 'log':
        return log[effect.level]({ sn: state.sn }, effect.text);
    }
  }

  #connect(state: LinkState): void {
    const { role, saved, session, sn } = state;
    const { secret = '', keepaliveSeconds = KEEPALIVE_SECONDS } = this.#options;
    const { id = '', token = '' } = getCredentialInUse(state) ?? {};
    const { certificate } = state.usingCertificate ? saved : {};
    if (role === 'provision')
      return this.#cloud.open(
        { keepaliveSeconds, clientId: formatProvisioningClientId(sn), username: sn, password: secret },
        topics.hello(sn),
      );
    const will = { topic: topics.up(id, 'death'), payload: JSON.stringify({ session, bd: saved.bd }) };
    this.#cloud.open(
      {
        keepaliveSeconds,
        clientId: id,
        username: id,
        password: token,
        will,
        ...(certificate && { certificate: { cert: certificate.certificate, key: certificate.key } }),
      },
      topics.upTree(id),
    );
  }

  #newKey({ saved }: LinkState): void {
    const created = this.#options.newKey?.(saved.credential?.id ?? '');
    if (created) this.#dispatch({ type: 'newKey', ...created });
  }

  #hello(): void {
    const { sn, cloudCode, driver } = this.#options;
    const { model, mac, sw } = driver.describe();
    this.#publish(topics.hello(sn), {
      v: PROTOCOL_VERSION,
      model,
      mac,
      sw,
      ...(cloudCode !== undefined && { cloudCode }),
    });
  }

  #birth(rev: number, hash: string, state: LinkState): void {
    const { boot, bootCommand, bootReason, saved, session } = state;
    const ts = this.#options.clock.now();
    const head = {
      v: PROTOCOL_VERSION,
      session,
      bd: saved.bd,
      seq: 0,
      ts,
      cfgRev: rev,
      cfgHash: hash,
      managed: saved.managed ?? ('cloud' as const),
      // Omits the local change while a configuration of the cloud is on trial, which does not contain the
      // change.
      ...(saved.local && hash === saved.active.hash && { cfgLocal: saved.local }),
      ...(saved.seen && { cfgSeen: saved.seen }),
      bootReason,
      boot,
      ...(bootCommand !== undefined && { bootCommand }),
    };
    this.#seq = 0;
    const birth = { ...this.#options.driver.describe(), ...head };
    this.#publish(topics.up(saved.credential?.id ?? '', 'birth'), birth, { kind: 'birth', rev });
  }

  #publish(topic: string, message: object, note?: PublishNote): void {
    const { generation } = this.#cloud;
    void this.#cloud.publish(topic, message).then((acked) => {
      if (acked && note && generation === this.#cloud.generation) this.#dispatch({ type: 'acked', note });
    });
  }

  async #end(goodbye: string | undefined, { saved, session }: LinkState): Promise<void> {
    if (goodbye !== undefined && saved.credential)
      await this.#cloud.publish(topics.up(saved.credential.id, 'death'), {
        session,
        bd: saved.bd,
        reason: goodbye,
      });
    this.#cloud.end();
  }

  #timerEvent(name: TimerName): LinkEvent {
    return name === 'retry' ? { type: 'retry', session: this.#newId() } : { type: `${name}Due` };
  }

  #newId(): string {
    return createRandomId(this.#options.entropy, this.#options.clock.now());
  }
}
