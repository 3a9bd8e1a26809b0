import { CoverageMap, type Grid } from '@northlight/rf';
import { createRandom, createRandomPlan, predictSignal } from '@northlight/rf/testing';
import { computeQuantile, type Figure, formatMilliseconds } from './figure.ts';

const RADIOS = 50;
const WALLS = 500;
const GRID: Grid = { x: 0, y: 0, cellM: 0.06, columns: 1_000, rows: 600 };
const RUNS = 7;
const FRAMES = 120;
/** Radios and rows of the slow comparison, whose time is scaled to all of them. */
const SAMPLED = { radios: 5, rows: 12 } as const;
const GOALS = { dragMs: 10, fullMs: 200, ratio: 200, memoryMb: 80 } as const;

/**
 * HM-2 to HM-4: computes the coverage of a floor, and a frame while a radio is dragged, beside a loop over all walls at
 * every cell. One thread; the drawing is not included.
 */
export async function measureCoverage(): Promise<Figure[]> {
  const { transmitters } = createRandomPlan(createRandom(1), { walls: WALLS, transmitters: RADIOS });
  const before = process.memoryUsage().arrayBuffers;
  const map = new CoverageMap(GRID);
  const full = Array.from({ length: RUNS }, () => measure(() => map.compute(transmitters)));
  const [dragged] = transmitters;
  if (!dragged) throw new Error('The plan has no radio.');
  const begin = measure(() => map.move(0, dragged));
  const frames = Array.from({ length: FRAMES }, (_, frame) =>
    measure(() => map.move(0, { ...dragged, x: frame * 0.4 })),
  );
  const memoryMb = (process.memoryUsage().arrayBuffers - before) / 1e6;
  const fullMs = computeQuantile(full, 0.5);
  const dragMs = computeQuantile(frames, 0.95);
  const loopMs = measureLoop(transmitters);
  return [
    {
      id: 'HM-2',
      text: `a frame of a dragged radio takes ${formatMilliseconds(dragMs)} at p95, the first one ${formatMilliseconds(begin)}`,
      goal: `${GOALS.dragMs} ms`,
      reached: dragMs <= GOALS.dragMs,
    },
    {
      id: 'HM-3',
      text: `${RADIOS} radios, ${WALLS} walls and ${GRID.columns} × ${GRID.rows} cells take ${formatMilliseconds(fullMs)} and ${memoryMb.toFixed(0)} MB`,
      goal: `${GOALS.fullMs} ms, ${GOALS.memoryMb} MB`,
      reached: fullMs <= GOALS.fullMs && memoryMb <= GOALS.memoryMb,
    },
    {
      id: 'HM-4',
      text: `${(loopMs / fullMs).toFixed(0)} times as fast as a loop over all walls at every cell (${(loopMs / 1000).toFixed(1)} s)`,
      goal: `${GOALS.ratio} times`,
      reached: loopMs / fullMs >= GOALS.ratio,
    },
  ];
}

function measure(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Returns the time (ms) of the loop for all radios and cells, from a sample of both. */
function measureLoop(transmitters: Parameters<CoverageMap['compute']>[0]): number {
  let strongest = Number.NEGATIVE_INFINITY;
  const ms = measure(() => {
    for (const transmitter of transmitters.slice(0, SAMPLED.radios))
      for (let row = 0; row < SAMPLED.rows; row += 1)
        for (let column = 0; column < GRID.columns; column += 1) {
          const y = ((row * GRID.rows) / SAMPLED.rows + 0.5) * GRID.cellM;
          const point = { x: (column + 0.5) * GRID.cellM, y };
          strongest = Math.max(strongest, predictSignal(transmitter, point));
        }
  });
  if (!Number.isFinite(strongest)) throw new Error('The loop found no signal.');
  return (ms * RADIOS * GRID.rows) / (SAMPLED.radios * SAMPLED.rows);
}
