import { toValue } from '@northlight/rf/map';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { createLook } from './colour-ramps.ts';
import { HeatCanvas } from './HeatCanvas.tsx';
import { MapClient } from './map-client.ts';
import { MapEngine } from './map-engine.ts';
import type { MapChange } from './messages.ts';
import { createScene } from './testing/create-scene.ts';

const GRID = { x: 0, y: 0, cellM: 0.5, columns: 120, rows: 72 };
const SCENE = createScene(1, { grid: GRID, radios: 6, walls: 40 });
const LOOK = createLook('signal');
const VIEW = { x: 0, y: 0, pxPerM: 10 };

/** Creates a client whose worker ends with the test. */
function createClient(): { readonly client: MapClient; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const client = new MapClient((message) => errors.push(message));
  onTestFinished(() => client[Symbol.dispose]());
  return { client, errors };
}

/** Computes the levels without a worker. */
function computeLevels(changes: readonly MapChange[]): Uint8Array | undefined {
  const engine = new MapEngine();
  engine.apply([{ type: 'scene', scene: SCENE }, ...changes]);
  return engine.computeFrame(1, (bytes) => new ArrayBuffer(bytes))?.levels;
}

it.each(['webgl', 'canvas'] as const)('paints the levels of the worker with painter %s', async (painter) => {
  const { client } = createClient();
  const painted: string[] = [];
  await render(
    <HeatCanvas
      source={client}
      view={VIEW}
      look={LOOK}
      width={600}
      height={360}
      opacity={1}
      label="Signals"
      painter={painter}
      onPaint={(kind) => painted.push(kind)}
    />,
  );
  client.setScene(SCENE);
  await expect.poll(() => painted[0]).toBe(painter);
  await expect.element(page.getByRole('img', { name: 'Signals' })).toBeVisible();
  expect(client.readCell(12.3, 4.1)).toBe(toValue('signal', client.getFrame()?.levels[8 * 120 + 24] ?? 0));
  expect(client.readCell(-1, 4)).toBeUndefined();
});

it('uses a canvas without WebGL after the browser lost its context', async () => {
  const { client } = createClient();
  const painted: string[] = [];
  await render(
    <HeatCanvas
      source={client}
      view={VIEW}
      look={LOOK}
      width={600}
      height={360}
      opacity={1}
      label="Signals"
      painter="webgl"
      onPaint={(kind) => painted.push(kind)}
    />,
  );
  client.setScene(SCENE);
  await expect.poll(() => painted.at(-1)).toBe('webgl');
  const context = document.querySelector('canvas')?.getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  await expect.poll(() => painted.at(-1)).toBe('canvas');
});

it('computes the last of many moves, and none of the moves between that are out of date', async () => {
  const { client, errors } = createClient();
  const versions: number[] = [];
  client.subscribe(() => versions.push(client.getFrame()?.version ?? 0));
  client.setScene(SCENE);
  const [radio] = SCENE.radios;
  const [wall] = SCENE.floors[0]!.walls;
  for (let step = 0; step <= 200; step += 1) {
    client.setRadio('r0', { ...radio!, x: step / 5, y: 7 });
    client.setWall('w0', { ...wall!, x1: step / 5 });
    // Each step is a batch of its own, but the worker's frame arrives in a later task.
    await Promise.resolve();
  }
  const expected = computeLevels([
    { type: 'radio', id: 'r0', radio: { ...radio!, x: 40, y: 7 } },
    { type: 'wall', id: 'w0', wall: { ...wall!, x1: 40 } },
  ]);
  await expect.poll(() => client.getFrame()?.levels).toEqual(expected);
  expect(versions).toEqual([1, 2]);
  expect(errors).toEqual([]);
});

it('computes changes of one task together', async () => {
  const { client } = createClient();
  client.setScene(SCENE);
  await expect.poll(() => client.getFrame()?.version).toBe(1);
  const [one, other] = SCENE.floors[0]!.walls;
  const changes = [
    { type: 'wall', id: 'w0', wall: { ...one!, x1: 9 } },
    { type: 'wall', id: 'w1', wall: { ...other!, x2: 9 } },
  ] as const;
  for (const { id, wall } of changes) client.setWall(id, wall);
  await expect.poll(() => client.getFrame()?.version).toBe(2);
  expect(client.getFrame()?.levels).toEqual(computeLevels(changes));
});

it('reports a computation that failed', async () => {
  const { client, errors } = createClient();
  client.setScene(SCENE);
  const [radio] = SCENE.radios;
  client.setScene({
    ...SCENE,
    radios: Array.from({ length: 300 }, (_, index) => ({ ...radio!, id: `${index}` })),
  });
  await expect.poll(() => errors).toEqual(['A map has at most 200 radios.']);
});
