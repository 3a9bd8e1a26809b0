import type { TopologyCause } from '@northlight/contract';
import { MINUTE_MS, startLoop } from '@northlight/runtime';
import { AfterCommit } from '../platform/work.ts';
import { FailurePauses } from '../platform/failure-pauses.ts';
import { ProjectTurns } from '../platform/project-turns.ts';
import type { Services } from '../services.ts';
import { updateProject } from './update-project.ts';

/** Interval in which requests are handled: the longest time by which the links are behind the reports. */
const TICK_MS = 2_000;
/** Interval in which projects with new reports are inferred again, for the age of their links and for old entries. */
const RENEWAL_MS = 15 * MINUTE_MS;
/** Projects that are inferred beside each other: a large one in its thread does not delay the others. */
const MAX_PARALLEL = 3;

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
  #nextRenewalAt = 0;
  readonly #pauses: FailurePauses;
  readonly #turns = new ProjectTurns(MAX_PARALLEL, (projectId) => this.#processStored(projectId));
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
    const { clock, db } = this.#services;
    if (this.#nextRenewalAt <= clock.now()) {
      this.#nextRenewalAt = clock.now() + RENEWAL_MS;
      await this.#requestRenewals(new Date(clock.now() - RENEWAL_MS));
    }
    const projects = await db.selectFrom('topology_requests').select('project_id').distinct().execute();
    await Promise.all(projects.map(({ project_id }) => this.#turns.request(project_id)));
  }

  /** Handles the stored requests of a project before work that depends on its links. Any process may call it. */
  processProject(projectId: number): Promise<void> {
    return this.#turns.request(projectId);
  }

  /** Handles the stored requests of a project. */
  async #processStored(projectId: number): Promise<void> {
    const { db } = this.#services;
    const requests = await db
      .selectFrom('topology_requests')
      .select(['id', 'cause', 'device_id'])
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute();
    if (requests.length === 0) return;
    const causes = requests.map(({ cause: kind, device_id }) => ({
      kind,
      ...(device_id !== null && { deviceId: device_id }),
    }));
    if (!(await this.#pauses.run(projectId, () => this.#update(projectId, causes)))) return;
    await db
      .deleteFrom('topology_requests')
      .where(
        'id',
        'in',
        requests.map(({ id }) => id),
      )
      .execute();
  }

  async #update(projectId: number, causes: readonly TopologyCause[]): Promise<void> {
    const { bus, clock } = this.#services;
    const { haveLinksChanged, haveParentsChanged } = await this.#updateLinks(projectId, clock.now(), causes);
    const after = new AfterCommit();
    if (haveLinksChanged) after.liveIn(projectId, 'topology');
    if (haveParentsChanged) {
      after.liveIn(projectId, 'devices');
      // Alarms are grouped along the links.
      after.groupAlarms(projectId);
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
