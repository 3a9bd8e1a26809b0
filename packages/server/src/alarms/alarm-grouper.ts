import { startLoop } from '@northlight/runtime';
import { AfterCommit } from '../platform/commit.ts';
import { FailurePauses } from '../platform/failure-pauses.ts';
import { ProjectTurns } from '../platform/project-turns.ts';
import type { Services } from '../services.ts';
import { announceToHolders } from '../sharing/index.ts';
import { groupProject } from './group-project.ts';
import { FLAPPING_KINDS } from './grouping/flapping.ts';
import { watchThresholds } from './watch-thresholds.ts';
import { type VlanPathReader, watchVlanPaths } from './watch-vlan-paths.ts';

const TICK_MS = 10_000;
const CHECK_MS = 60_000;
/** Maximum age of a shown alarm whose cause is still searched, and of the port changes that explain it. */
const CAUSE_SEARCH_MS = 10 * 60_000;
/** Number of projects that are grouped in parallel. */
const MAX_PARALLEL = 4;

/** Idle poll interval, to pick up work that a stopped server left behind. */
const IDLE_POLL_MS = 15 * 60_000;

type GrouperServices = Pick<Services, 'bus' | 'clock' | 'db' | 'entropy' | 'log'> & {
  /** Infers the links of a project whose devices have just reported. */
  readonly updateLinks: (projectId: number) => Promise<void>;
  readonly vlanPaths: VlanPathReader;
  /** Called after each grouping run. */
  readonly onGrouped: () => void;
};

/**
 * Groups alarms by cause. A run starts right after a device step or event has changed alarms, and on every
 * tick for changes that depend on time. Runs are idempotent; one row per project is the lock between servers.
 */
export class AlarmGrouper {
  readonly #services: GrouperServices;
  readonly #requested = new Set<number>();
  readonly #turns = new ProjectTurns(MAX_PARALLEL, (projectId) => this.#group(projectId));
  /** Requested projects of which it is being searched whether they have something to group, and the search. */
  #searched: ReadonlySet<number> = new Set();
  #search: Promise<void> = Promise.resolve();
  #isRunning = false;
  #nextCheckAt = 0;
  #nextPollAt = 0;

  readonly #pauses: FailurePauses;

  constructor(services: GrouperServices) {
    this.#services = services;
    this.#pauses = new FailurePauses(services, 'the alarms of a project could not be grouped');
  }

  /** Number of projects whose alarms could not be grouped at the last try. */
  get paused(): number {
    return this.#pauses.paused;
  }

  /** Runs until the result is disposed of; the first tick picks up work that another process left. */
  start(): AsyncDisposable {
    const { clock, log } = this.#services;
    this.#isRunning = true;
    this.#nextPollAt = 0;
    const loop = startLoop(
      clock,
      TICK_MS,
      () => this.#groupRequested(() => this.#requestDue()),
      (error) => log.warn({ err: error }, 'alarms could not be grouped'),
    );
    return {
      [Symbol.asyncDispose]: async () => {
        this.#isRunning = false;
        await loop[Symbol.asyncDispose]();
        await this.processAll();
      },
    };
  }

