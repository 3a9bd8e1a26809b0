import type { TopologyCause } from '@northlight/contract';
import { MINUTE_MS, startLoop } from '@northlight/runtime';
import { AfterCommit } from '../platform/commit.ts';
import { FailurePauses } from '../platform/failure-pauses.ts';
import type { Services } from '../services.ts';
import { updateProject } from './update-project.ts';

/** Interval in which requests are handled: the longest time by which the links are behind the reports. */
const TICK_MS = 2_000;
/** Interval in which projects with new reports are inferred again, for the age of their links and for old entries. */
const RENEWAL_MS = 15 * MINUTE_MS;

type UpdaterServices = Pick<Services, 'bus' | 'clock' | 'db'> & {
  readonly log: Pick<Services['log'], 'warn'>;
};

/** Infers and stores the links of a project (`updateProject`), here or in a thread. */
export type UpdateLinks = (
  projectId: number,
  now: number,
  causes: readonly TopologyCause[],
) => ReturnType<typeof updateProject>;

/**
 * Infers the links of projects whose devices have sent new evidence. One process does this at a time. Requests are rows, so
 * that a process that stops loses none.
 */
export class TopologyUpdater {
  readonly #services: UpdaterServices;
  #work: Promise<void> = Promise.resolve();
  #nextRenewalAt = 0;
  readonly #pauses: FailurePauses;
  readonly #updateLinks: UpdateLinks;

  constructor(services: UpdaterServices, updateLinks?: UpdateLinks) {
    this.#services = services;
    this.#updateLinks =
      updateLinks ??
      ((projectId, now, causes) => updateProject(services.db, projectId, new Date(now), causes));
    this.#pauses = new FailurePauses(services, 'the network topology of a project could not be updated');
  }

  /** Number of projects whose links could not be inferred at the last try. */
  get paused(): number {
    return this.#pauses.paused;
  }

  /** Runs until the result is disposed of. */
  start(): AsyncDisposable {
    const { clock, log } = this.#services;
    this.#nextRenewalAt = clock.now() + RENEWAL_MS;
    return startLoop(
      clock,
      TICK_MS,
      () => this.processAll(),
      (error) => log.warn({ err: error }, 'the network topology could not be updated'),
    );
  }

  /** Handles every request that is stored when it is called. */
  async processAll(): Promise<void> {
    const run = this.#work.then(() => this.#processRequests());
    this.#work = run.catch(() => undefined);
    await run;
  }

  /** Handles the stored requests of a project before work that depends on its links. Any process may call it. */
  async processProject(projectId: number): Promise<void> {
    const run = this.#work.then(() => this.#processStored(projectId));
    this.#work = run.catch(() => undefined);
    await run;
  }

  async #processRequests(): Promise<void> {
    const { clock } = this.#services;
    if (this.#nextRenewalAt <= clock.now()) {
      this.#nextRenewalAt = clock.now() + RENEWAL_MS;
      await this.#requestRenewals(new Date(clock.now() - RENEWAL_MS));
    }
    await this.#processStored();
  }

  /** Handles the stored requests of a project, or of all. */
  async #processStored(only?: number): Promise<void> {
    const { db } = this.#services;
    const requests = await db
      .selectFrom('topology_requests')
      .select(['id', 'project_id', 'cause', 'device_id'])
      .$if(only !== undefined, (query) => query.where('project_id', '=', only ?? 0))
      .orderBy('id')
      .execute();
    for (const [projectId, own] of Map.groupBy(requests, ({ project_id }) => project_id)) {
      const causes = own.map(({ cause: kind, device_id }) => ({
        kind,
        ...(device_id !== null && { deviceId: device_id }),
      }));
      if (!(await this.#pauses.run(projectId, () => this.#update(projectId, causes)))) continue;
      await db
        .deleteFrom('topology_requests')
        .where(
          'id',
          'in',
          own.map(({ id }) => id),
        )
        .execute();
    }
  }

  async #update(projectId: number, causes: readonly TopologyCause[]): Promise<void> {
    const { bus, clock } = this.#services;
    const { haveLinksChanged, haveParentsChanged } = await this.#updateLinks(projectId, clock.now(), causes);
    const after = new AfterCommit();
    if (haveLinksChanged) after.live(projectId, 'topology');
    if (haveParentsChanged) {
      after.live(projectId, 'devices');
      // Alarms are grouped along the links.
      after.alarmsChanged(projectId);
    }
    after.publish(bus);
  }

  async #requestRenewals(since: Date): Promise<void> {
    const { db } = this.#services;
    await db
      .insertInto('topology_requests')
      .columns(['project_id', 'cause'])
      .expression(
        db
          .selectFrom('topology_reports')
          .innerJoin('device_state', 'device_state.device_id', 'topology_reports.device_id')
          .select((where) => ['device_state.project_id', where.val('report' as const).as('cause')])
          .distinct()
          .where('topology_reports.reported_at', '>', since),
      )
      .execute();
  }
}
