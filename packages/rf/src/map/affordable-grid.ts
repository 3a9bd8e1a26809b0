import { createGrid } from './radios.ts';
import type { Transmitter } from './signal-grid.ts';
import { type Grid, Shadow } from './shadow.ts';
import { listEdges } from './zones.ts';

/** Longest side (cells) of the grid on which the work is counted, and of the coarsest grid. */
const COARSEST_CELLS = 50;
/** Radios whose work is counted; that of the others is taken as equal. */
const SAMPLES = 4;
/** Factor between the cells of a grid and those of the next coarser one. */
const STEP = 1.25;
/** Times (ns) on a processor of 2020: of a cell, a traced wall, a row of its shadow, and a cell behind an edge of a zone. */
const COST_NS = { cell: 5, wall: 250, row: 8, zoneCell: 8 } as const;

interface Work {
  walls: number;
  rows: number;
  zoneCells: number;
}

/**
 * Returns the finest grid over a plan (m) whose signals can be computed in about `limitMs`, not coarser than 50 cells along
 * the longest side. It depends on the plan and the radios only, not on the machine.
 */
export function createAffordableGrid(
  size: { readonly widthM: number; readonly depthM: number },
  transmitters: readonly Transmitter[],
  limitMs: number,
): Grid {
  const finest = createGrid(size);
  const coarsestM = Math.max(finest.cellM, Math.max(size.widthM, size.depthM) / COARSEST_CELLS);
  const sample = createGrid(size, coarsestM);
  const work = countWork(sample, transmitters);
  for (let cellM = finest.cellM; cellM < coarsestM; cellM *= STEP) {
    const grid = createGrid(size, cellM);
    const cells = grid.columns * grid.rows;
    const cost =
      COST_NS.cell * transmitters.length * cells +
      COST_NS.wall * work.walls +
      COST_NS.row * work.rows * (grid.rows / sample.rows) +
      COST_NS.zoneCell * work.zoneCells * (cells / (sample.columns * sample.rows));
    if (cost <= limitMs * 1e6) return grid;
  }
  return sample;
}

/** Counts the work for all radios from that of some of them. */
function countWork(grid: Grid, transmitters: readonly Transmitter[]): Work {
  const shadow = new Shadow(grid);
  const work = { walls: 0, rows: 0, zoneCells: 0 };
  const step = Math.max(1, transmitters.length / SAMPLES);
  for (let place = 0; place < transmitters.length; place += step) {
    const transmitter = transmitters[Math.floor(place)];
    if (transmitter) addWork(work, shadow, transmitter);
  }
  return {
    walls: step * work.walls,
    rows: step * work.rows,
    zoneCells: step * work.zoneCells,
  };
}

function addWork(work: Work, shadow: Shadow, transmitter: Transmitter): void {
  const addShadow = (): void => {
    work.walls += 1;
    work.rows += shadow.endRow - shadow.firstRow;
  };
  for (const { from, to, walls, zones = [] } of transmitter.path.sections) {
    for (const wall of walls) {
      shadow.trace(transmitter, wall, { from, to });
      addShadow();
    }
    for (const edge of zones.flatMap(({ corners }) => [...listEdges(corners)])) {
      shadow.trace(transmitter, edge, { from: 0, to });
      addShadow();
      for (let row = shadow.firstRow; row < shadow.endRow; row += 1)
        work.zoneCells += Math.max(0, (shadow.ends[row] ?? 0) - (shadow.firsts[row] ?? 0));
    }
  }
}
