import type { DeviceRecord, DeviceView, Outcome } from '@northlight/device-plane';
import { type MemoryBackup, MemoryDeviceStore } from '@northlight/device-plane/testing';

const GONE: ReadonlySet<number | undefined> = new Set([0, 9]);
const ENDED: ReadonlySet<string> = new Set(['done', 'partial', 'failed', 'skipped', 'expired']);

/** The database, which looks at each commit whether it takes back what people were told. */
export class WatchedStore extends MemoryDeviceStore {
  readonly #clockWasPutBack: () => boolean;
  readonly #violated: (text: string) => void;
  readonly #ended = new Set<string>();
  /** When each device has introduced itself last, by the cloud's clock (ms). */
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
    // A device that has come back is not gone: what a look saw before that is not news.
    if (identity) this.#bornAt.set(id, identity.bornAt);
    const wasThere = before.session !== undefined && !GONE.has(before.state);
    const isOldNews = stateAt < (this.#bornAt.get(id) ?? 0) && !this.#clockWasPutBack();
    if (wasThere && GONE.has(state) && isOldNews)
      this.#violated(`I9: ${id} was there after the moment since which it is said to be gone`);
    // A device that goes back says so itself, at its birth or of a revision that it undid.
    if (!identity && reportedRev < before.reportedRev && reportedHash !== '')
      this.#violated(`I4: ${id} ran ${before.reportedRev} and is said to run ${reportedRev} again`);
    // A device never goes back: what is wanted of it has to have a later number than what is known to run.
    const wanted = desiredRev ?? desired?.rev;
    if (wanted !== undefined && wanted > badRev && wanted < reportedRev)
      this.#violated(`I2: ${id} runs ${reportedRev}, and ${wanted} is wanted of it`);
  }
}
