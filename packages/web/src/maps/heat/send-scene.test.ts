import {
  createEmptyPlan,
  DEFAULT_MATERIALS,
  DEFAULT_PLAN_SETTINGS,
  type FloorPlan,
} from '@northlight/contract';
import { expect, test } from 'vitest';
import type { MapClient } from '../../map-canvas/index.ts';
import { buildScene } from './build-scene.ts';
import { sendScene } from './send-scene.ts';

const AP = {
  id: 'p1',
  name: 'Planned 1',
  model: 'NL-AP6C',
  x: 10,
  y: 10,
  heightM: 2.8,
  azimuth: 0,
  mounting: 'ceiling' as const,
};
const WALL = {
  id: 'a',
  x1: 0,
  y1: 5,
  x2: 9,
  y2: 5,
  material: 'brick',
  doors: [{ fromM: 4, widthM: 1, material: 'door' }],
};
const PLAN: FloorPlan = { ...createEmptyPlan(DEFAULT_PLAN_SETTINGS), walls: [WALL], planned: [AP] };

const build = (plan: FloorPlan, whatIf = new Map()) =>
  buildScene({
    plan,
    others: [],
    floor: 0,
    devices: [],
    materials: DEFAULT_MATERIALS,
    band: 'ghz5',
    whatIf,
  });

/** Lists the changes that a client receives. */
function listSent(before: FloorPlan | undefined, after: FloorPlan, whatIf = new Map()): string[] {
  const sent: string[] = [];
  const client: Pick<MapClient, 'setRadio' | 'setScene' | 'setWall'> = {
    setScene: () => sent.push('scene'),
    setRadio: (id, radio) => sent.push(`${radio ? 'radio' : 'no radio'} ${id}`),
    setWall: (id, wall) => sent.push(`${wall ? 'wall' : 'no wall'} ${id}`),
  };
  sendScene(client, before && build(before), build(after, whatIf));
  return sent;
}

test.each([
  ['the first scene as a whole', undefined, PLAN, ['scene']],
  ['a moved radio alone', PLAN, { ...PLAN, planned: [{ ...AP, x: 11 }] }, ['radio p1 radio1']],
  [
    'a moved wall by its segments',
    PLAN,
    { ...PLAN, walls: [{ ...WALL, y1: 6, y2: 6 }] },
    ['wall a 0', 'wall a 1', 'wall a 2'],
  ],
  [
    'a removed wall by its segments',
    PLAN,
    { ...PLAN, walls: [] },
    ['no wall a 0', 'no wall a 1', 'no wall a 2'],
  ],
  ['a removed radio as a scene', PLAN, { ...PLAN, planned: [] }, ['scene']],
  [
    'another size as a scene',
    PLAN,
    { ...PLAN, settings: { ...PLAN.settings, size: { widthM: 60, depthM: 30 } } },
    ['scene'],
  ],
  ['nothing without a change', PLAN, { ...PLAN }, []],
])('sends %s', (_name, before, after, expected) => expect(listSent(before, after)).toEqual(expected));

test('a tried failure removes the radio from the scene, a tried power changes it', () => {
  expect(build(PLAN, new Map([['p1', { isOff: true }]])).radios).toEqual([]);
  expect(build(PLAN, new Map([['p1', { powerDbm: 5 }]])).radios).toMatchObject([{ powerDbm: 8 }]);
});
