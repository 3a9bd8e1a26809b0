import {
  createEmptyPlan,
  DEFAULT_PLAN_SETTINGS,
  type FloorPlan,
  type PlacedDevice,
  type PlannedDevice,
  type PlanWall,
} from '../plan.ts';

export const createWall = (id: string, x1: number, y1: number, x2: number, y2: number): PlanWall => ({
  id,
  x1,
  y1,
  x2,
  y2,
  material: 'brick',
});

export const DEVICE: PlacedDevice = {
  deviceId: '01a22140-ab04-7321-b80f-b8b794a56a03',
  x: 10,
  y: 5,
  heightM: 2.8,
  azimuth: 0,
  mounting: 'ceiling',
};

export const PLANNED: PlannedDevice = {
  id: 'p1',
  name: 'Planned 1',
  model: 'NL-AP6C',
  x: 20,
  y: 5,
  heightM: 2.8,
  azimuth: 0,
  mounting: 'ceiling',
};

/** A floor with two walls, a door, an area, a device and a planned device. */
export const PLAN: FloorPlan = {
  ...createEmptyPlan(DEFAULT_PLAN_SETTINGS),
  walls: [
    { ...createWall('a', 0, 10, 20, 10), doors: [{ fromM: 4, widthM: 0.9, material: 'door' }] },
    createWall('b', 20, 10, 20, 30),
  ],
  zones: [
    {
      id: 'z',
      kind: 'excluded',
      points: [
        { x: 0, y: 20 },
        { x: 5, y: 20 },
        { x: 5, y: 25 },
      ],
    },
  ],
  devices: [DEVICE],
  planned: [PLANNED],
};
