import type { LiveResource } from '@northlight/contract';
import type { Bus, BusMessage, RightsHolder } from './bus/bus.ts';
import type { Db, Tx } from './db/database.ts';

/** Collects what has to be announced after a commit; each message once, however often it was asked for. */
export class AfterCommit {
  readonly #messages = new Map<string, BusMessage>();

  /** Open pages of a project refresh these resources. */
  live(projectId: number, ...resources: readonly LiveResource[]): void {
    for (const resource of resources) this.#add({ topic: 'live', resource, to: { projectId } });
  }

  /** Open pages of a project refresh these rows; nothing but them changed. */
  liveRows(projectId: number, resource: LiveResource, rows: readonly string[]): void {
    this.#add({ topic: 'live', resource, to: { projectId }, rows });
  }

  /** Open pages of these accounts refresh a resource. */
  liveTo(accountIds: Iterable<string>, ...resources: readonly LiveResource[]): void {
    for (const accountId of accountIds)
      for (const resource of resources) this.#add({ topic: 'live', resource, to: { accountId } });
  }

  /** Work is stored for this device. */
  nudge(deviceId: string): void {
    this.#add({ topic: 'nudge', deviceId });
  }

  /** The credential of this device ended. */
  drop(deviceId: string, reason: string): void {
    this.#add({ topic: 'drop', deviceId, reason });
  }

  claimed(sn: string): void {
    this.#add({ topic: 'claimed', sn });
  }

  distrusted(accountId: string, keyHash: string): void {
    this.#add({ topic: 'distrusted', accountId, keyHash });
  }

  /** Alarms of a project are to be grouped. */
  alarmsChanged(projectId: number): void {
    this.#add({ topic: 'alarms', projectId });
  }

  /** Projects were created, deleted or restored. */
  projectsChanged(): void {
    this.#add({ topic: 'projects' });
  }

  /** Sessions or rights ended: streams and tunnels ask for theirs again. */
  rightsChanged(of: RightsHolder): void {
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

export interface CommitServices {
  readonly db: Db;
  readonly bus: Bus;
}

/** Runs work in one transaction, and publishes what it collected once the transaction is committed. */
export async function commit<Result>(
  { bus, db }: CommitServices,
  work: (tx: Tx, after: AfterCommit) => Promise<Result>,
): Promise<Result> {
  const after = new AfterCommit();
  const result = await db.transaction().execute((tx) => work(tx, after));
  after.publish(bus);
  return result;
}

/** Publishes at once what a single statement has made true. */
export function announce(bus: Bus, collect: (after: AfterCommit) => void): void {
  const after = new AfterCommit();
  collect(after);
  after.publish(bus);
}
