import {
  type ApplyOutcome,
  DeviceLink,
  type Driver,
  FACTORY,
  type LinkStore,
  type SavedState,
  SILENT_LOG,
} from '@northlight/agent';
import { findCapabilities } from '@northlight/contract';
import type { CommandPush, DeviceConfig } from '@northlight/contract/device-protocol';
import { type Clock, SeededEntropy, sleep } from '@northlight/runtime';
import type { RandomChoices } from './faults.ts';
import { ShiftedClock } from './shifted-clock.ts';
import type { VirtualNetwork } from './virtual-network.ts';
import type { WireWatch } from './wire-watch.ts';

const MODEL = 'NL-GW5';
/**
 * Maximum time (ms) from the last boot or the end of the last work until an idle device runs the configuration in its
 * flash, with a margin.
 */
const KEPT_WITHIN_MS = 500;
/** End of the first VLAN name of a configuration that the device refuses. */
export const REFUSED = 'REFUSED';
/** End of the first VLAN name of a configuration that cuts the device off from the cloud. */
export const CUTS_OFF = 'CUTS-OFF';

const endsWith =
  (effect: string) =>
  ({ vlans }: DeviceConfig): boolean =>
    vlans[0]?.name.endsWith(effect) ?? false;
export const isRefused = endsWith(REFUSED);
export const cutsOff = endsWith(CUTS_OFF);
/** Returns the number of a configuration, which is unique in a story. */
export const getSerial = ({ vlans }: DeviceConfig): number => vlans[0]?.id ?? 0;

export interface DeviceServices {
  readonly sn: string;
  readonly secret: string;
  readonly renewAfterDays: number;
  /** Maximum duration of applying a configuration (ms). */
  readonly slowestWorkMs: number;
  readonly clock: Clock;
  readonly choices: RandomChoices;
  readonly network: VirtualNetwork;
  readonly trace: (text: string) => void;
  readonly violated: (text: string) => void;
  readonly watch: WireWatch;
}

/** A device whose flash and running configuration survive the process that drives it. */
export class PhysicalDevice {
  readonly sn: string;
  readonly clock: ShiftedClock;
  software = '1';
  /** Ids of all started commands. */
  readonly executed: string[] = [];
  running: DeviceConfig = FACTORY.active.config;
  flash: SavedState;
  readonly #services: DeviceServices;
  /** Number of the current start; earlier starts must have no effect. */
  #start = 0;
  #link: DeviceLink | undefined;
  #hasPower = false;
  /** False for an unplugged device, which never starts. */
  #isPlugged = true;
  /** Number of configurations that this start of the device is applying. */
  #works = 0;
  #restsSince = 0;
  /** Last active revision since the device received its current id. */
  #lastActive = 0;
  readonly #contents = new Map<number, string>();

  constructor(services: DeviceServices) {
    this.#services = services;
    this.sn = services.sn;
    this.clock = new ShiftedClock(services.clock);
    this.flash = FACTORY;
  }

  /** Device id from the cloud; undefined before the claim. */
  get id(): string | undefined {
    return this.flash.credential?.id;
  }

