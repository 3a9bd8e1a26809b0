import type { FigureReport } from '@northlight/device-plane';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { CopyBuffer, type CopyConnection } from '../platform/db/copy-rows.ts';
import {
  clientRows,
  KINDS,
  type ProjectCount,
  projectRows,
  projectSeriesId,
  type Rows,
  statRows,
} from './groups.ts';
import { lacksPartition, type Partitions } from './partitions.ts';
import type { Moment, Recent } from './recent.ts';

/** One row of the log, with what it says. */
export interface LogRow extends Moment {
  readonly seriesId: string;
  readonly projectId: number;
  readonly kind: number;
  readonly payload: Uint8Array;
  readonly rows: () => Rows;
}

const COPY =
  'copy telemetry_hot (device_id, project_id, kind, sampled_at, received_at, body) from stdin with (format binary)';
const COLUMNS = 6;
const MOST_TRIES = 4;

export function logRowOf(report: FigureReport): LogRow {
  const { deviceId: seriesId, payload, projectId, receivedAt, sampledAt } = report;
  return {
    seriesId,
    projectId,
    kind: KINDS[report.kind],
    sampledAt,
    receivedAt,
    payload,
    rows: () => (report.kind === 'stat' ? statRows(report.message) : clientRows(report.message)),
  };
}

export function logRowOfCount(projectId: number, count: ProjectCount, now: number): LogRow {
  return {
    seriesId: projectSeriesId(projectId),
    projectId,
    kind: KINDS.project,
    sampledAt: now,
    receivedAt: now,
    payload: new TextEncoder().encode(JSON.stringify(count)),
    rows: () => projectRows(count),
  };
}

/** What came, as it came: durable before it is acknowledged, and in memory for who asks for the last hour. */
export class ReportLog {
  readonly #db: Db;
  readonly #copies: CopyConnection;
  readonly #partitions: Partitions;
  readonly #recent: Recent;

  constructor(db: Db, copies: CopyConnection, partitions: Partitions, recent: Recent) {
    this.#db = db;
    this.#copies = copies;
    this.#partitions = partitions;
    this.#recent = recent;
  }

  /** Resolves after the commit. */
  async append(rows: readonly LogRow[]): Promise<void> {
    await this.#withPartitions(rows, () => {
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
      return this.#copies.write(COPY, buffer);
    });
    for (const row of rows) this.#recent.add(row.seriesId, row, row.rows());
  }

  /** Appends one row in a transaction that writes something else too. */
  async inTransaction<Result>(row: LogRow | undefined, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    if (!row) return this.#db.transaction().execute(work);
    const { kind, payload, projectId, receivedAt, sampledAt, seriesId } = row;
    const result = await this.#withPartitions([row], () =>
      this.#db.transaction().execute(async (tx) => {
        const done = await work(tx);
        await sql`insert into telemetry_hot (device_id, project_id, kind, sampled_at, received_at, body)
          values (${seriesId}, ${projectId}, ${kind}, ${new Date(sampledAt)}, ${new Date(receivedAt)}, ${Buffer.from(payload)})`.execute(
          tx,
        );
        return done;
      }),
    );
    this.#recent.add(seriesId, row, row.rows());
    return result;
  }

  /** Makes the partitions that rows need; does the work again when one of them was dropped meanwhile. */
  async #withPartitions<Result>(rows: readonly LogRow[], work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      for (const { receivedAt } of rows) await this.#partitions.ensure('telemetry_hot', receivedAt);
      try {
        return await work();
      } catch (error) {
        if (tries === MOST_TRIES || !lacksPartition(error)) throw error;
        for (const { receivedAt } of rows) this.#partitions.forget('telemetry_hot', receivedAt);
      }
    }
  }
}
