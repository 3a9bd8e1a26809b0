import { type DeviceRecord, type WorkRow } from '@northlight/device-plane';
import { MemoryDeviceStore } from '@northlight/device-plane/testing';
import { canonicalJson, SeededEntropy, sha256Hex, SteppedClock } from '@northlight/runtime';
import { CloudProcess } from './cloud-process.ts';
import { CALM, Dice, type FaultRates } from './faults.ts';
import { CUTS_OFF, effectOf, PhysicalDevice, REFUSED, serialOf } from './physical-device.ts';
import { VirtualNetwork } from './virtual-network.ts';

const DEVICES = 3;
const HAPPENINGS = 40;
const LONGEST_PAUSE_MS = 30_000;
/** Three times what a device needs to find a dead connection, come back and be sent what it missed. */
const PERIOD_MS = 120_000;
const PERIODS = 3;
/** Three times the specification's minute of a restart. */
const COMMAND_MS = 180_000;

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);
const isBad = (effect: string): boolean => effect === REFUSED || effect === CUTS_OFF;
const HELD: ReadonlySet<number> = new Set([3, 4, 8]);

export interface Verdict {
  readonly seed: number;
  readonly violations: readonly string[];
  /** The same seed has the same hash: nothing in the story comes from outside. */
  readonly hash: string;
  /** What happened, in words; only when it was asked for. */
  readonly trace: readonly string[];
}

/** What the console was promised: acknowledged means committed. */
interface Promised {
  desiredHash: string;
  readonly commands: Set<string>;
}

/** One cloud, a few devices, and everything that goes wrong between them, from one seed. */
class Story {
  readonly clock = new SteppedClock();
  readonly dice: Dice;
  readonly store = new MemoryDeviceStore();
  readonly violations: string[] = [];
  readonly lines: string[] = [];
  readonly network: VirtualNetwork;
  readonly devices: PhysicalDevice[] = [];
  readonly #promised = new Map<string, Promised>();
  #server: CloudProcess | undefined;
  #serial = 10;

  constructor(seed: number) {
    this.dice = new Dice(new SeededEntropy(seed));
    this.network = new VirtualNetwork({
      clock: this.clock,
      dice: this.dice,
      server: () => this.#server,
      trace: this.trace,
      violated: this.violated,
    });
  }

  readonly trace = (text: string): void => {
    this.lines.push(`${this.clock.now()} ${text}`);
  };

  readonly violated = (text: string): void => {
    this.violations.push(text);
    this.trace(`VIOLATED ${text}`);
  };

  async begin(): Promise<void> {
    for (let count = 0; count < DEVICES; count++) {
      const sn = `NLTEST000000000${count}`;
      const token = `token-${count}`;
      const id = await this.store.claim(sn, 1 + (count % 2), this.clock.now());
      const issued = await this.store.issueCredential(sn, sha256Hex(token));
      const { clock, dice, network, trace, violated } = this;
      this.devices.push(
        new PhysicalDevice({
          id,
          sn,
          credential: { id, token, epoch: issued?.epoch ?? 1 },
          clock,
          dice,
          network,
          trace,
          violated,
        }),
      );
      this.#promised.set(id, { desiredHash: '', commands: new Set() });
    }
    await this.startServer();
    for (const device of this.devices) await device.boot();
  }

  async startServer(): Promise<void> {
    if (this.#server) return;
    const server = new CloudProcess(this.store, this.clock, {
      dice: this.dice,
      trace: this.trace,
      dies: () => this.#dies(),
    });
    this.#server = server;
    this.trace('server starts');
    void server.plane.start();
  }

  /** Killed here, and started again a little later. */
  #dies(): boolean {
    if (!this.dice.happens(this.network.rates.die)) return false;
    this.killServer();
    this.clock.after(this.dice.between(100, 20_000), () => void this.startServer());
    return true;
  }

  killServer(): void {
    const server = this.#server;
    this.#server = undefined;
    this.trace('server is killed');
    server?.kill();
    if (server) this.network.breakAllOf(server);
  }

  async happen(): Promise<void> {
    const device = this.dice.pick(this.devices as [PhysicalDevice]);
    switch (this.dice.between(0, 11)) {
      case 0:
      case 1:
      case 2:
        return this.#configure(device, this.dice.happens(0.1) ? REFUSED : this.#fine());
      case 3:
        return this.#configure(device, this.dice.happens(0.5) ? CUTS_OFF : this.#fine());
      case 4:
      case 5:
        return this.#command(device, this.dice.pick(['restart', 'restart', 'locate']));
      case 6:
        return device.boot();
      case 7:
        this.killServer();
        await this.clock.advance(this.dice.between(100, 20_000));
        return this.startServer();
      case 8:
        return this.network.cutOff(device.id);
      default:
        await this.clock.advance(this.dice.between(0, LONGEST_PAUSE_MS));
    }
  }

