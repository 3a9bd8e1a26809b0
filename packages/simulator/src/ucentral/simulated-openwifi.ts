import type { Clock, Entropy } from '@northlight/runtime';
import { WebSocket } from 'ws';
import type { PemPair } from './certificates.ts';
import { AP_PORTS, buildApState, buildScanResult, CAPABILITIES, type Platform } from './device-state.ts';
import { checkApConfig, checkSwitchConfig, reachesUplink, type ConfigCheck } from './check-config.ts';
import { SWITCH_PORTS, SWITCH_UPLINK, SwitchPorts } from './switch-ports.ts';
import { buildSwitchState } from './switch-state.ts';
import { createAnswer, AP_BUFFER_BYTES, type Call, splitChunks, encodeMessage, readCall } from './wire.ts';

const STATE_MS = 60_000;
/** Delay between a reboot call and the reboot, as measured on real clients. */
const REBOOT_DELAY_MS = 10_000;
const BOOT_MS = 15_000;
const SWITCH_RETRY_MS = 5_000;
const AP_RETRY_MS = 10_000;
const AP_RETRY_MAX_MS = 900_000;
const UPGRADE_STEP_MS = 4_000;
const FIRST_FIRMWARE = 'OpenWrt 23.05 / SIM-v1.0.0';
/**
 * Methods that the client of switches handles. It answers any other method with `Success` and does nothing.
 */
const SWITCH_METHODS: ReadonlySet<string> = new Set([
  'configure',
  'ping',
  'reboot',
  'factory',
  'upgrade',
  'telemetry',
  'script',
]);

const SUCCESS: ConfigCheck = { error: 0, text: 'Success', rejected: [] };
const INVALID: ConfigCheck = { error: 1, text: 'invalid parameters', rejected: [] };

export interface SimulatedOpenWifiOptions {
  /** Serial number of twelve hexadecimal digits. */
  readonly serial: string;
  readonly platform: Platform;
  /** Server address: `wss://host:port`. */
  readonly url: string;
  /** Certificate authority of the server (PEM). */
  readonly ca: string;
  readonly pair: PemPair;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** A simulated OpenWiFi access point or switch, which connects, reports and handles calls like a real one. */
export class SimulatedOpenWifi implements AsyncDisposable {
  readonly #options: SimulatedOpenWifiOptions;
  readonly #timers = new Set<() => void>();
  #socket: WebSocket | undefined;
  #stopped = false;
  #failures = 0;
  #uuid = 1;
  /** Number of the last received configuration, which a switch reports in its states also if it refused it. */
  #latestUuid = 1;
  #config: Readonly<Record<string, unknown>> | undefined;
  #firmware = FIRST_FIRMWARE;
  #startedAt: number;
  /** True after a configuration that removes the uplink, and after a reset that removes the address of the cloud. */
  #isCutOff = false;
  /** True after a configuration with `metrics` was applied; before that, a switch sends no state. */
  #hasMetrics: boolean;
  /** Ports of a switch. */
  readonly ports = new SwitchPorts();
  #cancelTelemetry: () => void = () => undefined;

  constructor(options: SimulatedOpenWifiOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#hasMetrics = options.platform === 'ap';
    this.#connect();
  }

  /** Number of the running configuration. */
  get uuid(): number {
    return this.#uuid;
  }

  /** Ports whose PoE is off. */
  get poeOff(): ReadonlySet<string> {
    return this.ports.poeOff;
  }

  /** Ports whose PoE was restarted, in order. */
  get poeResets(): readonly string[] {
    return this.ports.poeResets;
  }

  /** Running configuration; undefined before the first one and after a reset. */
  get configuration(): Readonly<Record<string, unknown>> | undefined {
    return this.#config;
  }

  get connected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    for (const cancel of this.#timers) cancel();
    const socket = this.#socket;
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.terminate();
    await closed;
  }

