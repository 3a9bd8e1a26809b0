import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, sleep } from '@northlight/runtime';
import { CommandFailed, type RunProgram } from '../system/run.ts';

const POLL_MS = 100;
/** Number of polls (15 s): scanning for overlapping networks and setting the country take 1 to 2 s each. */
const POLLS = 150;

export interface HostapdOptions {
  /** Directory of the control sockets. */
  readonly controlDir: string;
  readonly run: RunProgram;
  readonly clock: Clock;
  readonly isRunning: (device: string) => Promise<boolean>;
}

/**
 * Creates the directory of the control sockets. Its parent also contains the socket of the LLDP daemon, which runs as
 * another user.
 */
export async function createControlDirectory(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true, mode: 0o755 });
  await mkdir(directory, { recursive: true, mode: 0o700 });
}

/** Returns the command that starts hostapd in the background. */
export const formatHostapdCommand = (file: string, pidFile: string): readonly [string, ...string[]] => [
  'hostapd',
  '-B',
  '-P',
  pidFile,
  file,
];

/** Controls hostapd processes, which each broadcast on one interface. */
export class Hostapd {
  readonly #options: HostapdOptions;

  constructor(options: HostapdOptions) {
    this.#options = options;
  }

  /** Runs a hostapd_cli command and returns its output. */
  control(device: string, ...args: string[]): Promise<string> {
    return this.#options.run(['hostapd_cli', '-p', this.#options.controlDir, '-i', device, ...args]);
  }

  /**
   * Waits until hostapd has its channel. Does not wait for a radar check, which continues in the background.
   */
  async waitUntilReady(device: string): Promise<void> {
    const { clock, isRunning } = this.#options;
    for (let polls = 0; polls < POLLS; polls++) {
      const state = await this.state(device);
      if (state === 'ENABLED' || state === 'DFS') return;
      if (!(await isRunning(device))) break;
      await sleep(clock, POLL_MS);
    }
    throw new CommandFailed(['hostapd'], `${device} did not start to broadcast.`);
  }

  async state(device: string): Promise<string | undefined> {
    try {
      return /^state=(\w+)$/m.exec(await this.control(device, 'status'))?.[1];
    } catch (error) {
      if (error instanceof CommandFailed) return undefined;
      throw error;
    }
  }
}
