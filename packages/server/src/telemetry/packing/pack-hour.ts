import { type Block, mergeBlocks, sliceBlock } from '@northlight/telemetry-codec';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type KeyedBlock, mergeStoredBlocks } from '../blocks-store.ts';
import { yieldToLoop } from '../yield-to-loop.ts';
import { type Group, GROUPS, KINDS, formatProjectSeriesId } from '../groups.ts';
import { type LoggedRow, groupOpenRows } from '../log/open-rows.ts';
import { truncateToHour, type Partition } from '../partitions.ts';
import { HOUR_MS } from '@northlight/runtime';
import { ProjectSums } from './project-sums.ts';
import { listPortRoles } from '../traffic-ports.ts';

/** Number of series whose rows are read in one query. */
const SERIES_AT_ONCE = 16;

/** Splits a block by hour, because late reports belong to an earlier hour. */
export function groupByHour(block: Block): { hour: number; block: Block }[] {
  const hours = new Set(Array.from(block.times, (time) => truncateToHour(time * 1000)));
  return [...hours]
    .sort((a, b) => a - b)
    .map((hour) => ({ hour, block: sliceBlock(block, hour / 1000, (hour + HOUR_MS) / 1000) }));
}

/**
 * Packs a closed hour of the log in the transaction that drops the log's partition. `ensureDay` creates the
 * target partitions before the first write: creating them later would wait for this transaction.
 */
export async function packHour(
  tx: Tx,
  partition: Partition,
  ensureDay: (ms: number) => Promise<void> | undefined,
): Promise<void> {
  const { rows: days } = await sql<{ day: Date }>`
    select distinct date_trunc('day', sampled_at, 'UTC') as day from ${sql.table(partition.name)}`.execute(
    tx,
  );
  for (const ms of [partition.from, ...days.map(({ day }) => day.getTime())]) await ensureDay(ms);
  await sql`create index on ${sql.table(partition.name)} (project_id, device_id)`.execute(tx);
  const { rows: series } = await sql<{ project_id: number; device_id: string }>`
    select distinct project_id, device_id from ${sql.table(partition.name)} order by 1, 2`.execute(tx);
  const next = await readFirstAfter(tx, partition);
  for (const [projectId, deviceIds] of groupByProject(series))
    await new ProjectHour(tx, partition, projectId, next).pack(deviceIds);
}

/** Returns the first report of each device after the hour, which ends the hour's last counter rate. */
async function readFirstAfter(tx: Tx, { to }: Partition): Promise<ReadonlyMap<string, LoggedRow>> {
  const { rows } = await sql<LoggedRow>`
    select distinct on (device_id) device_id, kind, sampled_at, body from telemetry_hot
    where received_at >= ${new Date(to)} and received_at < ${new Date(to + 2 * 60_000)} and kind = ${KINDS.stat}
    order by device_id, received_at`.execute(tx);
  return new Map(rows.map((row) => [row.device_id, row] as const));
}

function groupByProject(series: readonly { project_id: number; device_id: string }[]): Map<number, string[]> {
  const projects = new Map<number, string[]>();
  for (const { device_id, project_id } of series)
    projects.set(project_id, [...(projects.get(project_id) ?? []), device_id]);
  return projects;
}

class ProjectHour {
  readonly #tx: Tx;
  readonly #partition: Partition;
  readonly #projectId: number;
  readonly #next: ReadonlyMap<string, LoggedRow>;
  readonly #sums: ProjectSums;

  constructor(tx: Tx, partition: Partition, projectId: number, next: ReadonlyMap<string, LoggedRow>) {
    this.#next = next;
    this.#tx = tx;
    this.#partition = partition;
    this.#projectId = projectId;
    this.#sums = new ProjectSums({ from: partition.from / 1000, step: 60, count: 60 });
  }

  async pack(seriesIds: readonly string[]): Promise<void> {
    const roles = new Map(
      (await listPortRoles(this.#tx, this.#projectId)).map((role) => [role.deviceId, role] as const),
    );
    const own = formatProjectSeriesId(this.#projectId);
    const devices = seriesIds.filter((id) => id !== own);
    for (let at = 0; at < devices.length; at += SERIES_AT_ONCE) {
      const batch = devices.slice(at, at + SERIES_AT_ONCE);
      const packed: KeyedBlock[] = [];
      for (const [seriesId, rows] of await this.#read(batch)) {
        for (const [group, open] of groupOpenRows(rows)) {
          const block = open.toBlock();
          packed.push(...buildHourBlocks(seriesId, group, block));
          const role = roles.get(seriesId);
          if (role && group === 'port') this.#sums.add(this.#withNext(seriesId, group, block), role);
          if (role && group === 'application')
            this.#sums.addApplications(this.#withNext(seriesId, group, block), role);
        }
        await yieldToLoop();
      }
      await mergeStoredBlocks(this.#tx, 'hours', packed);
    }
    const counted = seriesIds.includes(own) ? (await this.#read([own])).get(own) : undefined;
    const counts = counted && groupOpenRows(counted).get('project')?.toBlock();
    const project = mergeBlocks([this.#sums.toBlock(), ...(counts ? [counts] : [])]);
    await mergeStoredBlocks(this.#tx, 'hours', buildHourBlocks(own, 'project', project));
  }

  #withNext(seriesId: string, group: Group, block: Block): Block {
    const row = this.#next.get(seriesId);
    const next = row && groupOpenRows([row]).get(group)?.toBlock();
    return next ? mergeBlocks([block, next]) : block;
  }

  async #read(seriesIds: readonly string[]): Promise<Map<string, LoggedRow[]>> {
    const { rows } = await sql<LoggedRow>`select device_id, kind, sampled_at, body
      from ${sql.table(this.#partition.name)}
      where project_id = ${this.#projectId} and device_id = any(${seriesIds}::text[])
      order by device_id, received_at, sampled_at`.execute(this.#tx);
    return Map.groupBy(rows, ({ device_id }) => device_id);
  }
}

const buildHourBlocks = (seriesId: string, group: Group, block: Block): KeyedBlock[] =>
  groupByHour(block).map(({ block: part, hour }) => ({
    seriesId,
    group: GROUPS[group],
    at: hour,
    block: part,
  }));
