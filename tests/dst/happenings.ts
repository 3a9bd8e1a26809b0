import { CUTS_OFF, type PhysicalDevice, REFUSED } from './physical-device.ts';
import type { World } from './world.ts';

const LONGEST_PAUSE_MS = 30_000;
const LONGEST_OUTAGE_MS = 20_000;
/** Longer than everything that the plane waits for. */
const CLOUD_CLOCK_OFF_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;
/** Where a device's clock may stand: 1970, years ahead, an hour or minutes off, right. */
const DEVICE_CLOCKS_MS = [
  -56 * YEAR_MS,
  73 * YEAR_MS,
  60 * MINUTE_MS,
  -4 * MINUTE_MS,
  4 * MINUTE_MS,
  0,
  0,
] as const;

/** People change things, and things go wrong; one after another, until the story has enough. */
export class Happenings {
  readonly #world: World;
  #restore: (() => Promise<void>) | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  async next(): Promise<void> {
    const { clock, console, devices, dice, network } = this.#world;
    const device = dice.pick(devices as [PhysicalDevice]);
    const ours = console.ofSerial(device.sn);
    switch (dice.between(0, 16)) {
      case 0:
      case 1:
      case 2:
        return ours && console.configure(ours.id, dice.happens(0.1) ? REFUSED : '');
      case 3:
        return ours && console.configure(ours.id, dice.happens(0.5) ? CUTS_OFF : '');
      case 4:
      case 5:
        if (ours)
          await console.command(ours.id, dice.pick(['restart', 'restart', 'locate', 'upgrade', 'reset']));
        return;
      case 6:
        return device.boot();
      case 7:
        return this.#outage();
      case 8:
        return network.cutOff(device);
      case 9:
        return this.#world.processCount > 1 ? this.#world.killProcesses(false) : this.#world.startProcess();
      case 10:
        return this.#setClock(device);
      case 11:
        if (dice.happens(0.5)) return;
        return ours ? console.remove(ours.id) : console.claim(device.sn);
      case 12:
        return dice.happens(0.3) ? this.#goBack() : undefined;
      default:
        await clock.advance(dice.between(0, LONGEST_PAUSE_MS));
    }
  }

  async #outage(): Promise<void> {
    const { clock, dice } = this.#world;
    this.#world.killProcesses(true);
    await clock.advance(dice.between(100, LONGEST_OUTAGE_MS));
    this.#world.startProcess();
  }

  #setClock({ clock }: PhysicalDevice): void {
    const { cloudClock, dice, trace } = this.#world;
    if (dice.happens(0.5)) clock.shift(dice.pick(DEVICE_CLOCKS_MS));
    else cloudClock.shift(dice.between(-CLOUD_CLOCK_OFF_MS, CLOUD_CLOCK_OFF_MS));
    trace(`clocks: cloud ${cloudClock.shiftMs}, device ${clock.shiftMs}`);
  }

  /** The database is lost, and the last backup takes its place. */
  async #goBack(): Promise<void> {
    const restore = this.#restore;
    this.#restore = undefined;
    if (!restore) {
      this.#restore = await this.#world.console.backUp();
      return;
    }
    this.#world.killProcesses(true);
    await restore();
    await this.#outage();
  }
}
