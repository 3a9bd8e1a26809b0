import { DevicePlane, type DeviceStore } from '@northlight/device-plane';
import { Provisioning } from '@northlight/device-plane/testing';
import { type Clock, SeededEntropy, sleep } from '@northlight/runtime';
import type { Dice } from './faults.ts';
import { type Life, mortalStore } from './mortal-store.ts';

/** One process of the server, from its start to the moment when it is killed. */
export class CloudProcess {
  readonly plane: DevicePlane;
  readonly provisioning: Provisioning;
  readonly clock: Clock;
  readonly #outside: Clock;
  #alive = true;
  /** Present while it stands still; resolves when it moves again. */
  #still: Promise<void> | undefined;

  /** `dies` is asked at each side of each commit, and says whether the process is killed there. */
  constructor(
    store: DeviceStore,
    clock: Clock,
    {
      dice,
      dies,
      fails,
      waits,
      warn,
    }: {
      dice: Dice;
      dies: () => boolean;
      fails: Life['fails'];
      waits: Life['waits'];
      warn: (text: string) => void;
    },
  ) {
    this.#outside = clock;
    const goesOn = (): boolean => this.#alive && !dies();
    this.clock = {
      now: () => clock.now(),
      after: (ms, run) => clock.after(ms, () => this.#run(run)),
    };
    const moves = (): Promise<void> => this.#still ?? Promise.resolve();
    const mortal = mortalStore(store, clock, { goesOn, fails, waits, moves });
    const entropy = new SeededEntropy(dice.between(0, 2 ** 31));
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

  /** As in a machine that is moved: nothing of it moves for so long (ms), and then all of it goes on. */
  standStill(ms: number): void {
    if (this.#still) return;
    this.#still = sleep(this.#outside, ms).then(() => {
      this.#still = undefined;
    });
  }

  #run(run: () => void): void {
    if (!this.#alive) return;
    if (this.#still) void this.#still.then(() => this.#run(run));
    else run();
  }
}
