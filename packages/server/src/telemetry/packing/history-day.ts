import type { StatMessage } from '@northlight/contract/device-protocol';
import { DAY_MS } from '@northlight/runtime';
import { type Block, mergeBlocks } from '@northlight/telemetry-codec';
import type { Db } from '../../platform/db/database.ts';
import { type KeyedBlock, mergeStoredBlocks } from '../blocks-store.ts';
import {
  type Group,
  GROUPS,
  formatProjectSeriesId,
  groupProjectRows,
  groupStatRows,
  type ProjectCount,
} from '../groups.ts';
import { OpenRows } from '../log/open-rows.ts';
import { groupByHour } from './pack-hour.ts';
import { PartitionManager, truncateToDay, truncateToMonth } from '../partitions.ts';
import { ProjectSums } from './project-sums.ts';
import { rollUpHours } from './roll-up.ts';
import { listPortRoles } from '../traffic-ports.ts';
import { yieldToLoop } from '../yield-to-loop.ts';

/** Number of blocks per insert statement. */
const BLOCKS_AT_ONCE = 24;

type Figures = Pick<
  StatMessage,
  'applications' | 'clients' | 'cpu' | 'mem' | 'ports' | 'radios' | 'uptimeSeconds'
>;

/**
 * Stores the reports of one past UTC day of a project as if they had arrived on that day. Reports must be
 * less than REPORT_MISSED_SECONDS apart, or the rates between them are gaps. Storing a day twice replaces
 * values of equal times.
 */
export class HistoryDay {
  readonly #db: Db;
  readonly #projectId: number;
  readonly #day: number;
  readonly #series = new Map<string, Map<Group, OpenRows>>();

  /** Accepts any time of the day as `day` (ms). */
  constructor(db: Db, projectId: number, day: number) {
    this.#db = db;
    this.#projectId = projectId;
    this.#day = truncateToDay(day);
  }

  /** Adds a report of a device at a time of the day (ms). */
  addReport(deviceId: string, at: number, figures: Figures): void {
    for (const [group, row] of groupStatRows({ session: '', seq: 0, ts: at, ...figures }))
      if (row.length > 0) this.#rowsOf(deviceId, group).add(Math.floor(at / 1000), row);
  }

  /** Adds the server's count of the project at a time of the day (ms). */
  addCount(at: number, count: ProjectCount): void {
    for (const [group, row] of groupProjectRows(count))
      this.#rowsOf(formatProjectSeriesId(this.#projectId), group).add(Math.floor(at / 1000), row);
  }

  /** Stores the day: with its hourly figures if it has ended, otherwise as packed hours. */
  async store(now: number): Promise<void> {
    const blocks = await this.#toBlocks();
    const isClosed = this.#day + DAY_MS <= truncateToDay(now);
    const partitions = new PartitionManager(this.#db);
    if (isClosed) {
      await partitions.ensure('telemetry_days', this.#day);
      await partitions.ensure('telemetry_roll_ups', truncateToMonth(this.#day));
    } else await partitions.ensure('telemetry_hours', this.#day);
    for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
      const batch = blocks.slice(at, at + BLOCKS_AT_ONCE);
      await (isClosed ? this.#storeDay(batch) : this.#storeHours(batch));
      await yieldToLoop();
    }
  }

  async #storeDay(batch: readonly DayBlock[]): Promise<void> {
    const keyed = batch.map(({ block, group, seriesId }) => ({
      name: group,
      ...formatKey(seriesId, group),
      block,
    }));
    const days = keyed.map(({ name: _name, ...each }) => ({ ...each, at: this.#day }));
    const rolled = keyed.map(({ block, name, ...each }): KeyedBlock => ({
      ...each,
      at: truncateToMonth(this.#day),
      block: rollUpHours(name, block, this.#day / 1000, (this.#day + DAY_MS) / 1000),
    }));
    await this.#db.transaction().execute(async (tx) => {
      await mergeStoredBlocks(tx, 'days', days);
      await mergeStoredBlocks(tx, 'rollUps', rolled);
    });
  }

  async #storeHours(batch: readonly DayBlock[]): Promise<void> {
    const hours = batch.flatMap(({ block, group, seriesId }) =>
      groupByHour(block).map(({ block: part, hour }) => ({
        ...formatKey(seriesId, group),
        at: hour,
        block: part,
      })),
    );
    await mergeStoredBlocks(this.#db, 'hours', hours);
  }

  async #toBlocks(): Promise<DayBlock[]> {
    const roles = await listPortRoles(this.#db, this.#projectId);
    const sums = new ProjectSums({ from: this.#day / 1000, step: 60, count: DAY_MS / 60_000 });
    const own = formatProjectSeriesId(this.#projectId);
    const blocks: DayBlock[] = [];
    let counted: Block | undefined;
    for (const [seriesId, groups] of this.#series) {
      const role = roles.find(({ deviceId }) => deviceId === seriesId);
      for (const [group, rows] of groups) {
        const block = rows.toBlock();
        if (seriesId === own) counted = block;
        else blocks.push({ seriesId, group, block });
        if (role && group === 'port') sums.add(block, role);
        if (role && group === 'application') sums.addApplications(block, role);
      }
      await yieldToLoop();
    }
    const project = mergeBlocks([sums.toBlock(), ...(counted ? [counted] : [])]);
    return [...blocks, { seriesId: own, group: 'project', block: project }];
  }

  #rowsOf(seriesId: string, group: Group): OpenRows {
    const groups = this.#series.get(seriesId) ?? new Map<Group, OpenRows>();
    this.#series.set(seriesId, groups);
    const rows = groups.get(group) ?? new OpenRows();
    groups.set(group, rows);
    return rows;
  }
}

interface DayBlock {
  readonly seriesId: string;
  readonly group: Group;
  readonly block: Block;
}

const formatKey = (seriesId: string, group: Group) => ({ seriesId, group: GROUPS[group] });
