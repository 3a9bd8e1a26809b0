import type { Clock } from '@northlight/runtime';
import type { DeviceLink, LinkLog } from '../link/index.ts';
import { readLinks } from '../system/json-commands.ts';
import type { Run } from '../system/run.ts';
import type { Watching, watchProgram } from '../system/watch-program.ts';

/** A port that changes all the time is told no more often than this, and how it is in the end. */
const SPACING_MS = 500;
const WATCH_AGAIN_MS = 5_000;
const MONITOR = ['ip', '-o', 'monitor', 'link'] as const;
const LINE = /^(Deleted )?\d+: ([^:@\s]+)(?:@[^:\s]+)?: <([^>]*)>/;

/** An interface and whether it has a link, from a line of `ip -o monitor link`. */
export function parseLinkLine(line: string): { readonly name: string; readonly up: boolean } | undefined {
  const [, deleted, name, flags = ''] = LINE.exec(line) ?? [];
  return name === undefined
    ? undefined
    : { name, up: deleted === undefined && flags.split(',').includes('LOWER_UP') };
}

export interface PortWatchOptions {
  readonly link: Pick<DeviceLink, 'event'>;
  readonly clock: Clock;
  readonly log: LinkLog;
  readonly run: Run;
  readonly ports: readonly string[];
  readonly watch: typeof watchProgram;
}

interface Port {
  up: boolean;
  told: boolean;
  isHeld: boolean;
}

/** Tells the cloud of each port that gets or loses its link, at once; what happens without the cloud is told later. */
export class PortWatch implements Disposable {
  readonly #options: PortWatchOptions;
  readonly #ports = new Map<string, Port>();
  #watching: Watching | undefined;
  #cancel: () => void = () => undefined;
  #stopped = false;

  constructor(options: PortWatchOptions) {
    this.#options = options;
  }

  /** Never rejects; begins again when what it listens to ends. */
  async start(): Promise<void> {
    const { clock, log, watch } = this.#options;
    try {
      if (this.#watching?.ended !== false) {
        this.#watching = await watch(MONITOR, (line) => this.#onLine(line));
        // What happened while nobody listened.
        for (const { flags, ifname } of await readLinks(this.#options.run))
          this.#see(ifname, flags.includes('LOWER_UP'));
      }
    } catch (error) {
      log.warn({ err: error }, 'the ports are not watched');
    }
    if (this.#stopped) this.#watching?.[Symbol.dispose]();
    else this.#cancel = clock.after(WATCH_AGAIN_MS, () => void this.start());
  }

  [Symbol.dispose](): void {
    this.#stopped = true;
    this.#cancel();
    this.#watching?.[Symbol.dispose]();
  }

  #onLine(line: string): void {
    const seen = parseLinkLine(line);
    if (seen) this.#see(seen.name, seen.up);
  }

  #see(name: string, up: boolean): void {
    if (!this.#options.ports.includes(name)) return;
    const port = this.#ports.get(name);
    // How it was found is no event.
    if (!port) return void this.#ports.set(name, { up, told: up, isHeld: false });
    port.up = up;
    this.#tell(name, port);
  }

  #tell(name: string, port: Port): void {
    if (this.#stopped || port.isHeld || port.up === port.told) return;
    const { clock, link } = this.#options;
    port.told = port.up;
    port.isHeld = true;
    clock.after(SPACING_MS, () => {
      port.isHeld = false;
      this.#tell(name, port);
    });
    const word = port.up ? 'up' : 'down';
    void link.event(`port-${word}`, 'info', { port: name, text: `${name} is ${word}.` });
  }
}
