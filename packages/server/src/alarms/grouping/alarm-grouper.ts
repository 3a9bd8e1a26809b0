import { WorkLoop } from '@northlight/runtime';
import { commit } from '../../platform/work.ts';
import { FailurePauses } from '../../platform/failure-pauses.ts';
import { ProjectTurns } from '../../platform/project-turns.ts';
import type { Services } from '../../services.ts';
import { announceToHolders } from '../../sharing/index.ts';
import { groupProject } from './group-project.ts';
import { FLAPPING_KINDS } from './flapping.ts';
import { watchThresholds } from '../conditions/watch-thresholds.ts';
import { type VlanPathReader, watchVlanPaths } from '../conditions/watch-vlan-paths.ts';

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
  /** Called when alarms have changed or were grouped. */
  readonly onGrouped: () => void;
};

/**
 * Groups alarms by cause. A run starts right after a device step or event has changed alarms, and on every
 * tick for changes that depend on time. Runs are idempotent; one row per project is the lock between servers.
 */
export class AlarmGrouper {
  readonly #services: GrouperServices;
  readonly #turns = new ProjectTurns(MAX_PARALLEL, (projectId) => this.#group(projectId));
  /** Searches requested projects for something to group. */
  #search: WorkLoop<number> | undefined;
  /** Groups projects whose alarms can change by the time. */
  #poll: WorkLoop | undefined;
  /** Requests projects whose alarms can change by their figures or paths. */
  #checks: WorkLoop | undefined;
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
    const { clock } = this.#services;
    const onError = (error: unknown): void => this.#logError(error);
    const loops = new AsyncDisposableStack();
    loops.defer(() => this.#turns.waitForAll());
    this.#search = new WorkLoop({ clock, run: (projectIds) => this.#groupDue(projectIds), onError });
    const ticks = { clock, everyMs: TICK_MS, onError };
    this.#poll = new WorkLoop({ ...ticks, idleMs: IDLE_POLL_MS, run: () => this.#groupTimeDependent() });
    this.#checks = new WorkLoop({ ...ticks, idleMs: CHECK_MS, run: () => this.#checkConditions() });
    for (const loop of [this.#search, this.#poll, this.#checks]) loops.use(loop);
    return loops;
  }

  /** Groups a project's alarms as soon as the search in progress has ended; called when its alarms have changed. */
  requestGrouping(projectId: number): void {
    this.#search?.request(projectId);
    this.#poll?.runAtNextTick();
  }

  /** Resolves when no grouping that this process requested for the project is waiting or running. */
  async waitForProject(projectId: number): Promise<void> {
    await this.#search?.settled(projectId);
    await this.#turns.wait(projectId);
  }

  /** Resolves when every grouping requested before this call has ended. */
  async processAll(): Promise<void> {
    for (const loop of [this.#checks, this.#poll, this.#search]) await loop?.settled();
    await this.#turns.waitForAll();
  }

  /** Groups the projects whose alarms can change by the time. */
  async #groupTimeDependent(): Promise<void> {
    const projectIds = await this.#findTimeDependent();
    if (projectIds.length === 0) return;
    this.#poll?.runAtNextTick();
    await this.#groupAll(projectIds);
  }

  /** Checks figures against their thresholds, and the VLAN paths of changed projects. */
  async #checkConditions(): Promise<void> {
    const { clock, db, entropy } = this.#services;
    const checks = [() => watchThresholds(db, entropy, clock.now()), () => watchVlanPaths(this.#services)];
    for (const check of checks)
      try {
        for (const id of await check()) this.requestGrouping(id);
      } catch (error) {
        this.#logError(error);
      }
  }

  /** Filters projects with something to group. */
  async #filterDue(projectIds: readonly number[]): Promise<ReadonlySet<number>> {
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

  /** Starts to group requested projects that have something to group; a large project does not delay the next search. */
  async #groupDue(projectIds: ReadonlySet<number>): Promise<void> {
    // An alarm that needs no grouping can have notices too.
    this.#services.onGrouped();
    const due = await this.#filterDue([...projectIds]);
    this.#groupAll(due).catch((error: unknown) => this.#logError(error));
  }

  async #groupAll(projectIds: Iterable<number>): Promise<void> {
    await Promise.all(Array.from(projectIds, (id) => this.#turns.request(id)));
    this.#services.onGrouped();
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
    const { clock, db, entropy } = this.#services;
    await this.#pauses.run(projectId, async () => {
      await this.#services.updateLinks(projectId);
      if (!(await groupProject(db, entropy, projectId, clock.now()))) return;
      await commit(this.#services, (work) => {
        work.liveIn(projectId, 'alarms');
        return announceToHolders(work, projectId, 'projects');
      });
    });
  }

  #logError(error: unknown): void {
    this.#services.log.warn({ err: error }, 'alarms could not be grouped');
  }
}
