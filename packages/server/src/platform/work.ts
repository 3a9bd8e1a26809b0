import type { LiveResource } from '@northlight/contract';
import { type Clock, createRandomId, type Entropy } from '@northlight/runtime';
import type { Bus, BusMessage, PermissionScope } from './bus/bus.ts';
import type { Db, Tx } from './db/database.ts';

/** Collects the messages to publish after a commit, without duplicates. */
export class AfterCommit {
  readonly #messages = new Map<string, BusMessage>();

  /** Notifies the open pages of a project that these resources changed. */
  liveIn(projectId: number, ...resources: readonly LiveResource[]): void {
    for (const resource of resources) this.#add({ topic: 'live', resource, to: { projectId } });
  }

  /** Notifies the open pages of a project that only these rows of a resource changed. */
  liveRows(projectId: number, resource: LiveResource, rows: readonly string[]): void {
    this.#add({ topic: 'live', resource, to: { projectId }, rows });
  }

  /** Notifies the open pages of these accounts that these resources changed. */
  liveTo(accountIds: Iterable<string>, ...resources: readonly LiveResource[]): void {
    for (const accountId of accountIds)
      for (const resource of resources) this.#add({ topic: 'live', resource, to: { accountId } });
  }

  /** Notifies the process that holds a device's connection of new stored work. */
  pendingWork(deviceId: string): void {
    this.#add({ topic: 'pendingWork', deviceId });
  }

  /** Requests closing the connection of a device whose credential is no longer valid. */
  drop(deviceId: string, reason: string): void {
    this.#add({ topic: 'drop', deviceId, reason });
  }

  claimed(sn: string): void {
    this.#add({ topic: 'claimed', sn });
  }

  distrusted(accountId: string, keyHash: string): void {
    this.#add({ topic: 'distrusted', accountId, keyHash });
  }

  /** Requests grouping of a project's alarms. */
  groupAlarms(projectId: number): void {
    this.#add({ topic: 'alarms', projectId });
  }

  /** Publishes that projects were created, deleted or restored, so that work per project starts or stops. */
  projectsChanged(): void {
    this.#add({ topic: 'projects' });
  }

  /**
   * Publishes that sessions or permissions may have ended, so that streams and tunnels check their
   * permissions again.
   */
  rightsChanged(of: PermissionScope): void {
    this.#add({ topic: 'rights', of });
  }

  publish(bus: Bus): void {
    for (const message of this.#messages.values()) bus.publish(message);
    this.#messages.clear();
  }

  #add(message: BusMessage): void {
    this.#messages.set(JSON.stringify(message), message);
  }
}

export interface WorkServices {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly db: Db;
  readonly entropy: Entropy;
}

/**
 * One unit of work: a transaction, and the messages to publish after its commit. `commit` gives it to work
 * without a request, `commitRequest` to that of a request.
 */
export class Work extends AfterCommit {
  readonly tx: Tx;
  /** Time of the change. */
  readonly now: Date;
  readonly entropy: Entropy;

  constructor(tx: Tx, { clock, entropy }: Pick<WorkServices, 'clock' | 'entropy'>) {
    super();
    this.tx = tx;
    this.now = new Date(clock.now());
    this.entropy = entropy;
  }

  /** Returns an id for a new row; ids of later milliseconds are greater. */
  createId(): string {
    return createRandomId(this.entropy, this.now.getTime());
  }
}

/** Runs work in one transaction and publishes the collected messages after its commit. */
export async function commit<Result>(
  services: WorkServices,
  run: (work: Work) => Promise<Result>,
): Promise<Result> {
  const [work, result] = await services.db.transaction().execute(async (tx) => {
    const begun = new Work(tx, services);
    return [begun, await run(begun)] as const;
  });
  work.publish(services.bus);
  return result;
}

/** Publishes messages immediately, for changes that are committed already. */
export function publishChanges(bus: Bus, collect: (after: AfterCommit) => void): void {
  const after = new AfterCommit();
  collect(after);
  after.publish(bus);
}
