import type { FigureReport } from '@northlight/device-plane';
import { type Clock, MINUTE_MS, startLoop } from '@northlight/runtime';
import type { Logger } from 'pino';
import { CopyConnection } from '../platform/db/copy-rows.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { Packer } from './packer.ts';
import { Partitions } from './partitions.ts';
import { countProjects } from './project-counter.ts';
import { Recent } from './recent.ts';
import { RecentRows } from './recent-rows.ts';
import { logRowOf, ReportLog } from './report-log.ts';
import { SeriesReader } from './series-reader.ts';

/** How often other processes are looked for, and what is due. */
const LOOK_MS = 10_000;

export interface TelemetryServices {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Resolves when there is room on the disk; absent: there always is. */
  readonly room?: () => Promise<void>;
}

/** History: takes in what devices say, packs it, counts projects, and answers for charts. */
export class Telemetry implements AsyncDisposable {
  readonly reader: SeriesReader;
  readonly #services: TelemetryServices;
  readonly #copies: CopyConnection;
  readonly #log: ReportLog;
  readonly #recentRows: RecentRows;
  readonly #packer: Packer;

  constructor(services: TelemetryServices) {
    this.#services = services;
    const { clock, databaseUrl, db, log } = services;
    this.#copies = new CopyConnection(databaseUrl, (error) =>
      log.warn({ err: error }, 'database connection lost'),
    );
    const partitions = new Partitions(db);
    const recent = new Recent();
    this.#log = new ReportLog({ db, clock, copies: this.#copies, partitions, recent });
    this.#recentRows = new RecentRows(db, recent);
    this.#packer = new Packer({ db, clock, partitions, recent });
    this.reader = new SeriesReader(db, this.#recentRows);
  }

  /** Keeps reports, in their order; resolves after the commit. */
  async append(reports: readonly FigureReport[]): Promise<void> {
    await this.#services.room?.();
    await this.#log.append(reports.map(logRowOf));
  }

  /** Keeps a report in a transaction that writes something else too. */
  async inTransaction<Result>(
    report: FigureReport | undefined,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    await this.#services.room?.();
    return this.#log.inTransaction(report && logRowOf(report), work);
  }

  /** Follows what other processes do; `hasOthers` says whether there are any. */
  start(hasOthers: () => Promise<boolean>): AsyncDisposable {
    const { clock, log } = this.#services;
    const failed = (error: unknown): void =>
      log.warn({ err: error }, 'reports of others could not be followed');
    const look = async (): Promise<void> => {
      await this.#recentRows.shared(await hasOthers());
      await this.#packer.forgetPacked();
    };
    const first = look().catch(failed);
    const lookAgain = async (): Promise<void> => {
      await first;
      await look();
    };
    const loop = startLoop(clock, LOOK_MS, lookAgain, failed);
    return {
      [Symbol.asyncDispose]: async () => {
        await loop[Symbol.asyncDispose]();
        await first;
      },
    };
  }

  /** Counts and packs once a minute until the result is disposed of: for one process at a time. */
  maintain(): AsyncDisposable {
    const { clock, log } = this.#services;
    let minute = this.#minuteNow();
    const look = async (): Promise<void> => {
      const now = this.#minuteNow();
      if (now === minute) return;
      minute = now;
      await this.catchUp();
    };
    return startLoop(clock, LOOK_MS, look, (error) =>
      log.warn({ err: error }, 'telemetry could not be looked after'),
    );
  }

  /** Counts and packs what is due now, and answers when that is done. */
  async catchUp(): Promise<void> {
    const { clock, db } = this.#services;
    await countProjects(db, this.#log, clock);
    await this.#packer.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#copies[Symbol.asyncDispose]();
  }

  #minuteNow(): number {
    return Math.floor(this.#services.clock.now() / MINUTE_MS);
  }
}
