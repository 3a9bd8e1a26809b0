import { DevicePlane, type DeviceStore } from '@northlight/device-plane';
import { Provisioning } from '@northlight/device-plane/testing';
import { type Clock, SeededEntropy } from '@northlight/runtime';
import type { Dice } from './faults.ts';
import { type Life, mortalStore } from './mortal-store.ts';

/** One process of the server, from its start to the moment when it is killed. */
export class CloudProcess {
  readonly plane: DevicePlane;
  readonly provisioning: Provisioning;
  readonly clock: Clock;
  #alive = true;

  /** `dies` is asked at each side of each commit, and says whether the process is killed there. */
  constructor(
    store: DeviceStore,
    clock: Clock,
    {
      dice,
      dies,
      fails,
      warn,
    }: {
      dice: Dice;
      dies: () => boolean;
      fails: Life['fails'];
      warn: (text: string) => void;
    },
  ) {
    const goesOn = (): boolean => this.#alive && !dies();
    this.clock = {
      now: () => clock.now(),
      after: (ms, run) => clock.after(ms, () => (this.#alive ? run() : undefined)),
    };
    const mortal = mortalStore(store, clock, dice, { goesOn, fails });
    const entropy = new SeededEntropy(dice.between(0, 2 ** 31));
    this.plane = new DevicePlane({
      store: mortal,
      clock: this.clock,
      entropy,
      log: { warn: (fields, message) => warn(`${message} ${JSON.stringify(fields)}`) },
      changed: () => undefined,
    });
    this.provisioning = new Provisioning(mortal, this.clock, entropy, (id) =>
      this.plane.drop(id, 'a new credential was issued'),
    );
  }

  get alive(): boolean {
    return this.#alive;
  }

  kill(): void {
    this.#alive = false;
  }
}
