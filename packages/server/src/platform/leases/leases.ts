import { type Clock, type Entropy, createRandomBase62, startLoop } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db, Tx } from '../db/database.ts';

export interface LeaseTable {
  name: string;
  /** Name of the holding process. */
  holder: string;
  /** `host:port` at which other processes reach the holder; null for a single process. */
  address: string | null;
  /** Fencing number, which increases whenever another process takes the lease. */
  fence: number;
  until: Date;
}

declare module '../db/database.ts' {
  interface Database {
    leases: LeaseTable;
  }
}

/** Time after which a lease that is not renewed expires. */
export const LEASE_MS = 10_000;
export const LEASE_RENEWAL_MS = 2_500;
/** Prefix of the lease that each process takes for itself, by which running processes are listed. */
const PROCESS = 'process/';

/** A lease of this process. */
export interface Lease {
  readonly name: string;
  readonly fence: number;
  /**
   * Throws a LeaseLostError when another process has taken the lease; otherwise prevents a takeover until the
   * transaction ends. Use it only in short transactions, because it also blocks the renewal of all leases of
   * this process.
   */
  confirm(tx: Tx): Promise<void>;
}

/** Starts work under a lease. The result is disposed of when the lease is lost. */
export type LeasedWork = (lease: Lease) => AsyncDisposable | Promise<AsyncDisposable>;

export class LeaseLostError extends Error {}

interface Applied {
  readonly work: LeasedWork;
  held: { readonly fence: number; readonly running: Promise<AsyncDisposable | undefined> } | undefined;
}

export interface LeaseServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  /** `host:port` at which other processes reach this process. */
  readonly address?: string | undefined;
}

/**
 * Leases of this process. Periodic work runs on the process that has its lease. One statement renews all
 * leases. A process that stops releases its leases; a process that crashes loses them after 10 s.
 */
export class Leases implements AsyncDisposable {
  /** Unique name of this process among those that share the database. */
  readonly holder: string;
  readonly #services: LeaseServices;
  readonly #applied = new Map<string, Applied>();
  #loop: AsyncDisposable | undefined;
  #renewedAt = 0;
  #renewal: Promise<unknown> = Promise.resolve();

  constructor(services: LeaseServices) {
    this.#services = services;
    this.holder = createRandomBase62(services.entropy, 12);
  }

  /** Runs work whenever this process holds the lease. After `start`, resolves when the work has started or another process holds the lease. */
  async apply(name: string, work: LeasedWork): Promise<void> {
    this.#applied.set(name, { work, held: undefined });
    if (this.#loop) await this.#renewNext();
  }

  /**
   * Takes free leases now and keeps trying to take the other leases. Resolves when work under the free leases
   * has started.
   */
  async start(): Promise<void> {
    const { clock, log } = this.#services;
    const failed = (error: unknown): void => log.warn({ err: error }, 'leases could not be renewed');
    const renew = async (): Promise<void> => {
      try {
        await this.#renewNext();
      } catch (error) {
        failed(error);
        // Another process may hold the leases by the time of the next renewal, so the work under them stops
        // now.
        if (clock.now() - this.#renewedAt > LEASE_MS - 2 * LEASE_RENEWAL_MS) await this.#releaseAll();
      }
    };
    await this.#renewNext();
    this.#loop = startLoop(clock, LEASE_RENEWAL_MS, renew, failed);
  }

  isHeld(name: string): boolean {
    return this.#applied.get(name)?.held !== undefined;
  }

  /** Returns true when another process currently shares the database. */
  async hasOthers(): Promise<boolean> {
    const other = await this.#services.db
      .selectFrom('leases')
      .select('name')
      .where('name', 'like', `${PROCESS}%`)
      .where('holder', '<>', this.holder)
      .where('until', '>', new Date(this.#services.clock.now()))
      .executeTakeFirst();
    return other !== undefined;
  }

  /** Returns the address of another process; undefined when it has stopped or has no address. */
  async addressOf(holder: string): Promise<string | undefined> {
    const process = await this.#services.db
      .selectFrom('leases')
      .select('address')
      .where('name', '=', `${PROCESS}${holder}`)
      .where('until', '>', new Date(this.#services.clock.now()))
      .executeTakeFirst();
    return process?.address ?? undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop?.[Symbol.asyncDispose]();
    await this.#releaseAll();
    await this.#expireRows().catch((error: unknown) =>
      this.#services.log.warn({ err: error }, 'leases could not be released'),
    );
  }

  /** Expires the leases but keeps their rows, so that the fencing numbers keep increasing. */
  async #expireRows(): Promise<void> {
    const { clock, db } = this.#services;
    await db
      .updateTable('leases')
      .set({ until: new Date(clock.now()) })
      .where('holder', '=', this.holder)
      .execute();
  }

  /** Runs a renewal after the one in progress. */
  #renewNext(): Promise<void> {
    const renewal = this.#renewal.then(() => this.#renew());
    this.#renewal = renewal.catch(() => undefined);
    return renewal;
  }

  async #renew(): Promise<void> {
    const { address, clock, db } = this.#services;
    const now = clock.now();
    const names = [`${PROCESS}${this.holder}`, ...this.#applied.keys()].sort();
    const { rows } = await sql<Pick<LeaseTable, 'name' | 'fence'>>`
      insert into leases (name, holder, address, fence, until)
      select name, ${this.holder}, ${address ?? null}, 1, ${new Date(now + LEASE_MS)} from unnest(${names}::text[]) as name order by name
      on conflict (name) do update set
        holder = excluded.holder,
        address = excluded.address,
        until = excluded.until,
        fence = leases.fence + case when leases.holder = excluded.holder then 0 else 1 end
      where leases.holder = excluded.holder or leases.until <= ${new Date(now)}
      returning name, fence`.execute(db);
    this.#renewedAt = now;
    const fences = new Map(rows.map(({ name, fence }) => [name, fence] as const));
    for (const [name, applied] of this.#applied) {
      const fence = fences.get(name);
      if (applied.held && applied.held.fence !== fence) await this.#release(name, applied);
      if (fence !== undefined && !applied.held) await this.#begin(name, applied, fence);
    }
    await db
      .deleteFrom('leases')
      .where('name', 'like', `${PROCESS}%`)
      .where('until', '<', new Date(now - LEASE_MS))
      .execute();
  }

  async #begin(name: string, applied: Applied, fence: number): Promise<void> {
    const lease: Lease = { name, fence, confirm: (tx) => confirm(tx, name, fence) };
    const running = Promise.resolve(applied.work(lease)).catch((error: unknown) => {
      this.#services.log.error({ err: error, lease: name }, 'work under a lease could not start');
      return undefined;
    });
    applied.held = { fence, running };
    await running;
  }

  async #release(name: string, applied: Applied): Promise<void> {
    const { held } = applied;
    applied.held = undefined;
    try {
      await (await held?.running)?.[Symbol.asyncDispose]();
    } catch (error) {
      this.#services.log.error({ err: error, lease: name }, 'work under a lease failed to stop');
    }
  }

  async #releaseAll(): Promise<void> {
    // Stops work in reverse order, so that dependent work stops first.
    for (const [name, applied] of [...this.#applied].reverse()) await this.#release(name, applied);
  }
}

async function confirm(tx: Tx, name: string, fence: number): Promise<void> {
  const held = await tx
    .selectFrom('leases')
    .select('name')
    .where('name', '=', name)
    .where('fence', '=', fence)
    .forShare()
    .executeTakeFirst();
  if (!held) throw new LeaseLostError(`Another process has taken the lease ${name}.`);
}
