import type { Clock } from '@northlight/runtime';
import type { DeviceLink, LinkLog } from '../link/index.ts';
import { readLinks } from '../system/json-commands.ts';
import type { RunProgram } from '../system/run.ts';
import type { WatchedProgram, watchProgram } from '../system/watch-program.ts';

/** Minimum time between two events of a flapping port. The final state of the port is always reported. */
const MIN_EVENT_INTERVAL_MS = 500;
const RESTART_CHECK_MS = 5_000;
const MONITOR = ['ip', '-o', 'monitor', 'link'] as const;
const LINE = /^(Deleted )?\d+: ([^:@\s]+)(?:@[^:\s]+)?: <([^>]*)>/;

/** Parses a line of `ip -o monitor link` to the interface name and link state. */
export function parseLinkLine(line: string): { readonly name: string; readonly up: boolean } | undefined {
  const [, deleted, name, flags = ''] = LINE.exec(line) ?? [];
  return name === undefined
    ? undefined
    : { name, up: deleted === undefined && flags.split(',').includes('LOWER_UP') };
}

export interface PortWatchOptions {
  readonly link: Pick<DeviceLink, 'reportEvent'>;
  readonly clock: Clock;
  readonly log: LinkLog;
  readonly run: RunProgram;
  readonly ports: readonly string[];
  readonly watch: typeof watchProgram;
}

interface Port {
  up: boolean;
  reportedUp: boolean;
  isThrottled: boolean;
}

/** Reports an event when a port gains or loses its link. */
export class PortWatch implements Disposable {
  readonly #options: PortWatchOptions;
  readonly #ports = new Map<string, Port>();
  #watching: WatchedProgram | undefined;
  #cancel: () => void = () => undefined;
  #stopped = false;

  constructor(options: PortWatchOptions) {
    this.#options = options;
  }

  /** Starts watching, and restarts when the monitor program ends. Never rejects. */
  async start(): Promise<void> {
    const { clock, log, watch } = this.#options;
    try {
      if (this.#watching?.ended !== false) {
        this.#watching = await watch(MONITOR, (line) => this.#onLine(line));
        // Reports changes that happened while the monitor was not running.
        for (const { flags, ifname } of await readLinks(this.#options.run))
          this.#update(ifname, flags.includes('LOWER_UP'));
      }
    } catch (error) {
      log.warn({ err: error }, 'the ports are not watched');
    }
    if (this.#stopped) this.#watching?.[Symbol.dispose]();
    else this.#cancel = clock.after(RESTART_CHECK_MS, () => void this.start());
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    this.#cancel();
    this.#watching?.[Symbol.dispose]();
  }

  #onLine(line: string): void {
    const change = parseLinkLine(line);
    if (change) this.#update(change.name, change.up);
  }

  #update(name: string, up: boolean): void {
    if (!this.#options.ports.includes(name)) return;
    const port = this.#ports.get(name);
    // The first state of a port is not an event.
    if (!port) return void this.#ports.set(name, { up, reportedUp: up, isThrottled: false });
    port.up = up;
    this.#report(name, port);
  }

  #report(name: string, port: Port): void {
    if (this.#stopped || port.isThrottled || port.up === port.reportedUp) return;
    const { clock, link } = this.#options;
    port.reportedUp = port.up;
    port.isThrottled = true;
    clock.after(MIN_EVENT_INTERVAL_MS, () => {
      port.isThrottled = false;
      this.#report(name, port);
    });
    const state = port.up ? 'up' : 'down';
    void link.reportEvent(`port-${state}`, 'info', { port: name, text: `${name} is ${state}.` });
  }
}
