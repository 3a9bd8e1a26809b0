import { type Clock, sleep } from '@northlight/runtime';
import type { RunProgram } from '../system/run.ts';

export interface PoeController {
  /** Ports with PoE support. */
  readonly ports: readonly string[];
  /** Switches the power of a port. Idempotent. */
  set(port: string, on: boolean): Promise<void>;
  /** Returns the power that a port draws now (W); undefined without PoE support. */
  watts(port: string): Promise<number | undefined>;
}

const OFF_MS = 2_000;

/** Switches the PoE power of ports off and on; a port that is off stays off. */
export async function cyclePower(
  controller: PoeController,
  ports: readonly string[],
  clock: Clock,
): Promise<void> {
  const powered: string[] = [];
  for (const port of ports) if ((await controller.watts(port)) !== 0) powered.push(port);
  for (const port of powered) await controller.set(port, false);
  await sleep(clock, OFF_MS);
  for (const port of powered) await controller.set(port, true);
}

export interface LinkPoeOptions {
  /** Power drawn (W) by the device on each port. */
  readonly loads: Readonly<Record<string, number>>;
  readonly run: RunProgram;
}

/**
 * Emulates PoE on a machine without it. Both ends of a port without power have no link. The drawn power is
 * the configured load.
 */
export class LinkPoe implements PoeController {
  readonly #options: LinkPoeOptions;
  readonly #off = new Set<string>();

  constructor(options: LinkPoeOptions) {
    this.#options = options;
  }

  get ports(): readonly string[] {
    return Object.keys(this.#options.loads);
  }

  async set(port: string, on: boolean): Promise<void> {
    if (on) this.#off.delete(port);
    else this.#off.add(port);
    await this.#options.run(['ip', 'link', 'set', 'dev', port, on ? 'up' : 'down']);
  }

  watts(port: string): Promise<number | undefined> {
    const load = this.#options.loads[port];
    return Promise.resolve(load === undefined ? undefined : this.#off.has(port) ? 0 : load);
  }
}
