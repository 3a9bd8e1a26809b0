import type { AffectedResources } from '@northlight/device-plane';
import { KeyedQueue } from '@northlight/runtime';
import type { Logger } from 'pino';
import { commit, type WorkServices } from './platform/work.ts';
import { announceToHolders } from './sharing/index.ts';

interface AnnouncerServices extends WorkServices {
  readonly log: Logger;
}

/**
 * Publishes changes of the device plane to pages and to the services for alarms and jobs. Changes of the
 * project list are sent to the accounts with access to the project. One look-up serves all changes that
 * arrive before it starts.
 */
export class PlaneAnnouncer implements AsyncDisposable {
  readonly #services: AnnouncerServices;
  readonly #lookUps = new KeyedQueue();
  readonly #pending = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(services: AnnouncerServices) {
    this.#services = services;
  }

  /** Publishes the changed resources of a project, and the work that their change requests. */
  readonly publishChange = (affected: AffectedResources): void => {
    const { bus } = this.#services;
    const { advanceJobs = false, groupAlarms = false, projectId, resources, rows = {} } = affected;
    for (const resource of resources)
      if (resource === 'projects') this.#announceProject(projectId);
      else {
        const changed = rows[resource];
        bus.publish({ topic: 'live', resource, to: { projectId }, ...(changed && { rows: changed }) });
      }
    if (advanceJobs) bus.publish({ topic: 'jobs' });
    if (groupAlarms) bus.publish({ topic: 'alarms', projectId });
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
  }

  #announceProject(projectId: number): void {
    if (this.#pending.has(projectId)) return;
    this.#pending.add(projectId);
    this.#last = this.#lookUps.run(String(projectId), async () => {
      this.#pending.delete(projectId);
      try {
        await commit(this.#services, (work) => announceToHolders(work, projectId, 'projects'));
      } catch (error) {
        this.#services.log.warn({ err: error }, 'a change of a project could not be announced');
      }
    });
  }
}
