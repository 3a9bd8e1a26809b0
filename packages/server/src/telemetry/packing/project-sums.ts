import type { Block } from '@northlight/telemetry-codec';
import type { PortCapability } from '@northlight/contract/device-protocol';
import { sumColumns, foldCounter, foldGauge, type TimeGrid } from '../fold.ts';
import { nameFlowColumn } from '../groups.ts';
import { computeRateCeiling, sumCeilings, type PortRoles } from '../traffic-ports.ts';

/** Columns of a project's block that are sums over its devices' ports; rates are in bytes per second. */
export const SUMMED_COLUMNS = ['download', 'upload', 'lan/rx', 'lan/tx', 'poe'] as const;

/** Returns the bytes per second through some ports of a device, in one direction. */
export function sumPortRates(
  block: Block,
  ports: readonly PortCapability[],
  way: 'rx' | 'tx',
  grid: TimeGrid,
): Float64Array {
  const rates = ports.flatMap((port) => {
    const values = block.columns.get(`${port.id}/${way}`);
    return values ? [foldCounter(block.times, values, grid, computeRateCeiling(port)).values] : [];
  });
  return sumColumns(rates, grid.count);
}

/** Returns the power (W) that a device supplies through these ports. */
export function sumPortWatts(block: Block, ports: readonly PortCapability[], grid: TimeGrid): Float64Array {
  const watts = ports.flatMap(({ id }) => {
    const values = block.columns.get(`${id}/poe`);
    return values ? [foldGauge(block.times, values, grid).values] : [];
  });
  return sumColumns(watts, grid.count);
}

/** Rounds to two decimals, because every digit of a rate costs space in the packed block. */
const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;

/** Sums the traffic and power of a project's ports, and its traffic by application, minute by minute. */
export class ProjectSums {
  readonly #grid: TimeGrid;
  readonly #sums = new Map<string, Float64Array>();

  constructor(grid: TimeGrid) {
    this.#grid = grid;
  }

  add(block: Block, { isTop, lan, up }: PortRoles): void {
    const grid = this.#grid;
    // Download is the traffic that the topmost device receives, because directions are those of the clients.
    if (isTop) {
      this.#into('download', sumPortRates(block, up, 'rx', grid));
      this.#into('upload', sumPortRates(block, up, 'tx', grid));
    }
    this.#into('lan/rx', sumPortRates(block, lan, 'rx', grid));
    this.#into('lan/tx', sumPortRates(block, lan, 'tx', grid));
    this.#into('poe', sumPortWatts(block, [...up, ...lan], grid));
  }

  /**
   * Counts applications at topmost devices only, as for download and upload: two devices in a row see the
   * same traffic.
   */
  addApplications(block: Block, { isTop, up }: PortRoles): void {
    if (!isTop) return;
    for (const [column, values] of block.columns) {
      const rates = foldCounter(block.times, values, this.#grid, sumCeilings(up)).values;
      this.#into(nameFlowColumn(column), rates.map(roundToHundredths));
    }
  }

  #into(column: string, part: Float64Array): void {
    const sum = this.#sums.get(column);
    this.#sums.set(column, sum ? sumColumns([sum, part], this.#grid.count) : part);
  }

  toBlock(): Block {
    const { count, from, step } = this.#grid;
    return {
      times: Float64Array.from({ length: count }, (_, index) => from + index * step),
      columns: this.#sums,
    };
  }
}