  #fine(): string {
    return `V${this.#serial}`;
  }

  /** As the console does it: the next revision and its row in one transaction; the word to the plane comes after. */
  async #configure({ id }: PhysicalDevice, name: string): Promise<void> {
    const config = { vlans: [{ id: this.#serial++, name, ports: [] }], dhcpPools: [] };
    const hash = sha256Hex(canonicalJson(config));
    await this.store.step(
      id,
      ({ device }) => {
        const rev = (device.desired?.rev ?? 0) + 1;
        this.trace(`desired ${id} ${rev} ${name}`);
        void this.store.setDesired(id, { rev, hash, config });
        void this.store.addWork(id, { kind: 'configure', rev });
        return {};
      },
      this.clock.now(),
    );
    this.#promise(id).desiredHash = hash;
    this.#nudgeLater(id);
  }

  async #command({ id }: PhysicalDevice, kind: 'restart' | 'locate'): Promise<void> {
    const rows = await this.store.rows(id);
    if (rows.some((row) => row.kind !== 'configure' && OPEN.has(row.state))) return;
    const deadline = this.clock.now() + COMMAND_MS;
    const args = kind === 'locate' ? { seconds: 10 } : {};
    const cid = await this.store.addWork(id, { kind, deadline, args });
    this.trace(`command ${id} ${cid} ${kind}`);
    this.#promise(id).commands.add(cid);
    this.#nudgeLater(id);
  }

  #nudgeLater(id: string): void {
    const server = this.#server;
    this.clock.after(this.dice.between(0, 50), () => {
      if (server?.alive) server.plane.nudge(id);
    });
  }

  #promise(id: string): Promised {
    const promised = this.#promised.get(id);
    if (!promised) throw new Error(`There is no device ${id}.`);
    return promised;
  }

  /** The faults stop: what was asked for is there within three periods. */
  async converge(): Promise<void> {
    this.network.rates = CALM;
    await this.startServer();
    await this.clock.advance(PERIODS * PERIOD_MS);
    for (const device of this.devices) {
      const record = await this.store.device(device.id);
      this.#checkConfiguration(device, record);
      this.#checkWork(device, record, await this.store.rows(device.id));
      const open = (await this.store.alarms(device.id)).filter((alarm) => alarm.open);
      if (new Set(open.map(({ kind }) => kind)).size !== open.length)
        this.violated(`I10: ${device.id} has an alarm twice`);
    }
  }

  #checkConfiguration({ flash, id, running }: PhysicalDevice, record: DeviceRecord): void {
    const { badRev, desired, reportedHash, reportedRev, session } = record;
    if ((desired?.hash ?? '') !== this.#promise(id).desiredHash)
      this.violated(`I1: ${id} lost what was wanted`);
    if (session === undefined) this.violated(`I9: ${id} is not back`);
    if (reportedRev !== flash.active.rev || (reportedHash !== flash.active.hash && reportedHash !== ''))
      this.violated(`I4: ${id} runs ${flash.active.rev}, the cloud says ${reportedRev}`);
    if (flash.trial) this.violated(`I9: ${id} is still trying ${flash.trial.rev}`);
    if (serialOf(running) !== serialOf(flash.active.config))
      this.violated(`I9: ${id} runs another configuration than it keeps`);
    if (!desired) return;
    const { rev } = desired;
    const undone = badRev === rev && effectOf(running) !== CUTS_OFF;
    if (isBad(effectOf(desired.config)) && !undone) this.violated(`I9: ${id} did not call ${rev} bad`);
    // What was tried while the cloud could not be reached is undone as well.
    if (reportedRev !== rev && !undone) this.violated(`I9: ${id} is at ${reportedRev}, not ${rev}`);
  }

  /** A device that undid something in bad times takes the next configuration in good ones. */
  async takeTheNext(): Promise<void> {
    for (const device of this.devices) await this.#configure(device, this.#fine());
    await this.clock.advance(PERIOD_MS);
    for (const { id, running } of this.devices) {
      const { desired, reportedRev, reportedStatus } = await this.store.device(id);
      if (reportedRev !== desired?.rev || reportedStatus !== 'applied')
        this.violated(`I9: ${id} did not take ${desired?.rev}: ${reportedStatus} ${reportedRev}`);
      if (!desired || serialOf(running) !== serialOf(desired.config))
        this.violated(`I9: ${id} runs something else`);
    }
  }

  #checkWork({ executed, id }: PhysicalDevice, { state }: DeviceRecord, rows: readonly WorkRow[]): void {
    for (const row of rows)
      if (OPEN.has(row.state)) this.violated(`I5: ${row.kind} ${row.id} of ${id} is still ${row.state}`);
    const known = new Set(rows.map((row) => row.id));
    for (const cid of this.#promise(id).commands) if (!known.has(cid)) this.violated(`I1: ${cid} is lost`);
    for (const { id: cid, kind, state: end } of rows)
      if (kind !== 'configure' && end === 'done' && !executed.includes(cid))
        this.violated(`I5: ${cid} is done and never ran`);
    if (HELD.has(state)) this.violated(`I5: ${id} stays in state ${state}`);
  }
}

/** Plays the story of a seed to its end. */
export async function play(seed: number): Promise<Verdict> {
  const story = new Story(seed);
  await story.begin();
  const { dice } = story;
  const rates: FaultRates = {
    lose: dice.pick([0, 0.02, 0.1, 0.2]),
    repeat: dice.pick([0, 0.1, 0.3]),
    slowestMs: dice.pick([50, 1_000, 30_000]),
    die: dice.pick([0, 0.002, 0.01]),
  };
  story.network.rates = rates;
  for (let count = 0; count < HAPPENINGS; count++) await story.happen();
  await story.converge();
  await story.takeTheNext();
  return {
    seed,
    violations: story.violations,
    hash: sha256Hex(story.lines.join('\n')),
    trace: story.lines,
  };
}
