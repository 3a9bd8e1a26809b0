import {
  type BirthMessage,
  type ConfigReport,
  PROTOCOL_VERSION,
  type UpChannel,
} from '@northlight/contract/device-protocol';
import { createRandomBase62 } from '@northlight/runtime';
import type { Capabilities } from '../contract-types.ts';
import type { DevicePlane } from '../plane.ts';
import type { DeviceConnection, PlaneServices } from '../plane-services.ts';
import type { Outgoing } from '../records.ts';
import { CommandRunner } from './command-runner.ts';
import { findRunningConfig, getRunningConfig, settlePending } from './configuration.ts';
import { Configurator } from './configurator.ts';
import { type ConnectInfo, getBootReason, readConnectInfo } from './connect-info.ts';
import {
  addLinkedPorts,
  learnFromState,
  restoreLearned,
  restoreLinkedPorts,
} from './learned-capabilities.ts';
import { type ParsedMessage, readMessage } from './read-message.ts';
import { AP_FRAME_BYTES, checkSerial, readFrame, SWITCH_FRAME_BYTES } from './frames.ts';
import { LinkRecord } from './link-record.ts';
import { RpcClient } from './rpc-client.ts';
import { RadarFrames } from './radar-frames.ts';
import { RadioAirMeter } from './radio-air.ts';
import { readRadios } from './radio-state.ts';
import { readState } from './state.ts';
import type { OpenWifiIdentity, OpenWifiStore } from './store.ts';
import { parseList, parseObject } from './untrusted-values.ts';

/** Time without messages after which a connection is closed (ms); devices are pinged every 30 s. */
export const SILENT_AFTER_MS = 150_000;
/**
 * Intervals of the telemetry of a switch without a configuration of ours: until its ports are known, and then, as its
 * states later.
 */
const FIRST_TELEMETRY_SECONDS = 10;
const TELEMETRY_SECONDS = 60;
/** Reason why a device that reports number 0 is sent no configuration. */
const IN_RECOVERY =
  'Waiting: the device is in recovery. It is sent its configuration when it has started normally.';
/** Interval at which a waiting device is stored again. */
const WAITING_RECORD_INTERVAL_MS = 3_600_000;

export interface SessionOptions {
  readonly identity: OpenWifiIdentity;
  /** Serial number in the device's messages. */
  readonly serial: string;
  readonly address: string | undefined;
  readonly plane: DevicePlane;
  readonly store: OpenWifiStore;
  readonly services: PlaneServices;
  readonly send: (frame: string) => void;
  readonly close: (reason: string) => void;
  readonly onDeviceWaiting: (accountId: string) => void;
}

/** The device of this connection after an account has added it. */
interface AdoptedDevice {
  readonly connection: DeviceConnection;
  readonly linkRecord: LinkRecord;
  readonly configurator: Configurator;
  readonly commandRunner: CommandRunner;
}

