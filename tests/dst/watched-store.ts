import type { DeviceRecord, DeviceView, Outcome } from '@northlight/device-plane';
import { type MemoryBackup, MemoryDeviceStore } from '@northlight/device-plane/testing';

const GONE: ReadonlySet<number | undefined> = new Set([0, 9]);
const ENDED: ReadonlySet<string> = new Set(['done', 'partial', 'failed', 'skipped', 'expired']);

/** A store that checks at each commit that no acknowledged state is lost. */
export class WatchedStore extends MemoryDeviceStore {
  readonly #clockWasPutBack: () => boolean;
  readonly #violated: (text: string) => void;
  readonly #ended = new Set<string>();
  /** Time of each device's last birth by the cloud's clock (ms). */
  readonly #bornAt = new Map<string, number>();

  constructor(clockWasPutBack: () => boolean, violated: (text: string) => void) {
    super();
    this.#clockWasPutBack = clockWasPutBack;
    this.#violated = violated;
  }

  override async restore(backup: MemoryBackup): Promise<void> {
    await super.restore(backup);
    this.#ended.clear();
    this.#bornAt.clear();
  }

  override async step(
    deviceId: string,
    step: (view: DeviceView) => Outcome,
    now: number,
  ): Promise<(Outcome & { projectId: number }) | undefined> {
    let before: DeviceRecord | undefined;
    const outcome = await super.step(
      deviceId,
      (view) => {
        before = view.device;
        return step(view);
      },
      now,
    );
    if (before && outcome) this.#look(before, outcome);
    return outcome;
  }

  #look(before: DeviceRecord, { desiredRev, device = {}, identity, work = [] }: Outcome): void {
    const { desired, id } = before;
    for (const row of work) {
      if (this.#ended.has(row.id))
        this.#violated(`I5: ${row.kind} ${row.id} of ${id} had ended: ${row.state}`);
      if (ENDED.has(row.state)) this.#ended.add(row.id);
    }
    const { badRev = before.badRev, reportedHash, reportedRev = before.reportedRev } = device;
    const { state, stateAt = before.stateAt } = device;
    // Records the reconnection: earlier observations that the device is offline are outdated.
    if (identity) this.#bornAt.set(id, identity.bornAt);
    const wasThere = before.session !== undefined && !GONE.has(before.state);
    const isOldNews = stateAt < (this.#bornAt.get(id) ?? 0) && !this.#clockWasPutBack();
    if (wasThere && GONE.has(state) && isOldNews)
      this.#violated(`I9: ${id} was online after the time from which it is shown as offline`);
    // Only the device itself reports a rollback, at its birth or for the rolled-back revision.
    if (!identity && reportedRev < before.reportedRev && reportedHash !== '')
      this.#violated(`I4: ${id} ran ${before.reportedRev} and is shown as running ${reportedRev} again`);
    // The desired revision must not be below the running one, because revisions only increase.
    const target = desiredRev ?? desired?.rev;
    if (target !== undefined && target > badRev && target < reportedRev)
      this.#violated(`I2: ${id} runs ${reportedRev}, but ${target} is desired`);
  }
}
