import {
  type ApplyOutcome,
  type Credential,
  DeviceLink,
  type Driver,
  FACTORY,
  type LinkStore,
  type Saved,
  SILENT,
} from '@northlight/agent';
import { capabilitiesOf } from '@northlight/contract';
import type { CommandPush, DeviceConfig } from '@northlight/contract/device-protocol';
import { type Clock, SeededEntropy, sleep } from '@northlight/runtime';
import type { Dice } from './faults.ts';
import type { VirtualNetwork } from './virtual-network.ts';

const MODEL = 'NL-GW5';
/** A configuration whose first VLAN is called so is refused by the device. */
export const REFUSED = 'REFUSED';
/** One that is called so takes the device's way to the cloud. */
export const CUTS_OFF = 'CUTS-OFF';

export const effectOf = ({ vlans }: DeviceConfig): string => vlans[0]?.name ?? '';
/** Configurations carry the number of their revision as the cloud numbered them first. */
export const serialOf = ({ vlans }: DeviceConfig): number => vlans[0]?.id ?? 0;

export interface DeviceServices {
  readonly id: string;
  readonly sn: string;
  readonly credential: Credential;
  readonly clock: Clock;
  readonly dice: Dice;
  readonly network: VirtualNetwork;
  readonly trace: (text: string) => void;
  readonly violated: (text: string) => void;
}

/** A device of flesh: what its flash holds and what it runs survive the process that drives them. */
export class PhysicalDevice {
  readonly id: string;
  /** Every command that was begun. */
  readonly executed: string[] = [];
  running: DeviceConfig = FACTORY.active.config;
  flash: Saved;
  readonly #services: DeviceServices;
  /** The start that may still act; earlier ones are dead. */
  #start = 0;
  #link: DeviceLink | undefined;
  #lastActive = 0;

  constructor(services: DeviceServices) {
    this.#services = services;
    this.id = services.id;
    this.flash = { ...FACTORY, credential: services.credential };
  }

  /** Power comes, or comes back: the process before is dead wherever it stood. */
  async boot(): Promise<void> {
    const { clock, dice, network, sn, trace } = this.#services;
    const start = ++this.#start;
    this.#link?.cut();
    trace(`boot ${this.id}`);
    const alive = (): boolean => start === this.#start;
    this.#link = new DeviceLink({
      sn,
      connect: (request) => network.connect(request, () => alive() && effectOf(this.running) !== CUTS_OFF),
      driver: this.#driver(alive),
      store: this.#store(alive),
      clock,
      entropy: new SeededEntropy(dice.between(0, 2 ** 31)),
      log: SILENT,
    });
    await this.#link.boot();
  }

  #store(alive: () => boolean): LinkStore {
    const { clock, dice } = this.#services;
    return {
      load: () => Promise.resolve(structuredClone(this.flash)),
      save: async (next) => {
        await sleep(clock, dice.between(0, 20));
        if (!alive() || this.#losesPower()) return;
        this.#kept(next);
        await sleep(clock, dice.between(0, 20));
        if (alive()) this.#losesPower();
      },
    };
  }

  #kept(next: Saved): void {
    const { trace, violated } = this.#services;
    const { rev } = next.active;
    if (rev !== this.flash.active.rev) trace(`active ${this.id} ${rev}`);
    // The factory's configuration has no revision: what comes after it starts again from there.
    if (rev !== 0 && rev < this.#lastActive) violated(`I2: ${this.id} took ${rev} after ${this.#lastActive}`);
    this.#lastActive = Math.max(rev, this.#lastActive);
    this.flash = structuredClone(next);
  }

  #driver(alive: () => boolean): Driver {
    const { clock, dice, network } = this.#services;
    const bring = async (config: DeviceConfig): Promise<void> => {
      await sleep(clock, dice.between(100, 3_000));
      if (!alive()) return;
      this.running = config;
      if (effectOf(config) === CUTS_OFF) network.cutOff(this.id);
    };
    return {
      describe: () => describe(this.#services.sn),
      apply: async (config): Promise<ApplyOutcome> => {
        if (effectOf(config) === REFUSED)
          return { status: 'rejected', issues: [{ path: 'vlans.0', reason: 'This device cannot do it.' }] };
        await bring(config);
        return { status: 'applied', issues: [] };
      },
      restore: bring,
      command: (push, say, reboot) => this.#carryOut(push, alive, { say, reboot }),
      wentOnline: () => undefined,
      wentOffline: () => undefined,
    };
  }

  async #carryOut(
    { cid, kind }: CommandPush,
    alive: () => boolean,
    { say, reboot }: { say: Parameters<Driver['command']>[1]; reboot: Parameters<Driver['command']>[2] },
  ): Promise<void> {
    const { clock, dice, trace, violated } = this.#services;
    if (!alive()) return;
    trace(`execute ${this.id} ${cid}`);
    if (this.executed.includes(cid)) violated(`I5: ${this.id} executed ${cid} twice`);
    this.executed.push(cid);
    if (kind !== 'restart') {
      await sleep(clock, dice.between(100, 8_000));
      return say({ state: 'done' });
    }
    await reboot('restart');
    if (!alive()) return;
    this.powerOff();
    clock.after(dice.between(2_000, 30_000), () => void this.boot());
  }

  #losesPower(): boolean {
    const { clock, dice, network } = this.#services;
    if (!dice.happens(network.rates.die)) return false;
    this.powerOff();
    clock.after(dice.between(1_000, 20_000), () => void this.boot());
    return true;
  }

  /** Stops wherever it stands. */
  powerOff(): void {
    this.#start++;
    this.#link?.cut();
  }
}

function describe(sn: string): ReturnType<Driver['describe']> {
  const caps = capabilitiesOf(MODEL);
  if (!caps) throw new Error(`There is no model ${MODEL}.`);
  return { model: MODEL, sn, mac: '02:00:00:00:00:01', sw: '1', hw: '1', caps, uptimeSeconds: 0, nets: {} };
}
