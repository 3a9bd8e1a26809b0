import { DevicePlane, type DeviceStore } from '@northlight/device-plane';
import { Provisioning } from '@northlight/device-plane/testing';
import { type Clock, SeededEntropy, sleep } from '@northlight/runtime';
import type { RandomChoices } from './faults.ts';
import { type ProcessLife, createCrashingStore } from './crashing-store.ts';

/** One process of the server, from its start until it is killed. */
export class CloudProcess {
  readonly plane: DevicePlane;
  readonly provisioning: Provisioning;
  readonly clock: Clock;
  readonly #outside: Clock;
  #alive = true;
  /** Resolves when the suspended process resumes; absent while it runs. */
  #suspended: Promise<void> | undefined;

  /** `dies` is called before and after each commit. It returns true to kill the process there. */
  constructor(
    store: DeviceStore,
    clock: Clock,
    {
      choices,
      dies,
      fails,
      waits,
      warn,
    }: {
      choices: RandomChoices;
      dies: () => boolean;
      fails: ProcessLife['fails'];
      waits: ProcessLife['waits'];
      warn: (text: string) => void;
    },
  ) {
    this.#outside = clock;
    const isAlive = (): boolean => this.#alive && !dies();
    this.clock = {
      now: () => clock.now(),
      after: (ms, run) => clock.after(ms, () => this.#run(run)),
    };
    const resumed = (): Promise<void> => this.#suspended ?? Promise.resolve();
    const mortal = createCrashingStore(store, clock, { isAlive, fails, waits, resumed });
    const entropy = new SeededEntropy(choices.between(0, 2 ** 31));
    this.plane = new DevicePlane({
      store: mortal,
      clock: this.clock,
      entropy,
      log: { warn: (fields, message) => warn(`${message} ${JSON.stringify(fields)}`) },
      publishChange: () => undefined,
    });
    this.provisioning = new Provisioning(mortal, this.clock, entropy, (id) =>
      this.plane.closeConnection(id, 'a new credential was issued'),
    );
  }

  get alive(): boolean {
    return this.#alive;
  }

  kill(): void {
    this.#alive = false;
  }

  /** Suspends the process for `ms`, like a migrated virtual machine. */
  suspend(ms: number): void {
    if (this.#suspended) return;
    this.#suspended = sleep(this.#outside, ms).then(() => {
      this.#suspended = undefined;
    });
  }

  #run(run: () => void): void {
    if (!this.#alive) return;
    if (this.#suspended) void this.#suspended.then(() => this.#run(run));
    else run();
  }
}
