import type { Block } from '@northlight/telemetry-codec';
import type { PortCapability } from '@northlight/contract/device-protocol';
import { addUp, foldCounter, foldGauge, type Grid } from './fold.ts';
import { flowColumn } from './groups.ts';
import { ceilingOf, ceilingOfAll, type PortRoles } from './traffic-ports.ts';

/** Columns of a project's block that are summed up from its devices' ports; rates in bytes per second. */
export const SUMMED_COLUMNS = ['download', 'upload', 'lan/rx', 'lan/tx', 'poe'] as const;

/** Bytes per second through some ports of a device, one way. */
export function portsRate(
  block: Block,
  ports: readonly PortCapability[],
  way: 'rx' | 'tx',
  grid: Grid,
): Float64Array {
  const rates = ports.flatMap((port) => {
    const values = block.columns.get(`${port.id}/${way}`);
    return values ? [foldCounter(block.times, values, grid, ceilingOf(port)).values] : [];
  });
  return addUp(rates, grid.count);
}

/** Watts that a device feeds through all of its ports. */
export function portsWatts(block: Block, ports: readonly PortCapability[], grid: Grid): Float64Array {
  const watts = ports.flatMap(({ id }) => {
    const values = block.columns.get(`${id}/poe`);
    return values ? [foldGauge(block.times, values, grid).values] : [];
  });
  return addUp(watts, grid.count);
}

/** A rate has no end of digits, and each of them would be kept. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Adds up what the ports of a project's devices carry and feed, and for which applications, minute by minute. */
export class ProjectSums {
  readonly #grid: Grid;
  readonly #sums = new Map<string, Float64Array>();

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  add(block: Block, { isTop, lan, up }: PortRoles): void {
    const grid = this.#grid;
    // Seen from inside: what comes in at the top is downloaded.
    if (isTop) {
      this.#into('download', portsRate(block, up, 'rx', grid));
      this.#into('upload', portsRate(block, up, 'tx', grid));
    }
    this.#into('lan/rx', portsRate(block, lan, 'rx', grid));
    this.#into('lan/tx', portsRate(block, lan, 'tx', grid));
    this.#into('poe', portsWatts(block, [...up, ...lan], grid));
  }

  /** Of the devices at the top, like download and upload: of two in a row each would count the same. */
  addApplications(block: Block, { isTop, up }: PortRoles): void {
    if (!isTop) return;
    for (const [column, values] of block.columns) {
      const rates = foldCounter(block.times, values, this.#grid, ceilingOfAll(up)).values;
      this.#into(flowColumn(column), rates.map(hundredths));
    }
  }

  #into(column: string, part: Float64Array): void {
    const sum = this.#sums.get(column);
    this.#sums.set(column, sum ? addUp([sum, part], this.#grid.count) : part);
  }

  toBlock(): Block {
    const { count, from, step } = this.#grid;
    return {
      times: Float64Array.from({ length: count }, (_, index) => from + index * step),
      columns: this.#sums,
    };
  }
}
