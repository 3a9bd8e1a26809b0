import { SeededEntropy, hashSha256Hex, SteppedClock } from '@northlight/runtime';
import { CloudProcess } from './cloud-process.ts';
import { SimulatedConsole } from './console.ts';
import { RandomChoices } from './faults.ts';
import { PhysicalDevice } from './physical-device.ts';
import { ShiftedClock } from './shifted-clock.ts';
import { VirtualNetwork } from './virtual-network.ts';
import { WatchedStore } from './watched-store.ts';
import { WireWatch } from './wire-watch.ts';

const DEVICES = 3;
/** Interval of the checks of idle devices. */
const CHECK_MS = 2_000;
/** Maximum durations of applying a configuration on quick and slow devices. */
const SLOWEST_WORK_MS = [3_000, 3_000, 20_000] as const;
const SHORTEST_STALL_MS = 1_000;
const LONGEST_STALL_MS = 10_000;
/** Age at which credentials are renewed: 4.3 min, so that renewals occur within a story. */
const RENEWS_OFTEN_DAYS = 0.003;
const MAX_PROCESSES = 2;

/**
 * A cloud of one or two processes, its devices and the network between them. One seed determines all of it.
 */
export class StoryWorld {
  readonly clock = new SteppedClock();
  /** The clock of the cloud's machines. */
  readonly cloudClock = new ShiftedClock(this.clock);
  readonly choices: RandomChoices;
  readonly store: WatchedStore;
  readonly violations: string[] = [];
  readonly lines: string[] = [];
  readonly watch: WireWatch;
  readonly network: VirtualNetwork;
  readonly console: SimulatedConsole;
  readonly devices: PhysicalDevice[] = [];
  #processes: readonly CloudProcess[] = [];

  constructor(seed: number) {
    this.choices = new RandomChoices(new SeededEntropy(seed));
    const { clock, cloudClock, choices, trace, violated } = this;
    this.store = new WatchedStore(() => cloudClock.wasPutBack, violated);
    const { store } = this;
    this.watch = new WireWatch(() => clock.now(), violated);
    const shared = { choices, trace, violated, watch: this.watch, server: () => this.#anyProcess() };
    this.network = new VirtualNetwork({ ...shared, clock });
    this.console = new SimulatedConsole({ ...shared, clock: cloudClock, store });
  }

  readonly trace = (text: string): void => {
    this.lines.push(`${this.clock.now()} ${text}`);
  };

  readonly violated = (text: string): void => {
    this.violations.push(text);
    this.trace(`VIOLATED ${text}`);
  };

  async begin(): Promise<void> {
    const { clock, choices, network, store, trace, violated, watch } = this;
    const shared = { clock, choices, network, trace, violated, watch };
    for (let count = 0; count < DEVICES; count++) {
      const sn = `NLTEST000000000${count}`;
      const secret = `the secret of ${sn}`;
      watch.keepSecret(secret, sn);
      await store.addBaseDevice(sn, hashSha256Hex(secret));
      const renewAfterDays = choices.happens(0.3) ? RENEWS_OFTEN_DAYS : 60;
      const slowestWorkMs = choices.pick(SLOWEST_WORK_MS);
      this.devices.push(new PhysicalDevice({ ...shared, sn, secret, renewAfterDays, slowestWorkMs }));
      if (choices.happens(0.8)) await this.console.claim(sn);
    }
    this.startProcess();
    for (const device of this.devices) await device.boot();
    this.#checkDevices();
  }

  #checkDevices(): void {
    for (const device of this.devices) device.checkIdle();
    this.clock.after(CHECK_MS, () => this.#checkDevices());
  }

  get processCount(): number {
    return this.#processes.length;
  }

  startProcess(): void {
    if (this.#processes.length >= MAX_PROCESSES) return;
    const { cloudClock, choices, network, store, trace, watch } = this;
    const process = new CloudProcess(store, cloudClock, {
      choices,
      dies: () => this.#dies(process),
      fails: () => choices.happens(network.rates.fail),
      waits: () =>
        choices.happens(network.rates.stall)
          ? choices.between(SHORTEST_STALL_MS, LONGEST_STALL_MS)
          : choices.between(0, network.rates.slowestStoreMs),
      warn: (text) => {
        watch.logged(text);
        trace(`warn ${text}`);
      },
    });
    this.#processes = [...this.#processes, process];
    trace(`server starts, ${this.#processes.length} alive`);
    void process.plane.start().catch(() => this.#kill(process));
  }

  killProcesses(all: boolean): void {
    for (const process of all ? this.#processes : this.#processes.slice(0, 1)) this.#kill(process);
  }

  suspend(ms: number): void {
    this.trace(`a server is suspended for ${ms} ms`);
    this.#anyProcess()?.suspend(ms);
  }

  /** Returns true if the process is killed now; it is started again later. */
  #dies(process: CloudProcess): boolean {
    if (!this.choices.happens(this.network.rates.die)) return false;
    this.#kill(process);
    this.clock.after(this.choices.between(100, 20_000), () => {
      if (this.#processes.length === 0) this.startProcess();
    });
    return true;
  }

  #kill(process: CloudProcess): void {
    if (!process.alive) return;
    this.#processes = this.#processes.filter((other) => other !== process);
    this.trace(`server is killed, ${this.#processes.length} alive`);
    process.kill();
    this.network.breakAllOf(process);
  }

  #anyProcess(): CloudProcess | undefined {
    const [first, ...others] = this.#processes;
    return first && this.choices.pick([first, ...others]);
  }
}
