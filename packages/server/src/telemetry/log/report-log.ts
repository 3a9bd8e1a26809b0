import type { FigureReport } from '@northlight/device-plane';
import type { Clock } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { CopyBuffer, type CopyConnection } from '../../platform/db/copy-rows.ts';
import {
  groupClientRows,
  KINDS,
  type ProjectCount,
  groupProjectRows,
  formatProjectSeriesId,
  type GroupedRows,
  groupStatRows,
} from '../groups.ts';
import { lacksPartition, type PartitionManager } from '../partitions.ts';
import type { ReportTimes, UnpackedCache } from './unpacked-cache.ts';

/** One row of the log. Calling `rows` parses its payload. */
export interface LogRow extends ReportTimes {
  readonly seriesId: string;
  readonly projectId: number;
  readonly kind: number;
  readonly payload: Uint8Array;
  readonly rows: () => GroupedRows;
}

const COPY =
  'copy telemetry_hot (device_id, project_id, kind, sampled_at, received_at, body) from stdin with (format binary)';
const COLUMNS = 6;
const MAX_ATTEMPTS = 4;

export function toLogRow(report: FigureReport): LogRow {
  const { deviceId: seriesId, payload, projectId, receivedAt, sampledAt } = report;
  return {
    seriesId,
    projectId,
    kind: KINDS[report.kind],
    sampledAt,
    receivedAt,
    payload,
    rows: () => (report.kind === 'stat' ? groupStatRows(report.message) : groupClientRows(report.message)),
  };
}

export function createCountLogRow(projectId: number, count: ProjectCount, now: number): LogRow {
  return {
    seriesId: formatProjectSeriesId(projectId),
    projectId,
    kind: KINDS.project,
    sampledAt: now,
    receivedAt: now,
    payload: new TextEncoder().encode(JSON.stringify(count)),
    rows: () => groupProjectRows(count),
  };
}

interface ReportLogServices {
  readonly db: Db;
  readonly clock: Clock;
  readonly copies: CopyConnection;
  readonly partitions: PartitionManager;
  readonly recent: UnpackedCache;
}

/** Appends reports to the database before they are acknowledged, and to the cache of unpacked rows. */
export class ReportLog {
  readonly #services: ReportLogServices;

  constructor(services: ReportLogServices) {
    this.#services = services;
  }

  /** Resolves after the commit. */
  async append(reports: readonly LogRow[]): Promise<void> {
    await this.#withPartitions(reports, (rows) => {
      const buffer = new CopyBuffer();
      for (const { kind, payload, projectId, receivedAt, sampledAt, seriesId } of rows) {
        buffer.row(COLUMNS);
        buffer.text(seriesId);
        buffer.bigint(projectId);
        buffer.smallint(kind);
        buffer.time(sampledAt);
        buffer.time(receivedAt);
        buffer.bytes(payload);
      }
      return this.#services.copies.write(COPY, buffer);
    });
  }

  /** Appends one row in the same transaction as other work. */
  async inTransaction<Result>(
    report: LogRow | undefined,
    work: (tx: Tx) => Promise<Result>,
  ): Promise<Result> {
    const { db } = this.#services;
    if (!report) return db.transaction().execute(work);
    return this.#withPartitions([report], ([row = report]) =>
      db.transaction().execute(async (tx) => {
        const done = await work(tx);
        const { kind, payload, projectId, receivedAt, sampledAt, seriesId } = row;
        await sql`insert into telemetry_hot (device_id, project_id, kind, sampled_at, received_at, body)
          values (${seriesId}, ${projectId}, ${kind}, ${new Date(sampledAt)}, ${new Date(receivedAt)}, ${Buffer.from(payload)})`.execute(
          tx,
        );
        return done;
      }),
    );
  }

  /**
   * Creates the partitions that rows need, then writes the rows. A packer may drop the partition of a closed
   * hour before the write. The write is then repeated, the last time into the current hour, which no packer
   * drops. A row keeps its sample time, so that it is packed into the right hour.
   */
  async #withPartitions<Result>(
    reports: readonly LogRow[],
    write: (rows: readonly LogRow[]) => Promise<Result>,
  ): Promise<Result> {
    const { clock, partitions, recent } = this.#services;
    let rows = reports;
    for (let tries = 1; ; tries++) {
      try {
        for (const { receivedAt } of rows) await partitions.ensure('telemetry_hot', receivedAt);
        const result = await write(rows);
        for (const row of rows) recent.add(row.seriesId, row, row.rows());
        return result;
      } catch (error) {
        if (tries === MAX_ATTEMPTS || !lacksPartition(error)) throw error;
        for (const { receivedAt } of rows) partitions.forget('telemetry_hot', receivedAt);
        if (tries === MAX_ATTEMPTS - 1) rows = reports.map((row) => ({ ...row, receivedAt: clock.now() }));
      }
    }
  }
}
