import { startLoop } from '@northlight/runtime';
import { AfterCommit } from '../platform/commit.ts';
import type { Services } from '../services.ts';
import { announceToHolders } from '../sharing/index.ts';
import { groupProject } from './group.ts';
import { watchThresholds } from './watch.ts';

const LOOK_MS = 10_000;
const WATCH_MS = 60_000;
/** So long after it was shown, an alarm may still get a cause. */
const NEW_MS = 10 * 60_000;
/** Projects that are grouped beside each other. */
const AT_ONCE = 4;

/** Without anything in hand it looks this often, for what a server beside it has left. */
const LEFT_MS = 15 * 60_000;

type KeeperServices = Pick<Services, 'bus' | 'clock' | 'db' | 'entropy' | 'log'> & {
  /** Called when alarms have changed and are grouped. */
  readonly grouped: () => void;
};

/**
 * Keeps alarms grouped by their cause: right after a device's step or event has raised or ended some, and every few
 * seconds for what only time brings. What it does can be repeated; a row per project is the lock between servers.
 */
export class AlarmKeeper {
  readonly #services: KeeperServices;
  readonly #wanted = new Set<number>();
  /** What the look that is under way has taken. */
  #busy: ReadonlySet<number> = new Set();
  #work: Promise<void> = Promise.resolve();
  #isRunning = false;
  #watchAt = 0;
  #lookAt = 0;

  constructor(services: KeeperServices) {
    this.#services = services;
  }

  /** Works until the result is disposed of; what was left by another process is looked for at once. */
  start(): AsyncDisposable {
    const { clock, log } = this.#services;
    this.#isRunning = true;
    this.#lookAt = 0;
    const tick = (): Promise<void> => (this.#work = this.#work.then(() => this.#lookAround()));
    const loop = startLoop(clock, LOOK_MS, tick, (error) =>
      log.warn({ err: error }, 'alarms could not be grouped'),
    );
    return {
      [Symbol.asyncDispose]: async () => {
        this.#isRunning = false;
        await loop[Symbol.asyncDispose]();
        await this.#work;
      },
    };
  }

  /** Alarms of a project have changed: looks as soon as the look before has ended. */
  look(projectId: number): void {
    if (!this.#isRunning) return;
    const waits = this.#wanted.size > 0;
    this.#wanted.add(projectId);
    this.#lookAt = 0;
    if (!waits) this.#work = this.#work.then(() => this.#groupWanted());
  }

  /** Resolves when nothing of a project waits for its first look here. */
  async settled(projectId: number): Promise<void> {
    if (this.#wanted.has(projectId) || this.#busy.has(projectId)) await this.#work;
  }

  /** Resolves when all that has been asked for so far is grouped. */
  async processAll(): Promise<void> {
    await this.#work;
  }

  async #lookAround(): Promise<void> {
    const { clock } = this.#services;
    if (this.#lookAt <= clock.now()) {
      this.#lookAt = clock.now() + LEFT_MS;
      await this.#quietly(async () => {
        for (const id of await this.#timed()) this.#wanted.add(id);
      });
      if (this.#wanted.size > 0) this.#lookAt = 0;
    }
    await this.#quietly(() => this.#watch());
    await this.#groupWanted();
  }

  /** Figures against their thresholds, once a minute. */
  async #watch(): Promise<void> {
    const { clock, db, entropy } = this.#services;
    if (this.#watchAt > clock.now()) return;
    this.#watchAt = clock.now() + WATCH_MS;
    for (const id of await watchThresholds(db, entropy, clock.now())) this.#wanted.add(id);
  }

  /** Projects of these where alarms are open or have not been looked at. */
  async #unsettled(among: readonly number[]): Promise<number[]> {
    const rows = await this.#services.db
      .selectFrom('alarms')
      .select('project_id')
      .distinct()
      .where('project_id', 'in', among)
      .where((where) => where.or([where('resolved_at', 'is', null), where('standing', '<>', 'shown')]))
      .execute();
    return rows.map((row) => row.project_id);
  }

  /** Projects where time alone can change something: what waits, what is new, what has a cause or ends by itself. */
  async #timed(): Promise<number[]> {
    const { clock, db } = this.#services;
    const rows = await db
      .selectFrom('alarms')
      .select('project_id')
      .distinct()
      .where((where) =>
        where.or([
          where('standing', '<>', 'shown'),
          where.and([
            where('resolved_at', 'is', null),
            where.or([
              where('shown_at', '>', new Date(clock.now() - NEW_MS)),
              where('cause_id', 'is not', null),
              where('kind', 'in', ['site-lost', 'port-flapping']),
            ]),
          ]),
        ]),
      )
      .execute();
    return rows.map((row) => row.project_id);
  }

  async #groupWanted(): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    if (wanted.length === 0) return;
    this.#busy = new Set(wanted);
    await this.#quietly(async () => {
      const due = new Set(await this.#unsettled(wanted));
      for (const id of await this.#flapping(wanted)) due.add(id);
      const all = [...due];
      for (let from = 0; from < all.length; from += AT_ONCE)
        await Promise.all(all.slice(from, from + AT_ONCE).map((id) => this.#group(id)));
    });
    this.#busy = new Set();
    this.#services.grouped();
  }

  /** Projects with changes of ports that are not counted yet. */
  async #flapping(among: readonly number[]): Promise<number[]> {
    const { clock, db } = this.#services;
    const rows = await db
      .selectFrom('port_changes')
      .select('project_id')
      .distinct()
      .where('project_id', 'in', among)
      .where('at', '>', new Date(clock.now() - NEW_MS))
      .execute();
    return rows.map((row) => row.project_id);
  }

  async #group(projectId: number): Promise<void> {
    const { bus, clock, db, entropy } = this.#services;
    await this.#quietly(async () => {
      if (!(await groupProject(db, entropy, projectId, clock.now()))) return;
      const after = new AfterCommit();
      after.live(projectId, 'alarms');
      await announceToHolders(db, after, projectId, new Date(clock.now()), 'projects');
      after.publish(bus);
    });
  }

  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#services.log.warn({ err: error }, 'alarms could not be grouped');
    }
  }
}
