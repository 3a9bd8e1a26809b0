import { CoverageMap, type Grid, type Transmitter, type Wall } from '@northlight/rf/map';
import { createRandom, createRandomPlan, predictSignal } from '@northlight/rf/testing';
import { computeQuantile, type Figure, formatMilliseconds } from './figure.ts';

const RADIOS = 50;
const WALLS = 500;
const GRID: Grid = { x: 0, y: 0, cellM: 0.06, columns: 1_000, rows: 600 };
const RUNS = 7;
const FRAMES = 120;
/** Walls that are dragged one after the other, each to the right and down and back (m per frame). */
const DRAGGED_WALLS = 6;
const WALL_FRAMES = 40;
const WALL_STEP_M = 0.4;
/** Radios and rows of the slow comparison, whose time is scaled to all of them. */
const SAMPLED = { radios: 5, rows: 12 } as const;
const GOALS = { dragMs: 10, fullMs: 200, wallMs: 50, ratio: 200, memoryMb: 80 } as const;

/**
 * HM-2 to HM-4: computes the coverage of a floor, and a frame while a radio or a wall is dragged, beside a loop over all
 * walls at every cell. One thread; the drawing is not included. Processor times exclude other programs of the machine.
 */
export async function measureCoverage(): Promise<Figure[]> {
  const { transmitters } = createRandomPlan(createRandom(1), { walls: WALLS, transmitters: RADIOS });
  const before = process.memoryUsage().arrayBuffers;
  const map = new CoverageMap(GRID);
  // The first run, in which the code is compiled, is not measured.
  map.compute(transmitters);
  const full = measureRuns(RUNS, () => map.compute(transmitters));
  const radio = dragRadio(map, transmitters);
  const wall = dragWalls(map, transmitters);
  const memoryMb = (process.memoryUsage().arrayBuffers - before) / 1e6;
  const loop = measureRuns(1, () => sampleLoop(transmitters));
  const scale = (RADIOS * GRID.rows) / (SAMPLED.radios * SAMPLED.rows);
  const loopMs = loop.cpuMs * scale;
  const size = `${RADIOS} radios, ${WALLS} walls and ${GRID.columns} × ${GRID.rows} cells`;
  return [
    {
      id: 'HM-2',
      text: `a frame of a dragged radio takes ${describeRuns(radio.frames)}; the first one ${formatMilliseconds(radio.firstMs)}`,
      goal: `${GOALS.dragMs} ms`,
      reached: radio.frames.p95Ms <= GOALS.dragMs,
    },
    {
      id: 'HM-3',
      text: `${size} take ${describeRuns(full)}`,
      goal: `${GOALS.fullMs} ms`,
      reached: full.medianMs <= GOALS.fullMs,
    },
    {
      id: 'HM-3',
      text: `a frame of a dragged wall takes ${describeRuns(wall.frames)}; the first one ${formatMilliseconds(wall.firstMs)}`,
      goal: `${GOALS.wallMs} ms`,
      reached: wall.frames.p95Ms <= GOALS.wallMs,
    },
    {
      id: 'HM-3',
      text: `${size} and a dragged wall need ${memoryMb.toFixed(0)} MB`,
      goal: `${GOALS.memoryMb} MB`,
      reached: memoryMb <= GOALS.memoryMb,
    },
    {
      id: 'HM-4',
      text: `${(loopMs / full.cpuMs).toFixed(0)} times as fast as a loop over all walls at every cell (${(loopMs / 1000).toFixed(1)} s of processor time)`,
      goal: `${GOALS.ratio} times`,
      reached: loopMs / full.cpuMs >= GOALS.ratio,
    },
  ];
}

/** Times of repeated work: quantiles of the elapsed time, and the mean processor time (ms). */
interface Runs {
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly cpuMs: number;
}

function measureRuns(count: number, work: (run: number) => void): Runs {
  const elapsed: number[] = [];
  const used = process.threadCpuUsage();
  for (let run = 0; run < count; run += 1) {
    const start = performance.now();
    work(run);
    elapsed.push(performance.now() - start);
  }
  const { system, user } = process.threadCpuUsage(used);
  return {
    medianMs: computeQuantile(elapsed, 0.5),
    p95Ms: computeQuantile(elapsed, 0.95),
    cpuMs: (system + user) / 1000 / count,
  };
}

const describeRuns = ({ cpuMs, medianMs, p95Ms }: Runs): string =>
  `${formatMilliseconds(medianMs)} (p95 ${formatMilliseconds(p95Ms)}, processor ${formatMilliseconds(cpuMs)})`;

function dragRadio(map: CoverageMap, transmitters: readonly Transmitter[]) {
  const [dragged] = transmitters;
  if (!dragged) throw new Error('The plan has no radio.');
  const first = measureRuns(1, () => map.move(0, dragged));
  const frames = measureRuns(FRAMES, (frame) => map.move(0, { ...dragged, x: frame * 0.4 }));
  map.move(0, dragged);
  return { firstMs: first.medianMs, frames };
}

function dragWalls(map: CoverageMap, transmitters: readonly Transmitter[]) {
  const walls = transmitters[0]?.path.sections[0]?.walls.slice(0, DRAGGED_WALLS) ?? [];
  const firsts: number[] = [];
  const all: Runs[] = [];
  for (const begin of walls) {
    let present: Wall = begin;
    const move = (stepM: number): void => {
      const { lossDb, x1, x2, y1, y2 } = present;
      const next = { lossDb, x1: x1 + stepM, x2: x2 + stepM, y1: y1 + stepM / 4, y2: y2 + stepM / 4 };
      map.changeWalls([present], [next]);
      present = next;
    };
    firsts.push(measureRuns(1, () => move(WALL_STEP_M)).medianMs);
    all.push(measureRuns(WALL_FRAMES, (frame) => move(frame < WALL_FRAMES / 2 ? WALL_STEP_M : -WALL_STEP_M)));
  }
  const mean = (pick: (runs: Runs) => number): number =>
    all.reduce((sum, runs) => sum + pick(runs), 0) / all.length;
  return {
    firstMs: Math.max(...firsts),
    frames: {
      medianMs: mean(({ medianMs }) => medianMs),
      // The slowest wall decides.
      p95Ms: Math.max(...all.map(({ p95Ms }) => p95Ms)),
      cpuMs: mean(({ cpuMs }) => cpuMs),
    },
  };
}

/** Computes some radios and rows by a loop over all walls at every cell. */
function sampleLoop(transmitters: readonly Transmitter[]): void {
  let strongest = Number.NEGATIVE_INFINITY;
  for (const transmitter of transmitters.slice(0, SAMPLED.radios))
    for (let row = 0; row < SAMPLED.rows; row += 1)
      for (let column = 0; column < GRID.columns; column += 1) {
        const y = ((row * GRID.rows) / SAMPLED.rows + 0.5) * GRID.cellM;
        const point = { x: (column + 0.5) * GRID.cellM, y };
        strongest = Math.max(strongest, predictSignal(transmitter, point));
      }
  if (!Number.isFinite(strongest)) throw new Error('The loop found no signal.');
}
