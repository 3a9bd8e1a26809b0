import type { CommandKind } from '@northlight/contract/device-protocol';
import type { WorkRow } from '@northlight/device-plane';
import type { MemoryBackup, MemoryDeviceStore } from '@northlight/device-plane/testing';
import { formatCanonicalJson, type Clock, hashSha256Hex } from '@northlight/runtime';
import type { CloudProcess } from './cloud-process.ts';
import type { RandomChoices } from './faults.ts';
import { REFUSED } from './physical-device.ts';
import { formatNameMark, type WireWatch } from './wire-watch.ts';

/** Time limit of a command: three times the minute that a restart takes by the specification. */
export const COMMAND_MS = 180_000;

const OPEN: ReadonlySet<string> = new Set(['queued', 'sent', 'running']);
export const isOpen = ({ state }: WorkRow): boolean => OPEN.has(state);

/** Results that the console received for a device. A result counts as committed when it was acknowledged. */
export interface AcknowledgedState {
  readonly sn: string;
  readonly projectId: number;
  desiredHash: string;
  readonly commands: Set<string>;
}

export interface ConsoleServices {
  readonly store: MemoryDeviceStore;
  /** Clock of the cloud. */
  readonly clock: Clock;
  readonly choices: RandomChoices;
  readonly watch: WireWatch;
  /** Returns the process that handles a call; undefined while none runs. */
  readonly server: () => CloudProcess | undefined;
  readonly trace: (text: string) => void;
}

/**
 * Performs actions of users and stores the acknowledged results. The device plane is notified after the
 * commit, or not at all.
 */
export class SimulatedConsole {
  readonly #services: ConsoleServices;
  #promised = new Map<string, AcknowledgedState>();
  #serial = 10;
  #software = 1;

  constructor(services: ConsoleServices) {
    this.#services = services;
  }

  /** Returns the results of each device that belongs to a user, by device id. */
  get promised(): ReadonlyMap<string, AcknowledgedState> {
    return this.#promised;
  }

  /** Returns the id and the results of the device with a serial number. */
  ofSerial(sn: string): { readonly id: string; readonly promised: AcknowledgedState } | undefined {
    for (const [id, promised] of this.#promised) if (promised.sn === sn) return { id, promised };
    return undefined;
  }

  async claim(sn: string): Promise<void> {
    const { clock, choices, store, trace, watch } = this.#services;
    if (await store.claimedAs(sn)) return;
    const projectId = choices.between(1, 3);
    const id = await store.claim(sn, projectId, clock.now());
    trace(`claimed ${sn} as ${id} for ${projectId}`);
    watch.claimed(id, sn, projectId);
    this.#promised.set(id, { sn, projectId, desiredHash: '', commands: new Set() });
    this.#afterCommit((server) => void server.provisioning.claimed(sn).catch(() => undefined));
  }

  async remove(id: string): Promise<void> {
    const { store, trace, watch } = this.#services;
    if (!this.#promised.delete(id)) return;
    await store.unclaim(id);
    watch.removed(id);
    trace(`removed ${id}`);
    this.#afterCommit((server) =>
      server.plane.closeConnection(id, 'the device was removed from its project'),
    );
  }

  /**
   * Stores the next revision and its row in one transaction. `effect` states how the device reacts to the
   * configuration.
   */
  async configure(id: string, effect = ''): Promise<void> {
    const { clock, store, trace, watch } = this.#services;
    const promised = this.#promised.get(id);
    if (!promised) return;
    const serial = this.#serial++;
    const name = `${formatNameMark(promised.projectId)}V${serial}-${effect}`;
    const config = { vlans: [{ id: serial, name, ports: [] }], dhcpPools: [] };
    const hash = hashSha256Hex(formatCanonicalJson(config));
    if (effect !== REFUSED) watch.canBeDone(hash);
    await store.step(
      id,
      ({ device }) => {
        const { badRev, reportedRev, seenRev } = device;
        const rev = Math.max(device.desired?.rev ?? 0, reportedRev, badRev, seenRev) + 1;
        trace(`desired ${id} ${rev} ${name}`);
        void store.setDesired(id, { rev, hash, config });
        void store.addWork(id, { kind: 'configure', rev });
        return {};
      },
      clock.now(),
    );
    promised.desiredHash = hash;
    this.#announceWork(id);
  }

  /**
   * Queues a command with a deadline (ms). Returns undefined if the device belongs to no user or has an open
   * command.
   */
  async command(id: string, kind: CommandKind, withinMs = COMMAND_MS): Promise<string | undefined> {
    const { clock, store, trace, watch } = this.#services;
    const promised = this.#promised.get(id);
    if (!promised) return undefined;
    const rows = await store.rows(id);
    if (rows.some((row) => row.kind !== 'configure' && isOpen(row))) return undefined;
    const deadline = clock.now() + withinMs;
    const cid = await store.addWork(id, { kind, deadline, args: this.#argsOf(kind) });
    trace(`command ${id} ${cid} ${kind}`);
    watch.commanded(cid, id);
    promised.commands.add(cid);
    this.#announceWork(id);
    return cid;
  }

  async backUp(): Promise<() => Promise<void>> {
    const { store, trace } = this.#services;
    const backup: MemoryBackup = await store.backup();
    const promised = structuredClone(this.#promised);
    trace('backup');
    return async () => {
      await store.restore(backup);
      for (const id of this.#promised.keys()) if (!promised.has(id)) this.#services.watch.removed(id);
      for (const id of promised.keys()) this.#services.watch.restored(id);
      this.#promised = structuredClone(promised);
      trace('the backup is restored');
    };
  }

  #argsOf(kind: CommandKind): Readonly<Record<string, unknown>> {
    if (kind === 'locate') return { seconds: 10 };
    if (kind !== 'upgrade') return {};
    const version = String(++this.#software);
    return { version, sizeBytes: 1, sha256: '0'.repeat(64), downgrade: false };
  }

  #announceWork(id: string): void {
    this.#afterCommit((server) => server.plane.sendPendingWork(id));
  }

  /** Calls a function with the process that handled the call, if that process still runs. */
  #afterCommit(run: (server: CloudProcess) => void): void {
    const { clock, choices, server } = this.#services;
    const answering = server();
    clock.after(choices.between(0, 50), () => {
      if (answering?.alive) run(answering);
    });
  }
}
