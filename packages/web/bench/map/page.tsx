/** The heat map of a floor in a page of its own: `bench -- map` measures frames while a radio or a wall is dragged. */
import '../../src/styles.css';
import type { Quantity } from '@northlight/rf/map';
import { createRoot } from 'react-dom/client';
import {
  createLook,
  getServerColour,
  HeatCanvas,
  listLegendStops,
  MapClient,
  type MapFrame,
  type MapScene,
  type MapView,
} from '../../src/map-canvas/index.ts';
import { awaitFrame, awaitRest, getRoom } from '../painting.ts';

/** Path of the drag: metres per frame, and frames until it turns. */
const STEP_M = 0.15;
const TURN = 80;
const HALF_WAY_M = (STEP_M * TURN) / 2;

type Painter = 'webgl' | 'canvas';

interface Shown extends Disposable {
  readonly client: MapClient;
  readonly painted: MapFrame[];
}

/** Shows a scene with one cell per pixel. */
async function show(scene: MapScene, painter: Painter, quantity: Quantity): Promise<Shown> {
  const { cellM, columns, rows } = scene.grid;
  const view: MapView = { x: 0, y: 0, pxPerM: 1 / cellM };
  const painted: MapFrame[] = [];
  const client = new MapClient((message) => {
    throw new Error(message);
  });
  const root = createRoot(getRoom());
  const onPaint = (): void => {
    const frame = client.getFrame();
    if (frame && frame.version !== painted.at(-1)?.version) painted.push(frame);
  };
  root.render(
    <HeatCanvas
      width={columns}
      height={rows}
      source={client}
      view={view}
      look={createLook(quantity)}
      opacity={0.7}
      label="Heat map"
      painter={painter}
      onPaint={onPaint}
    />,
  );
  client.setOptions({ quantity });
  client.setScene(scene);
  const legend = document.querySelector('#legend');
  const colours = quantity === 'server' ? [0, 1, 2, 3, 4].map(getServerColour) : listLegendStops(quantity);
  for (const stop of colours) {
    const box = document.createElement('span');
    box.style.background = typeof stop === 'string' ? stop : stop.colour;
    if (typeof stop !== 'string') box.title = String(stop.value);
    legend?.append(box);
  }
  while (painted.length === 0) await awaitFrame();
  return {
    client,
    painted,
    [Symbol.dispose]: () => {
      client[Symbol.dispose]();
      root.unmount();
    },
  };
}

/**
 * Drags a radio or a wall: each animation frame brings a new position, as the pointer does.
 *
 * @param seconds duration of the drag
 */
async function drag(scene: MapScene, painter: Painter, dragged: 'radio' | 'wall', seconds: number) {
  using shown = await show(scene, painter, 'signal');
  const { client, painted } = shown;
  const [radio] = scene.radios;
  const wall = findMiddleWall(scene);
  if (!radio || !wall) throw new Error('The floor is empty.');
  /** Moves along a line and back. */
  const moveTo = (frame: number): void => {
    const along = STEP_M * Math.abs((frame % (2 * TURN)) - TURN);
    if (dragged === 'radio') client.setRadio(radio.id, { ...radio, x: 20 + along, y: 12 });
    else
      client.setWall(wall.id, {
        ...wall,
        x1: wall.x1 + along - HALF_WAY_M,
        x2: wall.x2 + along - HALF_WAY_M,
      });
  };
  moveTo(0);
  await awaitRest();
  // The first frame of a drag computes everything that does not change.
  const before = painted.length;
  while (painted.length === before) {
    moveTo(1);
    await awaitFrame();
  }
  const from = painted.length;
  const start = performance.now();
  for (let frame = 2; performance.now() < start + seconds * 1_000; frame += 1) {
    moveTo(frame);
    await awaitFrame();
  }
  const elapsed = performance.now() - start;
  return {
    frames: painted.length - from,
    framesPerSecond: ((painted.length - from) / elapsed) * 1_000,
    computedMs: painted.slice(from).map(({ computedMs }) => computedMs),
  };
}

/** Finds the wall next to the middle of the floor, whose shadows are large. */
function findMiddleWall({ floors, grid }: MapScene) {
  const [middleX, middleY] = [(grid.cellM * grid.columns) / 2, (grid.cellM * grid.rows) / 2];
  const [wall] = (floors[0]?.walls ?? []).toSorted(
    (one, other) =>
      Math.hypot(one.x1 - middleX, one.y1 - middleY) - Math.hypot(other.x1 - middleX, other.y1 - middleY),
  );
  return wall;
}

/** Shows a quantity until the page is left. */
async function showQuantity(scene: MapScene, painter: Painter, quantity: Quantity): Promise<number> {
  const { painted } = await show(scene, painter, quantity);
  await awaitRest();
  return painted[0]?.computedMs ?? 0;
}

Object.assign(globalThis, { drag, showQuantity });