  /** Turns the power on. The previous process has ended. */
  async boot(): Promise<void> {
    const { clock, choices, network, renewAfterDays, secret, sn, trace } = this.#services;
    if (!this.#isPlugged) return;
    const start = ++this.#start;
    this.#link?.cutPower();
    trace(`boot ${sn}`);
    this.#hasPower = true;
    this.#works = 0;
    this.#restsSince = clock.now();
    const alive = (): boolean => start === this.#start;
    this.#link = new DeviceLink({
      sn,
      secret,
      renewAfterDays,
      connect: (request) => network.connect(request, () => alive() && !cutsOff(this.running)),
      driver: this.#driver(alive),
      store: this.#store(alive),
      clock: this.clock,
      entropy: new SeededEntropy(choices.between(0, 2 ** 31)),
      log: SILENT_LOG,
    });
    await this.#link.boot();
  }

  #store(alive: () => boolean): LinkStore {
    const { clock, choices } = this.#services;
    return {
      load: () => Promise.resolve(structuredClone(this.flash)),
      save: async (next) => {
        await sleep(clock, choices.between(0, 20));
        if (!alive() || this.#losesPower()) return;
        this.#kept(next);
        await sleep(clock, choices.between(0, 20));
        if (alive()) this.#losesPower();
      },
    };
  }

  #kept(next: SavedState): void {
    const { trace, violated, watch } = this.#services;
    const token = next.credential?.token ?? '';
    if (token !== (this.flash.credential?.token ?? '') && !watch.holds(token))
      violated(`I9: ${this.sn} gives up its credential for one that was never accepted`);
    if (next.credential?.id !== this.id) {
      this.#lastActive = 0;
      this.#contents.clear();
    }
    const { rev } = next.active;
    if (rev !== this.flash.active.rev) trace(`active ${this.sn} ${rev}`);
    // Ignores the factory configuration, which has no revision: the revisions of a new owner start over.
    if (rev !== 0 && rev < this.#lastActive)
      violated(`I2: ${this.sn} applied ${rev} after ${this.#lastActive}`);
    this.#lastActive = Math.max(rev, this.#lastActive);
    // Ignores local changes, which are not part of the cloud's revision.
    const active = next.local ? undefined : next.active;
    const trial = next.trial?.local ? undefined : next.trial;
    for (const taken of [active, trial, next.seen]) {
      if (!taken || taken.rev === 0) continue;
      if ((this.#contents.get(taken.rev) ?? taken.hash) !== taken.hash)
        violated(`I3: ${this.sn} took ${taken.rev} with two contents`);
      this.#contents.set(taken.rev, taken.hash);
    }
    this.flash = structuredClone(next);
    this.#restsSince = this.#services.clock.now();
  }

  #driver(alive: () => boolean): Driver {
    const { clock, choices, network, slowestWorkMs } = this.#services;
    const bring = async (config: DeviceConfig): Promise<void> => {
      if (alive()) this.#works++;
      await sleep(clock, choices.between(100, slowestWorkMs));
      if (!alive()) return;
      this.#works--;
      this.#restsSince = clock.now();
      this.running = config;
      if (cutsOff(config)) network.cutOff(this);
    };
    return {
      describe: () => describe(this.sn, this.software),
      apply: async (config): Promise<ApplyOutcome> => {
        if (isRefused(config))
          return {
            status: 'rejected',
            issues: [{ path: 'vlans.0', reason: 'This device does not support it.' }],
          };
        await bring(config);
        return { status: 'applied', issues: [] };
      },
      restore: bring,
      command: (push, reportProgress, reboot) => this.#carryOut(push, alive, { reportProgress, reboot }),
      wentOnline: () => undefined,
      wentOffline: () => undefined,
    };
  }

  async #carryOut(
    { args, cid, kind }: CommandPush,
    alive: () => boolean,
    {
      reportProgress,
      reboot,
    }: { reportProgress: Parameters<Driver['command']>[1]; reboot: Parameters<Driver['command']>[2] },
  ): Promise<void> {
    const { clock, choices, trace, violated } = this.#services;
    if (!alive()) return;
    trace(`execute ${this.sn} ${kind} ${cid}`);
    if (this.executed.includes(cid)) violated(`I5: ${this.sn} executed ${cid} twice`);
    this.executed.push(cid);
    if (kind === 'upgrade') {
      for (const step of ['downloading', 'upgrading']) {
        reportProgress({ state: 'running', step, percent: 50 });
        await sleep(clock, choices.between(1_000, 10_000));
        if (!alive()) return;
      }
    } else if (kind !== 'restart' && kind !== 'reset') {
      await sleep(clock, choices.between(100, 8_000));
      return reportProgress({ state: 'done' });
    }
    await reboot(kind);
    if (!alive()) return;
    if (kind === 'upgrade') this.software = String(args['version']);
    this.powerOff();
    clock.after(choices.between(2_000, 30_000), () => void this.boot());
  }

  /** Switches the management mode on the device: cloud or local. */
  manage(managed: 'cloud' | 'local'): void {
    void this.#link?.setManaged(managed);
  }

  /** Sets the WAN connection of the device on its local page. */
  setWan(server: string): void {
    void this.#link?.applyLocalChange({ wan: [{ port: 'wan', mode: 'dhcp', dns: [server] }] });
  }

  get isPlugged(): boolean {
    return this.#isPlugged;
  }

  unplug(): void {
    this.#isPlugged = false;
    this.powerOff();
  }

  async plugIn(): Promise<void> {
    this.#isPlugged = true;
    await this.boot();
  }

  /** Checks that an idle device runs the configuration in its flash. */
  checkIdle(): void {
    const { clock, violated } = this.#services;
    if (!this.#hasPower || this.#works > 0 || clock.now() - this.#restsSince < KEPT_WITHIN_MS) return;
    const { active, trial } = this.flash;
    const kept = getSerial((trial ?? active).config);
    if (kept !== getSerial(this.running))
      violated(`I9: ${this.sn} runs ${getSerial(this.running)} and stores ${kept}`);
  }

  #losesPower(): boolean {
    const { clock, choices, network } = this.#services;
    if (!choices.happens(network.rates.die)) return false;
    this.powerOff();
    clock.after(choices.between(1_000, 20_000), () => void this.boot());
    return true;
  }

  /** Cuts the power at any time. The connection ends at once, or hangs until it times out. */
  powerOff(): void {
    const { choices, network } = this.#services;
    this.#start++;
    this.#hasPower = false;
    if (choices.happens(0.5)) network.cutOff(this);
    this.#link?.cutPower();
  }
}

function describe(sn: string, sw: string): ReturnType<Driver['describe']> {
  const caps = findCapabilities(MODEL);
  if (!caps) throw new Error(`There is no model ${MODEL}.`);
  return { model: MODEL, sn, mac: '02:00:00:00:00:01', sw, hw: '1', caps, uptimeSeconds: 0, nets: {} };
}
