import { COMMAND_MS, type AcknowledgedState } from './console.ts';
import type { StoryEventKind, StoryProfile } from './story-profile.ts';
import { CUTS_OFF, type PhysicalDevice, REFUSED } from './physical-device.ts';
import type { StoryWorld } from './world.ts';

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

/** The device of an event, with the console's results for this device. */
interface Subject {
  readonly device: PhysicalDevice;
  readonly ours: { readonly id: string; readonly promised: AcknowledgedState } | undefined;
}

/** Generates user actions and faults one after another until the end of the story. */
export class StoryEventGenerator {
  readonly #world: StoryWorld;
  readonly #profile: StoryProfile;
  readonly #favourite: PhysicalDevice;
  #backups: (() => Promise<void>)[] = [];

  constructor(world: StoryWorld, profile: StoryProfile) {
    this.#world = world;
    this.#profile = profile;
    this.#favourite = world.choices.pick(world.devices as [PhysicalDevice]);
  }

  async next(): Promise<void> {
    const { console, devices, choices } = this.#world;
    const isFavourite = choices.happens(this.#profile.favour);
    const device = isFavourite ? this.#favourite : choices.pick(devices as [PhysicalDevice]);
    await this.#happen(this.#draw(), { device, ours: console.ofSerial(device.sn) });
  }

  #draw(): StoryEventKind {
    const { weights } = this.#profile;
    const sum = [...weights.values()].reduce((before, weight) => before + weight, 0);
    let left = this.#world.choices.between(1, sum);
    for (const [name, weight] of weights) {
      left -= weight;
      if (left <= 0) return name;
    }
    return 'pause';
  }

  async #happen(name: StoryEventKind, { device, ours }: Subject): Promise<void> {
    const world = this.#world;
    const { clock, console, choices, network } = world;
    switch (name) {
      case 'configure':
        return ours && console.configure(ours.id);
      case 'configureWithEffect':
        return ours && console.configure(ours.id, choices.pick([CUTS_OFF, CUTS_OFF, REFUSED]));
      case 'restart':
      case 'locate':
      case 'upgrade':
      case 'reset':
        if (ours) await console.command(ours.id, name, choices.pick(DEADLINES_MS));
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
        return world.suspend(choices.between(100, MAX_SUSPENSION_MS));
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
        await clock.advance(choices.between(0, this.#profile.longestPauseMs));
    }
  }

  async #outage(): Promise<void> {
    const { clock, choices } = this.#world;
    this.#world.killProcesses(true);
    await clock.advance(choices.between(100, this.#profile.longestOutageMs));
    this.#world.startProcess();
  }

  #setClock({ clock }: PhysicalDevice): void {
    const { cloudClock, choices, trace } = this.#world;
    if (choices.happens(0.5)) clock.shift(choices.pick(DEVICE_CLOCKS_MS));
    else cloudClock.shift(choices.between(-CLOUD_CLOCK_OFF_MS, CLOUD_CLOCK_OFF_MS));
    trace(`clocks: cloud ${cloudClock.shiftMs}, device ${clock.shiftMs}`);
  }

  /** Replaces the lost database by one of the last backups and discards later backups. */
  async #goBack(): Promise<void> {
    const { choices } = this.#world;
    if (this.#backups.length === 0) return;
    const chosen = choices.between(0, this.#backups.length - 1);
    const restore = this.#backups[chosen];
    this.#backups = this.#backups.slice(0, chosen + 1);
    this.#world.killProcesses(true);
    await restore?.();
    await this.#outage();
  }
}
