import type { Topology } from '@northlight/contract';
import { createRandom, createTree } from '@northlight/topology/testing';
import { type BuiltPage, openBuiltPage } from './built-page.ts';
import { computeQuantile, type Figure, formatMilliseconds } from './figure.ts';

const DEVICES = 500;
/** A larger network, of which the browser draws the cards on a canvas. */
const MANY_DEVICES = 5_000;
const ROUNDS = 7;
const PAINT_GOAL_MS = 300;
const FRAME_GOAL_MS = 20;
const STEPS = 60;
/** An empty place of the drawing, where a gesture begins (px). */
const LEFT = 12;
const TOP = 400;
const TRACE = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** An event of a trace of Chromium; times in µs. */
interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
}

const SINCE = '2026-11-01T08:00:00Z';

/** Creates a network of this size: a gateway, switches, access points and cameras, a tenth of them offline. */
function createTopology(count: number): Topology {
  const random = createRandom(1);
  const { links, nodes, rootId } = createTree(random, count);
  const parents = new Set(links.map(({ upper }) => upper.nodeId));
  return {
    rootId: rootId ?? '',
    historySince: SINCE,
    nodes: nodes.map(({ id }) => ({
      id,
      kind: 'device',
      name: `Device ${id.slice(1)}`,
      deviceKind: id === rootId ? 'gateway' : parents.has(id) ? 'switch' : random() < 0.6 ? 'ap' : 'ipc',
      state: random() < 0.1 ? 0 : 1,
    })),
    links: links.map(({ lower, upper }, id) => ({
      id,
      upper,
      lower,
      evidence: 'lldp-both',
      isInTree: true,
      isUncertain: false,
      since: SINCE,
      figures: { up: true, speedMbps: 1_000, duplex: 'full' },
    })),
    edits: { revision: 0, positions: [], names: [], hidden: [], devices: [], links: [] },
  };
}

/** Lists the ids of all groups, which show every device when they are opened. */
const listGroupIds = ({ links }: Topology): readonly string[] => {
  const kinds = ['ap', 'ipc', 'switch'];
  return links.flatMap(({ upper }) => kinds.map((kind) => `group ${upper.nodeId} ${kind}`));
};

/**
 * TP-2: time from the data to the painted drawing, and the work of the main thread per frame while the drawing is moved
 * and zoomed with the mouse.
 */
export async function measureDrawing(): Promise<Figure[]> {
  await using built = await openBuiltPage('topology');
  const figures: Figure[] = [];
  for (const { count, isOpened } of [
    { count: DEVICES, isOpened: false },
    { count: DEVICES, isOpened: true },
    { count: MANY_DEVICES, isOpened: true },
  ]) {
    const topology = createTopology(count);
    const openedIds = isOpened ? listGroupIds(topology) : [];
    const painted: number[] = [];
    let cards = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await built.page.goto(built.address);
      const drawn = await built.call<{ ms: number; cards: number }>('draw', topology, openedIds);
      painted.push(drawn.ms);
      cards = drawn.cards;
    }
    const gestures = await traceGestures(built);
    const median = computeQuantile(painted, 0.5);
    const p95 = computeQuantile(gestures.frames, 0.95);
    figures.push({
      id: 'TP-2',
      text:
        `${count} devices as ${cards} cards: first painting ${formatMilliseconds(median)} after the data ` +
        `(${formatMilliseconds(Math.min(...painted))} to ${formatMilliseconds(Math.max(...painted))}); pan and zoom ` +
        `${formatMilliseconds(p95)} of the main thread per frame at p95 (median ${formatMilliseconds(computeQuantile(gestures.frames, 0.5))}), ` +
        `${gestures.framesPerSecond.toFixed(0)} frames/s without a GPU`,
      goal: `≤ ${formatMilliseconds(PAINT_GOAL_MS)}, ≤ ${formatMilliseconds(FRAME_GOAL_MS)} per frame`,
      reached: median <= PAINT_GOAL_MS && p95 <= FRAME_GOAL_MS,
    });
  }
  return figures;
}

/** Moves and zooms the drawing. Returns the main-thread time per frame (ms) and the frame rate. */
async function traceGestures({ call, page }: BuiltPage) {
  await call('awaitRest');
  const browser = page.context().browser();
  if (!browser) throw new Error('The browser is closed.');
  await browser.startTracing(page, { categories: TRACE });
  const { mouse } = page;
  await mouse.move(LEFT, TOP);
  await mouse.down();
  for (let step = 0; step < STEPS; step++) {
    await mouse.move(LEFT + step * 5, TOP + step * 3);
    await call('awaitPainting');
  }
  await mouse.up();
  for (let step = 0; step < STEPS; step++) {
    await mouse.wheel(0, step < STEPS / 2 ? -40 : 40);
    await call('awaitPainting');
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return listFrames(traceEvents);
}

/** Sums the tasks of the main thread of the page up to the one that commits the frame. */
function listFrames(events: readonly TraceEvent[]) {
  const commits = events.filter(({ name }) => name === 'Commit');
  const threads = Map.groupBy(commits, ({ pid, tid }) => `${pid} ${tid}`);
  const [main] = [...threads.values()].toSorted((one, other) => other.length - one.length);
  const [first] = main ?? [];
  if (!first) throw new Error('The trace contains no frame.');
  const isMain = ({ pid, tid }: TraceEvent): boolean => pid === first.pid && tid === first.tid;
  const ends = commits
    .filter(isMain)
    .map(({ ts }) => ts)
    .toSorted((one, other) => one - other);
  const tasks = events
    .filter((event) => isMain(event) && event.name === 'RunTask')
    .toSorted((one, other) => one.ts - other.ts);
  const frames: number[] = [];
  let work = 0;
  for (const { dur = 0, ts } of tasks) {
    work += dur / 1_000;
    const end = ends[frames.length] ?? Number.POSITIVE_INFINITY;
    if (end > ts + dur) continue;
    frames.push(work);
    work = 0;
  }
  const seconds = ((ends.at(-1) ?? 0) - (ends[0] ?? 0)) / 1_000_000;
  return { frames, framesPerSecond: ends.length / seconds };
}
