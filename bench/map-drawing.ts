import { createRandom, createRandomPlan } from '@northlight/rf/testing';
import { openBuiltPage } from './built-page.ts';
import { computeQuantile, type Figure, formatMilliseconds } from './figure.ts';

const RADIOS = 50;
const WALLS = 500;
const GRID = { x: 0, y: 0, cellM: 0.06, columns: 1_000, rows: 600 };
const SECONDS = 5;
const FRAMES_GOAL = 50;

/** Result of a drag in `packages/web/bench/map`. */
interface Drag {
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly computedMs: readonly number[];
}

/** Creates the scene that the page shows. */
function createScene() {
  const { transmitters } = createRandomPlan(createRandom(1), { walls: WALLS, transmitters: RADIOS });
  const walls = transmitters[0]?.path.sections[0]?.walls ?? [];
  return {
    grid: GRID,
    floor: 0,
    floors: [
      { heightM: 3, slabLossDb: 0, walls: walls.map((wall, index) => ({ ...wall, id: `wall ${index}` })) },
    ],
    radios: transmitters.map(({ powerDbm, x, y }, index) => ({
      id: `radio ${index}`,
      x,
      y,
      powerDbm,
      floor: 0,
      heightM: 2.6,
      channel: { centreMhz: 5180 + 20 * (index % 4), widthMhz: 20, streams: 2 },
    })),
  };
}

/**
 * HM-2 and HM-3 in Chromium without a GPU: frames per second while a radio or a wall is dragged. The worker computes a
 * frame while the page paints the one before it.
 */
export async function measureHeatDrawing(): Promise<Figure[]> {
  await using built = await openBuiltPage('map');
  const figures: Figure[] = [];
  for (const dragged of ['radio', 'wall'] as const)
    for (const painter of ['canvas', 'webgl'] as const) {
      await built.page.goto(built.address);
      const drag = await built.call<Drag>('drag', createScene(), painter, dragged, SECONDS);
      const name = painter === 'webgl' ? 'WebGL2 computed by the CPU' : 'a 2D canvas';
      figures.push({
        id: dragged === 'radio' ? 'HM-2' : 'HM-3',
        text:
          `a dragged ${dragged} is painted ${drag.framesPerSecond.toFixed(0)} times/s with ${name}; the worker takes ` +
          `${formatMilliseconds(computeQuantile(drag.computedMs, 0.5))} per frame (p95 ${formatMilliseconds(computeQuantile(drag.computedMs, 0.95))})`,
        goal: `${FRAMES_GOAL}/s`,
        reached: drag.framesPerSecond >= FRAMES_GOAL,
      });
    }
  return figures;
}
