import { type Clock, sleep } from '@northlight/runtime';
import { hasOtherChannel, isOtherChannel } from '../radio/channel-switch.ts';
import type { ChosenChannel } from '../radio/channels.ts';
import { readInterfaces } from '../radio/iw.ts';
import { formatHostapdCommand, Hostapd } from '../radio/hostapd.ts';
import { RadioDaemon } from '../radio/radio-daemon.ts';
import { CommandFailed, type RunProgram } from '../system/run.ts';
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
  /** Channel of the radio. */
  readonly setting: ChosenChannel;
  /** Arguments of hostapd_cli that announce it; undefined if hostapd has to restart for it. */
  readonly channelSwitch: readonly string[] | undefined;
}

const POLL_MS = 100;
/** Number of polls (10 s) for an announced change, which takes 1 s; longer on a busy machine. */
const POLLS = 100;

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

  /**
   * Prepares the BSSs of a radio, which share its channel, for another one. If nothing else has changed, their beacons announce
   * it at the same time, and clients follow. Otherwise, and if hostapd refuses, all that are on another channel stop.
   */
  async changeChannel(tasks: readonly BssTask[]): Promise<void> {
    const running = await Promise.all(
      tasks.map(async (task) => ({ ...task, before: await this.#daemon.readText(task.bss.device) })),
    );
    const isAnnounced =
      running.every(
        ({ before = '', channelSwitch, text }) => channelSwitch && isOtherChannel(before, text),
      ) && (await this.#announceChannel(tasks));
    for (const { before, bss, text } of running)
      if (isAnnounced) await this.#daemon.storeText(bss.device, text);
      else if (before !== undefined && hasOtherChannel(before, text)) await this.#daemon.stop(bss.device);
  }

  /** Returns false if hostapd refuses, or if a BSS does not move. */
  async #announceChannel(tasks: readonly BssTask[]): Promise<boolean> {
    try {
      const answers = await Promise.all(
        tasks.map(({ bss, channelSwitch = [] }) => this.control(bss.device, ...channelSwitch)),
      );
      return answers.every((answer) => /^OK$/m.test(answer)) && (await this.#haveMoved(tasks));
    } catch (error) {
      if (error instanceof CommandFailed) return false;
      throw error;
    }
  }

  /** Resolves with true when all BSSs are on their channel, or with false after a time. */
  async #haveMoved(tasks: readonly BssTask[]): Promise<boolean> {
    const { clock, run } = this.#options;
    for (let polls = 0; polls < POLLS; polls++) {
      const interfaces = await readInterfaces(run);
      const hasMoved = ({ bss, setting }: BssTask): boolean =>
        interfaces.some(
          ({ channel, device, widthMhz }) =>
            device === bss.device && channel === setting.channel && widthMhz === setting.widthMhz,
        );
      if (tasks.every(hasMoved)) return true;
      await sleep(clock, POLL_MS);
    }
    return false;
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
