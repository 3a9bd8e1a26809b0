import { COMMAND_MS, type Promised } from './console.ts';
import type { Happening, Manner } from './manner.ts';
import { CUTS_OFF, type PhysicalDevice, REFUSED } from './physical-device.ts';
import type { World } from './world.ts';

/** Offset of the cloud's clock, longer than every timeout of the plane. */
const CLOUD_CLOCK_OFF_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;
/** Offsets of a device's clock: 1970, years ahead, an hour or minutes off, correct. */
const DEVICE_CLOCKS_MS = [
  -56 * YEAR_MS,
  73 * YEAR_MS,
  60 * MINUTE_MS,
  -4 * MINUTE_MS,
  4 * MINUTE_MS,
  0,
  0,
] as const;
/** Deadlines of commands; some of them pass while the device is still working. */
const DEADLINES_MS = [10_000, COMMAND_MS, COMMAND_MS] as const;
const MAX_BACKUPS = 3;
/** Maximum duration of a suspension, longer than a lease. */
const MAX_SUSPENSION_MS = 30_000;

/** The device of an event, with the console's results for it. */
interface Subject {
  readonly device: PhysicalDevice;
  readonly ours: { readonly id: string; readonly promised: Promised } | undefined;
}

/** Generates user actions and faults one after another until the end of the story. */
export class Happenings {
  readonly #world: World;
  readonly #manner: Manner;
  readonly #favourite: PhysicalDevice;
  #backups: (() => Promise<void>)[] = [];

  constructor(world: World, manner: Manner) {
    this.#world = world;
    this.#manner = manner;
    this.#favourite = world.dice.pick(world.devices as [PhysicalDevice]);
  }

  async next(): Promise<void> {
    const { console, devices, dice } = this.#world;
    const isFavourite = dice.happens(this.#manner.favour);
    const device = isFavourite ? this.#favourite : dice.pick(devices as [PhysicalDevice]);
    await this.#happen(this.#draw(), { device, ours: console.ofSerial(device.sn) });
  }

  #draw(): Happening {
    const { weights } = this.#manner;
    const sum = [...weights.values()].reduce((before, weight) => before + weight, 0);
    let left = this.#world.dice.between(1, sum);
    for (const [name, weight] of weights) {
      left -= weight;
      if (left <= 0) return name;
    }
    return 'pause';
  }

  async #happen(name: Happening, { device, ours }: Subject): Promise<void> {
    const world = this.#world;
    const { clock, console, dice, network } = world;
    switch (name) {
      case 'configure':
        return ours && console.configure(ours.id);
      case 'configureWithEffect':
        return ours && console.configure(ours.id, dice.pick([CUTS_OFF, CUTS_OFF, REFUSED]));
      case 'restart':
      case 'locate':
      case 'upgrade':
      case 'reset':
        if (ours) await console.command(ours.id, name, dice.pick(DEADLINES_MS));
        return;
      case 'boot':
        return device.boot();
      case 'unplug':
        return device.isPlugged ? device.unplug() : device.plugIn();
      case 'outage':
        return this.#outage();
      case 'cutOff':
        return network.cutOff(device);
      case 'scale':
        return world.processCount > 1 ? world.killProcesses(false) : world.startProcess();
      case 'suspend':
        return world.suspend(dice.between(100, MAX_SUSPENSION_MS));
      case 'setClock':
        return this.#setClock(device);
      case 'changeOwner':
        return ours ? console.remove(ours.id) : console.claim(device.sn);
      case 'backUp':
        this.#backups = [...this.#backups, await console.backUp()].slice(-MAX_BACKUPS);
        return;
      case 'goBack':
        return this.#goBack();
      case 'pause':
        await clock.advance(dice.between(0, this.#manner.longestPauseMs));
    }
  }

  async #outage(): Promise<void> {
    const { clock, dice } = this.#world;
    this.#world.killProcesses(true);
    await clock.advance(dice.between(100, this.#manner.longestOutageMs));
    this.#world.startProcess();
  }

  #setClock({ clock }: PhysicalDevice): void {
    const { cloudClock, dice, trace } = this.#world;
    if (dice.happens(0.5)) clock.shift(dice.pick(DEVICE_CLOCKS_MS));
    else cloudClock.shift(dice.between(-CLOUD_CLOCK_OFF_MS, CLOUD_CLOCK_OFF_MS));
    trace(`clocks: cloud ${cloudClock.shiftMs}, device ${clock.shiftMs}`);
  }

  /** Replaces the lost database by one of the last backups and discards later backups. */
  async #goBack(): Promise<void> {
    const { dice } = this.#world;
    if (this.#backups.length === 0) return;
    const chosen = dice.between(0, this.#backups.length - 1);
    const restore = this.#backups[chosen];
    this.#backups = this.#backups.slice(0, chosen + 1);
    this.#world.killProcesses(true);
    await restore?.();
    await this.#outage();
  }
}
