import type { Clock } from '@northlight/runtime';
import { formatHostapdCommand, Hostapd } from '../radio/hostapd.ts';
import { RadioDaemon } from '../radio/radio-daemon.ts';
import type { RunProgram } from '../system/run.ts';
import type { Bss } from './render.ts';

export interface BssOptions {
  /** Directory of hostapd's files, which contain keys. */
  readonly directory: string;
  readonly controlDir: string;
  readonly run: RunProgram;
  readonly clock: Clock;
}

/** A BSS to start: the text of its hostapd file, and its radio. */
export interface BssTask {
  readonly bss: Bss;
  readonly text: string;
  readonly phy: string;
  readonly powerDbm: number | undefined;
}

/** Runs one hostapd per SSID and radio. */
export class BssDaemon {
  readonly #options: BssOptions;
  readonly #daemon: RadioDaemon;
  readonly #hostapd: Hostapd;

  constructor(options: BssOptions) {
    this.#options = options;
    this.#daemon = new RadioDaemon(options);
    this.#hostapd = new Hostapd({ ...options, isRunning: (device) => this.#daemon.isRunning(device) });
  }

  /** Starts a BSS. A BSS that already runs with the same file stays unchanged. */
  start({ bss, phy, powerDbm, text }: BssTask): Promise<void> {
    const { bssid, device, isolated, path } = bss;
    return this.#daemon.start({
      device,
      phy,
      type: '__ap',
      mac: bssid,
      text,
      powerDbm,
      path,
      command: formatHostapdCommand,
      ready: async () => {
        await this.#hostapd.waitUntilReady(device);
        const port = ['bridge', 'link', 'set', 'dev', device] as const;
        // A client must not change the spanning tree of a mesh node.
        await this.#options.run([...port, 'isolated', isolated ? 'on' : 'off', 'root_block', 'on']);
        await this.control(device, 'update_beacon');
      },
    });
  }

  /** Stops a BSS: hostapd disconnects its clients, and its interface is removed. */
  stop(device: string): Promise<void> {
    return this.#daemon.stop(device);
  }

  isRunning(device: string): Promise<boolean> {
    return this.#daemon.isRunning(device);
  }

  /** Runs a hostapd_cli command and returns its output. */
  control(device: string, ...args: string[]): Promise<string> {
    return this.#hostapd.control(device, ...args);
  }

  state(device: string): Promise<string | undefined> {
    return this.#hostapd.state(device);
  }
}
