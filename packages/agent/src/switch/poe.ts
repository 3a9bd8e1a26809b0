import { type Clock, sleep } from '@northlight/runtime';
import type { Run } from '../system/run.ts';

/** What feeds devices through the ports of a switch. */
export interface PoeController {
  /** Ports that it can feed. */
  readonly ports: readonly string[];
  /** Feeds, or does not. May be repeated. */
  set(port: string, on: boolean): Promise<void>;
  /** What the port feeds now (W); undefined for one that cannot. */
  watts(port: string): Promise<number | undefined>;
}

const OFF_MS = 2_000;

/** Takes the power away and gives it back; a port that is off stays so. */
export async function cyclePower(
  controller: PoeController,
  ports: readonly string[],
  clock: Clock,
): Promise<void> {
  const fed: string[] = [];
  for (const port of ports) if ((await controller.watts(port)) !== 0) fed.push(port);
  for (const port of fed) await controller.set(port, false);
  await sleep(clock, OFF_MS);
  for (const port of fed) await controller.set(port, true);
}

export interface LinkPoeOptions {
  /** What hangs at each port, and what it draws (W). */
  readonly loads: Readonly<Record<string, number>>;
  readonly run: Run;
}

/**
 * Power as far as a machine without it can show: a port that does not feed has no link, and neither has what would
 * hang at it. What is drawn is what the machine's owner says of the load.
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