/** One connection of an authenticated device. It translates between uCentral messages and the device plane. */
export class OpenWifiSession {
  readonly identity: OpenWifiIdentity;
  readonly #options: SessionOptions;
  readonly #rpc: RpcClient;
  readonly #air = new RadioAirMeter();
  readonly #radar = new RadarFrames();
  #connectInfo: ConnectInfo | undefined;
  #caps: Capabilities | undefined;
  /** Ids of the ports of a switch that had a link. */
  #linkedPorts: ReadonlySet<string> = new Set();
  /** Connection of the device; set when it is registered with the plane. */
  #connection: DeviceConnection | undefined;
  #adopted: AdoptedDevice | undefined;
  #recordedAt = Number.NEGATIVE_INFINITY;
  #seq = 0;
  #hasTelemetry = false;
  #sessionId = '';
  lastActiveAt: number;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.identity = options.identity;
    const { clock } = options.services;
    this.lastActiveAt = clock.now();
    this.#rpc = new RpcClient(clock, options.send, { frameBytes: AP_FRAME_BYTES, compressed: false });
  }

  /** Records a message or ping of the device. */
  recordActivity(): void {
    this.lastActiveAt = this.#options.services.clock.now();
    if (this.#connection) this.#connection.lastActiveAt = this.lastActiveAt;
  }

  /** Handles one frame. Throws `MalformedMessage`, which closes the connection. */
  async receive(text: string): Promise<void> {
    this.recordActivity();
    const frame = readFrame(text);
    if (frame.kind === 'radius') return;
    if (frame.kind === 'answer') return this.#rpc.receiveAnswer(frame.id, frame.result, frame.error);
    const params = parseObject(frame.params);
    checkSerial(params['serial'], this.#options.serial);
    if (frame.method === 'connect') return this.#handleConnect(params);
    if (!this.#adopted) return this.#recordWaiting();
    if (frame.method === 'recovery') this.#acknowledge(frame.id);
    if (frame.method === 'state') {
      this.#stopTelemetry();
      return this.#reportState(params['state']);
    }
    if (frame.method === 'telemetry') return this.#reportTelemetry(params);
    const message = readMessage(frame.method, params, this.#now());
    if (message) await this.#reportMessage(this.#adopted, message);
  }

  /** Starts the session if an account has added the device; otherwise records it as waiting. */
  async adopt(): Promise<void> {
    const connectInfo = this.#connectInfo;
    const { identity, plane, store } = this.#options;
    const deviceId = connectInfo && !this.#adopted ? await store.findDevice(identity) : undefined;
    if (!connectInfo || deviceId === undefined) return this.#recordWaiting();
    const connection = this.#connectionOf(deviceId);
    this.#connection = connection;
    // Loads the link after `connected` has closed an earlier connection, which may still write the link.
    await plane.connected(connection);
    const linkRecord = await LinkRecord.load(store, deviceId);
    this.#adopted = this.#createAdopted(connection, linkRecord, connectInfo);
    await this.#startSession(this.#adopted, connectInfo);
  }

  /** Ends the session after its connection closed. */
  async end(): Promise<void> {
    this.#rpc.close();
    this.#adopted?.linkRecord.close();
    this.#adopted?.configurator.close();
    if (this.#connection) await this.#options.plane.disconnected(this.#connection);
  }

  async #handleConnect(params: Readonly<Record<string, unknown>>): Promise<void> {
    this.#connectInfo = readConnectInfo(params);
    const { acceptsCompression, caps, platform } = this.#connectInfo;
    this.#caps = caps;
    const frameBytes = platform === 'switch' ? SWITCH_FRAME_BYTES : AP_FRAME_BYTES;
    this.#rpc.limits = { frameBytes, compressed: acceptsCompression };
    // Starts the session again, because some devices repeat `connect` after applying a configuration.
    await (this.#adopted ? this.#startSession(this.#adopted, this.#connectInfo) : this.adopt());
  }

  #connectionOf(deviceId: string): DeviceConnection {
    return {
      deviceId,
      session: undefined,
      lastActiveAt: this.lastActiveAt,
      silentAfterMs: SILENT_AFTER_MS,
      explainHold: () => (this.#connectInfo?.uuid === 0 ? IN_RECOVERY : undefined),
      publish: (message) => this.#publish(message),
      close: (reason) => {
        this.#adopted?.linkRecord.close();
        this.#options.close(reason);
      },
    };
  }

  #createAdopted(
    connection: DeviceConnection,
    linkRecord: LinkRecord,
    connectInfo: ConnectInfo,
  ): AdoptedDevice {
    const { serial, services, close } = this.#options;
    const shared = { serial, clock: services.clock, rpc: this.#rpc, linkRecord };
    const configurator = new Configurator({
      ...shared,
      platform: connectInfo.platform,
      caps: () => this.#caps ?? connectInfo.caps,
      linkedPorts: () => this.#linkedPorts,
      report: (report) => this.#reportConfig(connection, report),
      closeConnection: close,
    });
    return {
      connection,
      linkRecord,
      configurator,
      commandRunner: new CommandRunner({
        ...shared,
        restartPoe: connectInfo.platform === 'switch' ? (ports) => configurator.restartPoe(ports) : undefined,
        firmware: () => (this.#connectInfo ?? connectInfo).firmware,
        report: (report) => this.#receive(connection, 'cmd', report),
      }),
    };
  }

  #reportConfig(connection: DeviceConnection, report: ConfigReport): Promise<void> {
    // Records the end of the telemetry, because switches end it when they apply a configuration.
    if (report.status === 'applied' || report.status === 'partial') this.#hasTelemetry = false;
    return this.#receive(connection, 'cfg', report);
  }

  /** Completes work that the `connect` message confirms, sends the birth, and then requests a state. */
  async #startSession(adopted: AdoptedDevice, connectInfo: ConnectInfo): Promise<void> {
    const { linkRecord, connection } = adopted;
    const { entropy } = this.#options.services;
    const { leaving } = linkRecord.link;
    this.#caps = restoreLearned(connectInfo.caps, linkRecord.link.learned);
    this.#linkedPorts = restoreLinkedPorts(linkRecord.link.learned);
    const bootReason = getBootReason(leaving, connectInfo.firmware);
    const boot =
      bootReason === 'reconnect'
        ? linkRecord.link.boot || createRandomBase62(entropy, 12)
        : createRandomBase62(entropy, 12);
    await linkRecord.update({
      ...settlePending(linkRecord.link, connectInfo.uuid),
      leaving: undefined,
      boot,
    });
    if (leaving?.kind === 'upgrade' && bootReason !== 'upgrade')
      await this.#receive(connection, 'cmd', {
        cid: leaving.cid,
        state: 'failed',
        result: { reason: `The upgrade failed: the device runs ${connectInfo.firmware}.` },
      });
    this.#sessionId = createRandomBase62(entropy, 22);
    await this.#sendBirth(adopted, connectInfo, bootReason);
    this.#requestState(adopted, connectInfo.platform);
    // Sends nothing to a device in recovery, which starts without a configuration.
    if (connectInfo.uuid > 0) this.#runInBackground(adopted.configurator.restore());
  }

  /**
   * Requests a state. Access points refuse a request without an id. Switches answer it without a state: they
   * report only in telemetry until they run a configuration of ours, with which they send states themselves.
   */
  #requestState({ linkRecord }: AdoptedDevice, platform: ConnectInfo['platform']): void {
    const { serial, services } = this.#options;
    const request_uuid = createRandomBase62(services.entropy, 22);
    void this.#rpc.call('request', { serial, when: 0, message: 'state', request_uuid });
    if (platform !== 'switch' || getRunningConfig(linkRecord.link)) return;
    this.#hasTelemetry = true;
    const interval = this.#caps?.ports.length === 0 ? FIRST_TELEMETRY_SECONDS : TELEMETRY_SECONDS;
    void this.#rpc.call('telemetry', { serial, interval, types: ['state'] });
  }

  /** Ends the telemetry of a switch that sends states itself. */
  #stopTelemetry(): void {
    if (!this.#hasTelemetry) return;
    this.#hasTelemetry = false;
    void this.#rpc.call('telemetry', { serial: this.#options.serial, interval: 0 });
  }

  async #sendBirth(
    { connection, linkRecord }: AdoptedDevice,
    connectInfo: ConnectInfo,
    bootReason: BirthMessage['bootReason'],
  ): Promise<void> {
    const running = findRunningConfig(linkRecord.link, connectInfo.uuid) ?? getRunningConfig(linkRecord.link);
    const { identity } = this.#options;
    await this.#receive(connection, 'birth', {
      v: PROTOCOL_VERSION,
      session: this.#sessionId,
      bd: 0,
      seq: 0,
      ts: this.#now(),
      model: connectInfo.model,
      sn: identity.sn,
      mac: identity.mac,
      sw: connectInfo.firmware,
      hw: connectInfo.hardware,
      caps: this.#caps ?? connectInfo.caps,
      cfgRev: running?.rev ?? 0,
      cfgHash: running?.hash ?? '',
      bootReason,
      boot: linkRecord.link.boot,
      managed: 'cloud',
      uptimeSeconds: 0,
      nets: connectInfo.ip === undefined ? {} : { ip: connectInfo.ip },
    } satisfies BirthMessage);
  }

  #publish({ payload, topic }: Outgoing): void {
    const adopted = this.#adopted;
    if (!adopted) return;
    const work = topic.endsWith('/down/cfg')
      ? adopted.configurator.push(payload)
      : topic.includes('/down/cmd/')
        ? adopted.commandRunner.push(payload)
        : Promise.resolve();
    this.#runInBackground(work);
  }

  async #reportTelemetry(params: Readonly<Record<string, unknown>>): Promise<void> {
    const data = parseObject(params['data']);
    this.#radar.receive(data['wifi-frames'], this.#caps?.radios ?? [], this.#now());
    const latest = parseList(data['state'], 1_000).at(-1);
    const { state } = parseObject(parseList(latest, 2)[1]);
    if (state !== undefined) await this.#reportState(state);
  }

  async #reportState(value: unknown): Promise<void> {
    const adopted = this.#adopted;
    const connectInfo = this.#connectInfo;
    if (!adopted || !connectInfo || !this.#caps) return;
    await this.#learn(adopted, connectInfo, value);
    const { clients, lldp, stat } = readState(value, this.#now());
    const { radios: capabilities } = this.#caps;
    const measured = this.#air.measure(value, readRadios(value, capabilities), capabilities, this.#now());
    const radios = this.#radar.addTo(measured, this.#now());
    const { connection } = adopted;
    // Does not wait for the commit, because stat messages of many devices are committed together.
    this.#runInBackground(
      this.#receive(connection, 'stat', {
        ...this.#nextHeader(),
        ...stat,
        ...(radios.length > 0 && { radios }),
      }),
    );
    await this.#receive(connection, 'clients', { ...this.#nextHeader(), full: true, join: clients });
    await this.#receive(connection, 'topo', { ...this.#nextHeader(), lldp });
  }

  /** Stores what a state shows about the ports of a switch, and reports new capabilities. */
  async #learn(adopted: AdoptedDevice, connectInfo: ConnectInfo, value: unknown): Promise<void> {
    if (connectInfo.platform !== 'switch' || !this.#caps) return;
    const [caps, linked] = [learnFromState(this.#caps, value), addLinkedPorts(this.#linkedPorts, value)];
    const isNew = caps !== this.#caps;
    if (!isNew && linked === this.#linkedPorts) return;
    this.#caps = caps;
    this.#linkedPorts = linked;
    const { poeBudgetWatts, ports } = caps;
    await adopted.linkRecord.update({ learned: { ports, poeBudgetWatts, linked: [...linked] } });
    if (!isNew) return;
    await this.#sendBirth(adopted, connectInfo, 'reconnect');
    this.#runInBackground(adopted.configurator.resume());
  }

  async #reportMessage({ commandRunner, connection }: AdoptedDevice, message: ParsedMessage): Promise<void> {
    switch (message.kind) {
      case 'event':
        return this.#receive(connection, 'evt', message.event);
      case 'joined':
        return this.#receive(connection, 'clients', {
          ...this.#nextHeader(),
          full: false,
          join: [message.client],
        });
      case 'left':
        return this.#receive(connection, 'clients', {
          ...this.#nextHeader(),
          full: false,
          leave: [message.mac],
        });
      case 'upgrade':
        return commandRunner.reportUpgrade(message);
    }
  }

  /** Answers a device in recovery, which waits for an answer. */
  #acknowledge(id: number | undefined): void {
    if (id === undefined) return;
    const { send, serial } = this.#options;
    const result = { serial, status: { error: 0, text: 'Success' } };
    send(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  async #recordWaiting(): Promise<void> {
    const connectInfo = this.#connectInfo;
    const now = this.#now();
    if (!connectInfo || this.#adopted || now - this.#recordedAt < WAITING_RECORD_INTERVAL_MS) return;
    this.#recordedAt = now;
    const { address, identity, onDeviceWaiting, store } = this.#options;
    const { caps, firmware: software, model } = connectInfo;
    const added = await store.recordWaiting(identity, { caps, model, software }, now, address);
    if (added) onDeviceWaiting(added.accountId);
  }

  #nextHeader(): { session: string; seq: number; ts: number } {
    return { session: this.#sessionId, seq: ++this.#seq, ts: this.#now() };
  }

  #receive(connection: DeviceConnection, channel: UpChannel, payload: object): Promise<void> {
    return this.#options.plane.receive(connection, channel, payload);
  }

  /** Runs work in parallel to the handling of later frames, and logs its failure. */
  #runInBackground(work: Promise<void>): void {
    void work.catch((error: unknown) =>
      this.#options.services.log.warn({ err: error, sn: this.identity.sn }, 'OpenWiFi work failed'),
    );
  }

  #now(): number {
    return this.#options.services.clock.now();
  }
}
