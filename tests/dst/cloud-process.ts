import { DevicePlane, type DeviceStore } from '@northlight/device-plane';
import { type Clock, SeededEntropy } from '@northlight/runtime';
import type { Dice } from './faults.ts';
import { mortalStore } from './mortal-store.ts';

/** One process of the server, from its start to the moment when it is killed. */
export class CloudProcess {
  readonly plane: DevicePlane;
  #alive = true;

  /** `dies` is asked at each side of each commit, and says whether the process is killed there. */
  constructor(
    store: DeviceStore,
    clock: Clock,
    { dice, dies, trace }: { dice: Dice; dies: () => boolean; trace: (text: string) => void },
  ) {
    const goesOn = (): boolean => this.#alive && !dies();
    this.plane = new DevicePlane({
      store: mortalStore(store, clock, dice, { goesOn }),
      clock: {
        now: () => clock.now(),
        after: (ms, run) => clock.after(ms, () => (this.#alive ? run() : undefined)),
      },
      entropy: new SeededEntropy(dice.between(0, 2 ** 31)),
      log: { warn: (fields, message) => trace(`warn ${message} ${JSON.stringify(fields)}`) },
      changed: () => undefined,
    });
  }

  get alive(): boolean {
    return this.#alive;
  }

  kill(): void {
    this.#alive = false;
  }
}
