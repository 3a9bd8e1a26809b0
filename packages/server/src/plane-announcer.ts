import type { LiveResource } from '@northlight/contract';
import { KeyedQueue } from '@northlight/runtime';
import type { Logger } from 'pino';
import { AfterCommit } from './platform/commit.ts';
import type { Services } from './services.ts';
import { announceToHolders } from './sharing/index.ts';

type AnnouncerServices = Pick<Services, 'bus' | 'clock' | 'db'> & { readonly log: Logger };

/**
 * Announces what the device plane has changed: to pages, and to the parts of the server that follow alarms and jobs. A
 * change of the project list goes to the accounts that see the project, which are looked up once for all changes that
 * come meanwhile.
 */
export class PlaneAnnouncer implements AsyncDisposable {
  readonly #services: AnnouncerServices;
  readonly #lookUps = new KeyedQueue();
  readonly #waiting = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(services: AnnouncerServices) {
    this.#services = services;
  }

  /** A resource of a project changed; with ids, nothing but these rows of it. */
  readonly changed = (resource: LiveResource, projectId: number, rows?: readonly string[]): void => {
    const { bus } = this.#services;
    if (resource === 'projects') return this.#announceProject(projectId);
    bus.publish({ topic: 'live', resource, to: { projectId }, ...(rows && { rows }) });
    if (resource === 'jobs') bus.publish({ topic: 'jobs' });
    if (resource === 'alarms') bus.publish({ topic: 'alarms', projectId });
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
  }

  #announceProject(projectId: number): void {
    if (this.#waiting.has(projectId)) return;
    this.#waiting.add(projectId);
    this.#last = this.#lookUps.run(String(projectId), async () => {
      this.#waiting.delete(projectId);
      const { bus, clock, db, log } = this.#services;
      try {
        const after = new AfterCommit();
        await announceToHolders(db, after, projectId, new Date(clock.now()), 'projects');
        after.publish(bus);
      } catch (error) {
        log.warn({ err: error }, 'a change of a project could not be announced');
      }
    });
  }
}