  #connect(): void {
    if (this.#stopped || this.#isCutOff) return;
    const { ca, pair, url } = this.#options;
    const socket = new WebSocket(url, ['ucentral-broker'], { ca, ...pair, perMessageDeflate: false });
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('open', () => {
      this.#failures = 0;
      this.#sendMessage('connect', {
        uuid: this.#uuid,
        firmware: this.#firmware,
        capabilities: CAPABILITIES[this.#options.platform],
      });
      this.#report(socket);
    });
    socket.on('message', (data) => this.#onMessage(data as Buffer));
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#failures++;
      this.#after(this.#retryMs(), () => {
        if (this.#socket === socket) this.#connect();
      });
    });
  }

  /** Returns the retry delay: constant for switches, growing with each failure for access points. */
  #retryMs(): number {
    return this.#options.platform === 'switch'
      ? SWITCH_RETRY_MS
      : Math.min(AP_RETRY_MAX_MS, AP_RETRY_MS * this.#failures);
  }

  #report(socket: WebSocket): void {
    this.#after(STATE_MS, () => {
      if (this.#socket !== socket || !this.connected) return;
      if (this.#hasMetrics) this.#sendState();
      this.#report(socket);
    });
  }

  #onMessage(data: Buffer): void {
    // Drops longer frames, because the client of access points has a fixed buffer.
    if (this.#options.platform === 'ap' && data.length > AP_BUFFER_BYTES) return;
    const call = readCall(data.toString('utf8'));
    if (call) this.#handleCall(call);
  }

  #handleCall(call: Call): void {
    const { platform, serial } = this.#options;
    if (platform === 'switch' && !SWITCH_METHODS.has(call.method)) return this.#answer(call);
    switch (call.method) {
      case 'configure':
        this.#answer(call, this.#configure(call));
        if (this.#isCutOff) this.#socket?.terminate();
        return;
      case 'reboot':
        this.#answer(call);
        return this.#restart(REBOOT_DELAY_MS);
      case 'factory':
        this.#answer(call);
        this.#wipe(call);
        return this.#restart(REBOOT_DELAY_MS);
      case 'fixedconfig':
        this.#answer(call, { error: 0, text: 'Applied fixed config, rebooting', rejected: [] });
        this.#wipe();
        return this.#restart(REBOOT_DELAY_MS);
      case 'upgrade':
        return this.#upgrade(call);
      case 'request':
        if (call.params['request_uuid'] === undefined) return this.#answer(call, INVALID);
        this.#answer(call);
        if (call.params['message'] === 'state') this.#sendState(call.params['request_uuid']);
        else this.#sendMessage('healthcheck', { uuid: this.#uuid, sanity: 100, data: {} });
        return;
      case 'telemetry':
        return this.#answer(call, this.#setTelemetry(call));
      case 'wifiscan': {
        const status = { error: 0, text: 'Success' };
        return this.#send(
          createAnswer(call.id, serial, this.#uuid, status, { scan: buildScanResult(serial) }),
        );
      }
      // Sends no answer to these calls, like real clients.
      case 'rrm':
      case 'script':
        return;
      default:
        return this.#answer(call);
    }
  }

  /**
   * Returns to the factory settings. An access point also loses the address of its cloud, unless the call keeps it.
   */
  #wipe(call?: Call): void {
    this.#uuid = 1;
    this.#latestUuid = 1;
    this.#config = undefined;
    this.#hasMetrics = this.#options.platform === 'ap';
    this.ports.reset();
    const isKept = call?.params['keep_redirector'] === 1 || call?.params['keep_redirector'] === true;
    if (this.#options.platform === 'ap' && !isKept) this.#isCutOff = true;
  }

  /**
   * Rejects a configuration number that is not above the current one, because real clients would never load
   * it.
   */
  #configure({ params }: Call): ConfigCheck {
    const config = (params['config'] ?? {}) as Readonly<Record<string, unknown>>;
    const uuid = Number(params['uuid']);
    if (config['uuid'] !== uuid || uuid <= this.#uuid)
      return { error: 2, text: 'The configuration number is wrong', rejected: [] };
    const isSwitch = this.#options.platform === 'switch';
    const check = isSwitch ? checkSwitchConfig(config, SWITCH_PORTS) : checkApConfig(config);
    this.#latestUuid = uuid;
    if (check.error === 2) return check;
    this.#uuid = uuid;
    this.#config = config;
    if (isSwitch) {
      this.#cancelTelemetry();
      this.#hasMetrics = config['metrics'] !== undefined;
      this.ports.configure(config);
      this.#isCutOff = this.ports.getLinkSpeed(SWITCH_UPLINK) === undefined;
    } else this.#isCutOff = !reachesUplink(config, AP_PORTS.wan);
    return check;
  }

  /** Starts or ends the messages of a `telemetry` call. The interval is in seconds; 0 ends them. */
  #setTelemetry({ params }: Call): ConfigCheck {
    const interval = Number(params['interval'] ?? 0);
    if (interval > 0 && !Array.isArray(params['types'])) return INVALID;
    this.#cancelTelemetry();
    const socket = this.#socket;
    const repeat = (): void => {
      this.#cancelTelemetry = this.#after(interval * 1000, () => {
        if (this.#socket !== socket || !this.connected) return;
        const report = { uuid: this.#latestUuid, serial: this.#options.serial, state: this.#buildState() };
        const seconds = Math.floor(this.#options.clock.now() / 1000);
        this.#sendMessage('telemetry', { data: { state: [[seconds, report]], timestamp: seconds } });
        repeat();
      });
    };
    if (interval > 0) repeat();
    return SUCCESS;
  }

  #upgrade(call: Call): void {
    const { uri } = call.params;
    const name = /([^/]+)\.(?:bin|img|tar)$/.exec(typeof uri === 'string' ? uri : '')?.[1];
    if (name === undefined)
      return this.#answer(call, { error: 2, text: 'The image could not be validated', rejected: [] });
    this.#answer(call, { error: 0, text: 'Triggering FW upgrade', rejected: [] });
    const steps = [
      ['download', 50],
      ['download', 100],
      ['flash', 50],
      ['flash', 100],
    ] as const;
    steps.forEach(([operation, percentage], index) =>
      this.#after(UPGRADE_STEP_MS * (index + 1), () =>
        this.#sendMessage('event', {
          data: {
            event: [
              Math.floor(this.#options.clock.now() / 1000),
              {
                type: 'firmware_upgrade_status',
                payload: { operation, percentage, text: `${operation} ${percentage}%` },
              },
            ],
          },
        }),
      ),
    );
    this.#after(UPGRADE_STEP_MS * (steps.length + 1), () => {
      this.#firmware = `OpenWrt 23.05 / ${name.slice(0, 40)}`;
      // A switch keeps its configuration.
      if (this.#options.platform === 'ap') this.#wipe(call);
      this.#restart(0);
    });
  }

  #restart(delayMs: number): void {
    this.#after(delayMs, () => {
      const socket = this.#socket;
      this.#socket = undefined;
      socket?.terminate();
      this.#after(BOOT_MS, () => {
        this.#startedAt = this.#options.clock.now();
        this.#connect();
      });
    });
  }

  #sendState(requestUuid?: unknown): void {
    this.#sendMessage('state', {
      uuid: this.#options.platform === 'switch' ? this.#latestUuid : this.#uuid,
      state: this.#buildState(),
      ...(requestUuid !== undefined && { request_uuid: requestUuid }),
    });
  }

  #buildState(): object {
    const { clock, entropy, platform, serial } = this.#options;
    const uptimeSeconds = Math.floor((clock.now() - this.#startedAt) / 1000);
    return platform === 'ap'
      ? buildApState(serial, uptimeSeconds, entropy, this.#config)
      : buildSwitchState({
          serial,
          uptimeSeconds,
          entropy,
          ports: this.ports,
          hasMetrics: this.#hasMetrics,
        });
  }

  #sendMessage(method: string, params: object): void {
    this.#send(encodeMessage(method, { serial: this.#options.serial, ...params }));
  }

  #answer({ id }: Call, { error, rejected, text }: ConfigCheck = SUCCESS): void {
    const status = { error, text, ...(rejected.length > 0 && { rejected }) };
    this.#send(createAnswer(id, this.#options.serial, this.#uuid, status));
  }

  #send(text: string): void {
    if (!this.connected) return;
    for (const { last, part } of splitChunks(text)) this.#socket?.send(part, { fin: last, binary: false });
  }

  /** Runs after a delay unless the device stops or the returned function is called. */
  #after(ms: number, run: () => void): () => void {
    const cancel = this.#options.clock.after(ms, () => {
      this.#timers.delete(cancel);
      if (!this.#stopped) run();
    });
    this.#timers.add(cancel);
    return () => {
      this.#timers.delete(cancel);
      cancel();
    };
  }
}
