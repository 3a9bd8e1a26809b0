import { type BirthMessage, PROTOCOL_VERSION, type UpChannel } from '@northlight/contract/device-protocol';
import { randomBase62 } from '@northlight/runtime';
import type { Capabilities } from '../contract-types.ts';
import { type DeviceConnection, type DevicePlane, MalformedMessage, type PlaneServices } from '../plane.ts';
import type { Outgoing } from '../records.ts';
import { learnFromLinks, readCapabilities, type ParsedCapabilities } from './capabilities.ts';
import { CommandRunner } from './command-runner.ts';
import { runningConfig, settlePending } from './configuration.ts';
import { Configurator } from './configurator.ts';
import { INT32_MAX } from './emit/schema.ts';
import { type ParsedMessage, readMessage } from './read-message.ts';
import { AP_FRAME_BYTES, readFrame, SWITCH_FRAME_BYTES } from './frames.ts';
import { LinkRecord } from './link-record.ts';
import { RpcClient } from './rpc-client.ts';
import { readRadios } from './radio-state.ts';
import { readState } from './state.ts';
import type { OpenWifiIdentity, OpenWifiLink, OpenWifiStore } from './store.ts';
import { asAddress, asList, asNumber, asObject, asText } from './untrusted-values.ts';

/** Without a sign of life for so long a connection is given up; these devices are asked for one more often. */
export const SILENT_AFTER_MS = 150_000;
/** How often a device that waits to be added is remembered again. */
const WAITING_RECORD_INTERVAL_MS = 3_600_000;

export interface SessionOptions {
  readonly identity: OpenWifiIdentity;
  /** As the device calls itself. */
  readonly serial: string;
  readonly address: string | undefined;
  readonly plane: DevicePlane;
  readonly store: OpenWifiStore;
  readonly services: PlaneServices;
  readonly send: (frame: string) => void;
  readonly close: (reason: string) => void;
  readonly onDeviceWaiting: (accountId: string) => void;
}

/** What a device said in its `connect`. */
interface Introduction extends ParsedCapabilities {
  readonly uuid: number;
  readonly firmware: string;
  readonly ip: string | undefined;
}

/** A device under this connection that an account has added. */
interface AdoptedDevice {
  readonly connection: DeviceConnection;
  readonly linkRecord: LinkRecord;
  readonly configurator: Configurator;
  readonly commandRunner: CommandRunner;
}

