import type { Clock, Entropy } from '@northlight/runtime';
import { WebSocket } from 'ws';
import type { PemPair } from './certificates.ts';
import { CAPABILITIES, type Platform, PORTS, buildScanResult, buildState } from './device-state.ts';
import { judgeApConfig, judgeSwitchConfig, type Verdict } from './judge-config.ts';
import { answer, AP_BUFFER_BYTES, type Call, splitChunks, encodeMessage, readCall } from './wire.ts';

const STATE_MS = 60_000;
/** Delay from a reboot call to the reboot, as measured on real clients. */
const REBOOT_DELAY_MS = 10_000;
const BOOT_MS = 15_000;
const SWITCH_RETRY_MS = 5_000;
const AP_RETRY_MS = 10_000;
const AP_RETRY_MAX_MS = 900_000;
const UPGRADE_STEP_MS = 4_000;
const FIRST_FIRMWARE = 'OpenWrt 23.05 / SIM-v1.0.0';

export interface SimulatedOpenWifiOptions {
  /** Twelve hexadecimal digits. */
  readonly serial: string;
  readonly platform: Platform;
  /** Server address: `wss://host:port`. */
  readonly url: string;
  /** The server's certificate authority (PEM). */
  readonly ca: string;
  readonly pair: PemPair;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** A simulated OpenWiFi access point or switch: connects, reports, and handles calls like real ones. */
export class SimulatedOpenWifi implements AsyncDisposable {
  readonly #options: SimulatedOpenWifiOptions;
  readonly #timers = new Set<() => void>();
  #socket: WebSocket | undefined;
  #stopped = false;
  #failures = 0;
  #uuid = 1;
  #config: Readonly<Record<string, unknown>> | undefined;
  #firmware = FIRST_FIRMWARE;
  #startedAt: number;

  constructor(options: SimulatedOpenWifiOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#connect();
  }

  /** Number of the running configuration. */
  get uuid(): number {
    return this.#uuid;
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
    if (this.#stopped) return;
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

  /** Retry delay: constant for switches, growing with each failure for access points. */
  #retryMs(): number {
    return this.#options.platform === 'switch'
      ? SWITCH_RETRY_MS
      : Math.min(AP_RETRY_MAX_MS, AP_RETRY_MS * this.#failures);
  }

  #report(socket: WebSocket): void {
    this.#after(STATE_MS, () => {
      if (this.#socket !== socket || !this.connected) return;
      this.#sendState();
      this.#report(socket);
    });
  }

  #onMessage(data: Buffer): void {
    // The access points' client has a fixed buffer and drops longer frames.
    if (this.#options.platform === 'ap' && data.length > AP_BUFFER_BYTES) return;
    const call = readCall(data.toString('utf8'));
    if (call) this.#handleCall(call);
  }

  #handleCall(call: Call): void {
    const { serial } = this.#options;
    switch (call.method) {
      case 'configure':
        return this.#answer(call, this.#configure(call));
      case 'reboot':
        this.#answer(call);
        return this.#restart(REBOOT_DELAY_MS);
      case 'factory':
        this.#answer(call);
        this.#uuid = 1;
        return this.#restart(REBOOT_DELAY_MS);
      case 'upgrade':
        return this.#upgrade(call);
      case 'request':
        this.#answer(call);
        if (call.params['message'] === 'state') this.#sendState(call.params['request_uuid']);
        else this.#sendMessage('healthcheck', { uuid: this.#uuid, sanity: 100, data: {} });
        return;
      case 'wifiscan': {
        const hasNoRadios = this.#options.platform === 'switch';
        const status = hasNoRadios ? { error: 2, text: 'No radios' } : { error: 0, text: 'Success' };
        return this.#send(
          answer(call.id, serial, this.#uuid, status, hasNoRadios ? {} : { scan: buildScanResult(serial) }),
        );
      }
      // Real clients never answer these calls.
      case 'rrm':
      case 'script':
        return;
      default:
        return this.#answer(call);
    }
  }

  /** Rejects a configuration number that is not above the present one, which real clients would never load. */
  #configure({ params }: Call): Verdict {
    const config = (params['config'] ?? {}) as Readonly<Record<string, unknown>>;
    const uuid = Number(params['uuid']);
    if (config['uuid'] !== uuid || uuid <= this.#uuid)
      return { error: 2, text: 'The configuration number is wrong', rejected: [] };
    const { lan, wan } = PORTS.switch;
    const verdict =
      this.#options.platform === 'switch'
        ? judgeSwitchConfig(config, [...lan, ...wan])
        : judgeApConfig(config);
    if (verdict.error !== 2) {
      this.#uuid = uuid;
      this.#config = config;
    }
    return verdict;
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
                payload: { operation, percentage, text: `${operation} ${percentage} %` },
              },
            ],
          },
        }),
      ),
    );
    this.#after(UPGRADE_STEP_MS * (steps.length + 1), () => {
      this.#firmware = `OpenWrt 23.05 / ${name.slice(0, 40)}`;
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
    const { clock, entropy, platform, serial } = this.#options;
    const uptime = Math.floor((clock.now() - this.#startedAt) / 1000);
    this.#sendMessage('state', {
      uuid: this.#uuid,
      state: buildState(platform, serial, uptime, entropy, this.#config),
      ...(requestUuid !== undefined && { request_uuid: requestUuid }),
    });
  }

  #sendMessage(method: string, params: object): void {
    this.#send(encodeMessage(method, { serial: this.#options.serial, ...params }));
  }

  #answer(
    { id }: Call,
    { error, rejected, text }: Verdict = { error: 0, text: 'Success', rejected: [] },
  ): void {
    const status = { error, text, ...(rejected.length > 0 && { rejected }) };
    this.#send(answer(id, this.#options.serial, this.#uuid, status));
  }

  #send(text: string): void {
    if (!this.connected) return;
    for (const { last, part } of splitChunks(text)) this.#socket?.send(part, { fin: last, binary: false });
  }

  #after(ms: number, run: () => void): void {
    const cancel = this.#options.clock.after(ms, () => {
      this.#timers.delete(cancel);
      if (!this.#stopped) run();
    });
    this.#timers.add(cancel);
  }
}
