import type { FigureReport } from '@northlight/device-plane';
import { type Clock, MINUTE_MS, startLoop } from '@northlight/runtime';
import type { Logger } from 'pino';
import { CopyConnection } from '../platform/db/copy-rows.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { Packer } from './packing/packer.ts';
import { PartitionManager } from './partitions.ts';
import { countProjects } from './project-counter.ts';
import { UnpackedCache } from './log/unpacked-cache.ts';
import { UnpackedReader } from './log/unpacked-reader.ts';
import { toLogRow, ReportLog } from './log/report-log.ts';
import { StoredSeriesReader } from './charts/series-reader.ts';

/** Interval of checks for other processes and for due work. */
const POLL_INTERVAL_MS = 10_000;

export interface TelemetryServices {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Rejects while the disk is full; absent if writes need no check. */
  readonly ensureDiskSpace?: () => Promise<void>;
}

/** Stores reports as history, packs them, counts projects and reads charts. */
export class Telemetry implements AsyncDisposable {
  readonly reader: StoredSeriesReader;
  readonly #services: TelemetryServices;
  readonly #copies: CopyConnection;
  readonly #log: ReportLog;
  readonly #unpacked: UnpackedReader;
  readonly #packer: Packer;

  constructor(services: TelemetryServices) {
    this.#services = services;
    const { clock, databaseUrl, db, log } = services;
    this.#copies = new CopyConnection(databaseUrl, (error) =>
      log.warn({ err: error }, 'database connection lost'),
    );
    const partitions = new PartitionManager(db);
    const recent = new UnpackedCache();
    this.#log = new ReportLog({ db, clock, copies: this.#copies, partitions, recent });
    this.#unpacked = new UnpackedReader(db, recent);
    this.#packer = new Packer({ db, clock, partitions, recent });
    this.reader = new StoredSeriesReader(db, this.#unpacked);
  }

  /** Stores reports in order; resolves after the commit. */
  async append(reports: readonly FigureReport[]): Promise<void> {
    await this.#services.ensureDiskSpace?.();
    await this.#log.append(reports.map(toLogRow));
  }

  /** Stores a report in the same transaction as other work. */
  async inTransaction<Result>(
    report: FigureReport | undefined,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    await this.#services.ensureDiskSpace?.();
    return this.#log.inTransaction(report && toLogRow(report), work);
  }

  /**
   * Keeps this process's cache up to date when other processes store reports. `hasOthers` resolves to true
   * while there are other processes.
   */
  start(hasOthers: () => Promise<boolean>): AsyncDisposable {
    const { clock, log } = this.#services;
    const failed = (error: unknown): void =>
      log.warn({ err: error }, 'could not follow the reports of other processes');
    const follow = async (): Promise<void> => {
      await this.#unpacked.setSharedLog(await hasOthers());
      await this.#packer.forgetPacked();
    };
    const loop = startLoop(clock, POLL_INTERVAL_MS, follow, failed);
    loop.request();
    return loop;
  }

  /** Counts and packs once a minute until the result is disposed of. Run it in one process at a time. */
  maintain(): AsyncDisposable {
    const { clock, log } = this.#services;
    let minute = this.#minuteNow();
    const runEachMinute = async (): Promise<void> => {
      const now = this.#minuteNow();
      if (now === minute) return;
      minute = now;
      await this.catchUp();
    };
    return startLoop(clock, POLL_INTERVAL_MS, runEachMinute, (error) =>
      log.warn({ err: error }, 'could not count projects or pack telemetry'),
    );
  }

  /** Counts and packs everything that is due now; resolves when that is done. */
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