/** One connection of one proved device: its words in the plane's, and the plane's in its own. */
export class OpenWifiSession {
  readonly identity: OpenWifiIdentity;
  readonly #options: SessionOptions;
  readonly #rpc: RpcClient;
  #introduction: Introduction | undefined;
  #caps: Capabilities | undefined;
  /** Set as long as the plane knows of this connection. */
  #connection: DeviceConnection | undefined;
  #adopted: AdoptedDevice | undefined;
  #notedAt = Number.NEGATIVE_INFINITY;
  #seq = 0;
  #bornAs = '';
  lastActiveAt: number;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.identity = options.identity;
    const { clock } = options.services;
    this.lastActiveAt = clock.now();
    this.#rpc = new RpcClient(clock, options.send, { frameBytes: AP_FRAME_BYTES, compressed: false });
  }

  /** A sign of life of any kind. */
  recordActivity(): void {
    this.lastActiveAt = this.#options.services.clock.now();
    if (this.#connection) this.#connection.lastActiveAt = this.lastActiveAt;
  }

  /** Takes one frame; throws `MalformedMessage` for what ends the connection. */
  async receive(text: string): Promise<void> {
    this.recordActivity();
    const frame = readFrame(text);
    if (frame.kind === 'radius') return;
    if (frame.kind === 'answer') return this.#rpc.receiveAnswer(frame.id, frame.result, frame.error);
    const params = asObject(frame.params);
    if (asText(params['serial'], 40)?.toLowerCase() !== this.#options.serial)
      throw new MalformedMessage('the serial number is not that of the certificate');
    if (frame.method === 'connect') return this.#introduce(params);
    if (!this.#adopted) return this.#noteWaiting();
    if (frame.method === 'recovery') this.#acknowledge(frame.id);
    if (frame.method === 'state') return this.#tellState(params['state']);
    if (frame.method === 'telemetry') return this.#tellTelemetry(params);
    const meaning = readMessage(frame.method, params, this.#now());
    if (meaning) await this.#tell(this.#adopted, meaning);
  }

  /** An account has added the device, or may have: whoever it is now, it begins. */
  async adopt(): Promise<void> {
    const introduction = this.#introduction;
    const { identity, plane, store } = this.#options;
    const deviceId = introduction && !this.#adopted ? await store.findDevice(identity) : undefined;
    if (!introduction || deviceId === undefined) return this.#noteWaiting();
    const connection = this.#connectionOf(deviceId);
    this.#connection = connection;
    // An earlier connection of the device ends here, and writes nothing any more: what it wrote is read after that.
    await plane.connected(connection);
    const linkRecord = await LinkRecord.load(store, deviceId);
    this.#adopted = this.#parts(connection, linkRecord, introduction);
    await this.#begin(this.#adopted, introduction);
  }

  /** The connection has ended. */
  async end(): Promise<void> {
    this.#rpc.close();
    this.#adopted?.linkRecord.close();
    this.#adopted?.configurator.close();
    if (this.#connection) await this.#options.plane.disconnected(this.#connection);
  }

  async #introduce(params: Readonly<Record<string, unknown>>): Promise<void> {
    const uuid = asNumber(params['uuid'], 0, INT32_MAX);
    const firmware = asText(params['firmware'], 400);
    if (uuid === undefined || firmware === undefined || typeof params['capabilities'] !== 'object')
      throw new MalformedMessage('connect needs uuid, firmware and capabilities');
    const told = readCapabilities(params['capabilities']);
    this.#introduction = {
      ...told,
      uuid: Math.floor(uuid),
      firmware: shortVersion(firmware),
      ip: asAddress(asList(params['wanip'], 1)[0] ?? params['wanip']),
    };
    this.#caps = told.caps;
    const frameBytes = told.platform === 'switch' ? SWITCH_FRAME_BYTES : AP_FRAME_BYTES;
    this.#rpc.limits = { frameBytes, compressed: told.acceptsCompression };
    // Some introduce themselves again after they have taken a configuration.
    await (this.#adopted ? this.#begin(this.#adopted, this.#introduction) : this.adopt());
  }

  #connectionOf(deviceId: string): DeviceConnection {
    return {
      deviceId,
      session: undefined,
      lastActiveAt: this.lastActiveAt,
      silentAfterMs: SILENT_AFTER_MS,
      publish: (message) => this.#publish(message),
      close: (reason) => {
        this.#adopted?.linkRecord.close();
        this.#options.close(reason);
      },
    };
  }

  #parts(connection: DeviceConnection, linkRecord: LinkRecord, introduction: Introduction): AdoptedDevice {
    const { serial, services, close } = this.#options;
    const shared = { serial, clock: services.clock, rpc: this.#rpc, linkRecord };
    return {
      connection,
      linkRecord,
      configurator: new Configurator({
        ...shared,
        platform: introduction.platform,
        caps: () => this.#caps ?? introduction.caps,
        report: (report) => this.#receive(connection, 'cfg', report),
        closeConnection: close,
      }),
      commandRunner: new CommandRunner({
        ...shared,
        firmware: () => (this.#introduction ?? introduction).firmware,
        report: (report) => this.#receive(connection, 'cmd', report),
      }),
    };
  }

  /** What ran on while it was away is settled first, then it is born, then it is asked for its figures. */
  async #begin(adopted: AdoptedDevice, introduction: Introduction): Promise<void> {
    const { linkRecord, connection } = adopted;
    const { entropy } = this.#options.services;
    const { leaving } = linkRecord.link;
    const bootReason = bootReasonOf(leaving, introduction.firmware);
    const boot =
      bootReason === 'reconnect'
        ? linkRecord.link.boot || randomBase62(entropy, 12)
        : randomBase62(entropy, 12);
    await linkRecord.update({
      ...settlePending(linkRecord.link, introduction.uuid),
      leaving: undefined,
      boot,
    });
    if (leaving?.kind === 'upgrade' && bootReason !== 'upgrade')
      await this.#receive(connection, 'cmd', {
        cid: leaving.cid,
        state: 'failed',
        result: { reason: `The device came back with ${introduction.firmware}.` },
      });
    this.#bornAs = randomBase62(entropy, 22);
    await this.#bear(adopted, introduction, bootReason);
    void this.#rpc.call('request', { serial: this.#options.serial, when: 0, message: 'state' });
  }

  async #bear(
    { connection, linkRecord }: AdoptedDevice,
    introduction: Introduction,
    bootReason: BirthMessage['bootReason'],
  ): Promise<void> {
    const mark = runningConfig(linkRecord.link, introduction.uuid) ?? linkRecord.link.applied;
    const { identity } = this.#options;
    await this.#receive(connection, 'birth', {
      v: PROTOCOL_VERSION,
      session: this.#bornAs,
      bd: 0,
      seq: 0,
      ts: this.#now(),
      model: introduction.model,
      sn: identity.sn,
      mac: identity.mac,
      sw: introduction.firmware,
      hw: introduction.model,
      caps: this.#caps ?? introduction.caps,
      cfgRev: mark?.rev ?? 0,
      cfgHash: mark?.hash ?? '',
      bootReason,
      boot: linkRecord.link.boot,
      managed: 'cloud',
      uptimeSeconds: 0,
      nets: introduction.ip === undefined ? {} : { ip: introduction.ip },
    } satisfies BirthMessage);
  }

  #publish({ payload, topic }: Outgoing): void {
    const adopted = this.#adopted;
    if (!adopted) return;
    const isConfig = topic.endsWith('/down/cfg');
    // A device that tells the number 0 is in recovery: what waits for it is sent at its next start.
    if (isConfig && this.#introduction?.uuid === 0) return;
    const work = isConfig
      ? adopted.configurator.push(payload)
      : topic.includes('/down/cmd/')
        ? adopted.commandRunner.push(payload)
        : Promise.resolve();
    this.#aside(work);
  }

  async #tellTelemetry(params: Readonly<Record<string, unknown>>): Promise<void> {
    const latest = asList(asObject(params['data'])['state'], 1_000).at(-1);
    const { state } = asObject(asList(latest, 2)[1]);
    if (state !== undefined) await this.#tellState(state);
  }

  async #tellState(value: unknown): Promise<void> {
    const adopted = this.#adopted;
    const introduction = this.#introduction;
    if (!adopted || !introduction || !this.#caps) return;
    const learned = learnFromLinks(this.#caps, value);
    if (learned !== this.#caps) {
      this.#caps = learned;
      await this.#bear(adopted, introduction, 'reconnect');
      this.#aside(adopted.configurator.resume());
    }
    const { clients, lldp, stat } = readState(value, this.#now());
    const radios = readRadios(value, this.#caps.radios);
    const { connection } = adopted;
    // Figures of many devices are written together, and no acknowledgement waits for them: answers need not either.
    this.#aside(
      this.#receive(connection, 'stat', { ...this.#head(), ...stat, ...(radios.length > 0 && { radios }) }),
    );
    await this.#receive(connection, 'clients', { ...this.#head(), full: true, join: clients });
    await this.#receive(connection, 'topo', { ...this.#head(), lldp });
  }

  async #tell({ commandRunner, connection }: AdoptedDevice, meaning: ParsedMessage): Promise<void> {
    switch (meaning.kind) {
      case 'event':
        return this.#receive(connection, 'evt', meaning.event);
      case 'joined':
        return this.#receive(connection, 'clients', { ...this.#head(), full: false, join: [meaning.client] });
      case 'left':
        return this.#receive(connection, 'clients', { ...this.#head(), full: false, leave: [meaning.mac] });
      case 'upgrade':
        return commandRunner.reportUpgrade(meaning);
    }
  }

  /** A device in recovery asks for an answer before it goes on. */
  #acknowledge(id: number | undefined): void {
    if (id === undefined) return;
    const { send, serial } = this.#options;
    const result = { serial, status: { error: 0, text: 'Success' } };
    send(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  async #noteWaiting(): Promise<void> {
    const introduction = this.#introduction;
    const now = this.#now();
    if (!introduction || this.#adopted || now - this.#notedAt < WAITING_RECORD_INTERVAL_MS) return;
    this.#notedAt = now;
    const { address, identity, onDeviceWaiting, store } = this.#options;
    const { caps, firmware: software, model } = introduction;
    const list = await store.recordWaiting(identity, { caps, model, software }, now, address);
    if (list) onDeviceWaiting(list.accountId);
  }

  #head(): { session: string; seq: number; ts: number } {
    return { session: this.#bornAs, seq: ++this.#seq, ts: this.#now() };
  }

  #receive(connection: DeviceConnection, channel: UpChannel, payload: object): Promise<void> {
    return this.#options.plane.receive(connection, channel, payload);
  }

  /** Goes on beside what the device says next. */
  #aside(work: Promise<void>): void {
    void work.catch((error: unknown) =>
      this.#options.services.log.warn({ err: error, sn: this.identity.sn }, 'OpenWiFi work failed'),
    );
  }

  #now(): number {
    return this.#options.services.clock.now();
  }
}

/** Why a device is back, by what it was told before it went: new software alone proves an upgrade. */
function bootReasonOf(leaving: OpenWifiLink['leaving'], firmware: string): BirthMessage['bootReason'] {
  if (leaving?.kind !== 'upgrade') return leaving?.kind ?? 'reconnect';
  return leaving.firmware === firmware ? 'reconnect' : 'upgrade';
}

/** `OpenWrt 21.02 r16399 / TIP-v2.5.0` is known by its last part. */
function shortVersion(firmware: string): string {
  const parts = firmware.split(' / ');
  return (asText(parts.at(-1), 40) ?? asText(firmware, 40) ?? 'unknown').trim();
}