  /** Groups a project's alarms as soon as the run in progress has ended; called when its alarms have changed. */
  requestGrouping(projectId: number): void {
    if (!this.#isRunning) return;
    const isScheduled = this.#requested.size > 0;
    this.#requested.add(projectId);
    this.#nextPollAt = 0;
    if (!isScheduled) void this.#groupRequested();
  }

  /** Resolves when no grouping that this process requested for the project is waiting or running. */
  async waitForProject(projectId: number): Promise<void> {
    if (this.#requested.has(projectId) || this.#searched.has(projectId)) await this.#search;
    await this.#turns.wait(projectId);
  }

  /** Resolves when every grouping requested before this call has ended. */
  async processAll(): Promise<void> {
    await this.#search;
    await this.#turns.waitForAll();
  }

  /** Requests the projects whose alarms can change by the time or by their figures. */
  async #requestDue(): Promise<void> {
    const { clock } = this.#services;
    if (this.#nextPollAt <= clock.now()) {
      this.#nextPollAt = clock.now() + IDLE_POLL_MS;
      await this.#logErrors(async () => {
        for (const id of await this.#findTimeDependent()) this.#requested.add(id);
      });
      if (this.#requested.size > 0) this.#nextPollAt = 0;
    }
    await this.#checkConditions();
  }

  /** Checks figures against their thresholds, and the VLAN paths of changed projects, once a minute. */
  async #checkConditions(): Promise<void> {
    const { clock, db, entropy } = this.#services;
    if (this.#nextCheckAt > clock.now()) return;
    this.#nextCheckAt = clock.now() + CHECK_MS;
    await this.#logErrors(async () => {
      for (const id of await watchThresholds(db, entropy, clock.now())) this.#requested.add(id);
    });
    await this.#logErrors(async () => {
      for (const id of await watchVlanPaths(this.#services)) this.#requested.add(id);
    });
  }

  /** Filters projects with something to group. */
  async #filterDue(projectIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (projectIds.length === 0) return new Set();
    return new Set([
      ...(await this.#filterUnsettled(projectIds)),
      ...(await this.#filterFlapping(projectIds)),
    ]);
  }

  /** Filters projects that have open alarms or alarms not shown yet. */
  async #filterUnsettled(projectIds: readonly number[]): Promise<number[]> {
    const rows = await this.#services.db
      .selectFrom('alarms')
      .select('project_id')
      .distinct()
      .where('project_id', 'in', projectIds)
      .where((where) => where.or([where('resolved_at', 'is', null), where('status', '<>', 'shown')]))
      .execute();
    return rows.map((row) => row.project_id);
  }

  /**
   * Returns the projects with alarms that can change without an event: alarms that are not shown yet, were
   * shown less than 10 min ago, have a cause, or are of a kind that is resolved automatically.
   */
  async #findTimeDependent(): Promise<number[]> {
    const { clock, db } = this.#services;
    const rows = await db
      .selectFrom('alarms')
      .select('project_id')
      .distinct()
      .where((where) =>
        where.or([
          where('status', '<>', 'shown'),
          where.and([
            where('resolved_at', 'is', null),
            where.or([
              where('shown_at', '>', new Date(clock.now() - CAUSE_SEARCH_MS)),
              where('cause_id', 'is not', null),
              where('kind', 'in', ['site-lost', ...FLAPPING_KINDS]),
            ]),
          ]),
        ]),
      )
      .execute();
    return rows.map((row) => row.project_id);
  }

  /** Groups the requested projects that have something to group, after `request` has added further ones. */
  async #groupRequested(request?: () => Promise<void>): Promise<void> {
    const groupings: Promise<void>[] = [];
    let isRequested = false;
    this.#search = this.#search.then(async () => {
      // A failure must not end the searches after this one.
      await this.#logErrors(async () => request?.());
      const requested = [...this.#requested];
      isRequested = requested.length > 0;
      this.#requested.clear();
      this.#searched = new Set(requested);
      await this.#logErrors(async () => {
        for (const id of await this.#filterDue(requested)) groupings.push(this.#turns.request(id));
      });
      this.#searched = new Set();
    });
    await this.#search;
    await this.#logErrors(() => Promise.all(groupings));
    if (isRequested) this.#services.onGrouped();
  }

  /** Filters projects with changes of ports or parents within the last 10 min. */
  async #filterFlapping(projectIds: readonly number[]): Promise<number[]> {
    const { clock, db } = this.#services;
    const selectChanged = (table: 'parent_changes' | 'port_changes') =>
      db
        .selectFrom(table)
        .select('project_id')
        .where('project_id', 'in', projectIds)
        .where('at', '>', new Date(clock.now() - CAUSE_SEARCH_MS));
    const rows = await selectChanged('port_changes').union(selectChanged('parent_changes')).execute();
    return rows.map((row) => row.project_id);
  }

  async #group(projectId: number): Promise<void> {
    const { bus, clock, db, entropy } = this.#services;
    await this.#pauses.run(projectId, async () => {
      await this.#services.updateLinks(projectId);
      if (!(await groupProject(db, entropy, projectId, clock.now()))) return;
      const after = new AfterCommit();
      after.live(projectId, 'alarms');
      await announceToHolders(db, after, projectId, new Date(clock.now()), 'projects');
      after.publish(bus);
    });
  }

  async #logErrors(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#services.log.warn({ err: error }, 'alarms could not be grouped');
    }
  }
}
