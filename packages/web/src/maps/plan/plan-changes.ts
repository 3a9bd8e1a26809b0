import {
  type FloorPlan,
  getWallLength,
  PLAN_LISTS,
  type PlacedDevice,
  type PlanList,
  type PlannedDevice,
  type PlanPoint,
  type PlanWall,
  type PlanZone,
} from '@northlight/contract';
import { toRealWidth } from './paper-scale.ts';
import { project } from './snapping.ts';

/** An item of a plan: its list and its id there. */
export interface ItemRef {
  readonly list: PlanList;
  readonly id: string;
}

export const formatRef = ({ id, list }: ItemRef): string => `${list} ${id}`;

/** Parses a text of `formatRef`; undefined for other texts. */
export function parseRef(text: string | undefined): ItemRef | undefined {
  const [list, ...id] = (text ?? '').split(' ');
  const known = (Object.keys(PLAN_LISTS) as PlanList[]).find((each) => each === list);
  return known && id.length > 0 ? { list: known, id: id.join(' ') } : undefined;
}

const roundM = (metres: number): number => Math.round(metres * 1_000) / 1_000;

/** Creates an id of an item. */
export const createItemId = (): string => crypto.randomUUID().slice(0, 18);

type Item = PlanWall | PlanZone | PlacedDevice | PlannedDevice;
const getId = (item: Item): string => ('deviceId' in item ? item.deviceId : item.id);

/** Adds an item, or replaces the one with its id. */
export function putItem(plan: FloorPlan, list: 'walls', item: PlanWall): FloorPlan;
export function putItem(plan: FloorPlan, list: 'zones', item: PlanZone): FloorPlan;
export function putItem(plan: FloorPlan, list: 'devices', item: PlacedDevice): FloorPlan;
export function putItem(plan: FloorPlan, list: 'planned', item: PlannedDevice): FloorPlan;
export function putItem(plan: FloorPlan, list: PlanList, item: Item): FloorPlan {
  const items: readonly Item[] = plan[list];
  const isKnown = items.some((each) => getId(each) === getId(item));
  const next = isKnown ? items.map((each) => (getId(each) === getId(item) ? item : each)) : [...items, item];
  return { ...plan, [list]: next };
}

export function removeItem(plan: FloorPlan, { id, list }: ItemRef): FloorPlan {
  const items: readonly Item[] = plan[list];
  return { ...plan, [list]: items.filter((item) => getId(item) !== id) };
}

/** Moves an item by a distance (m); devices stay on the plan. */
export function moveItem(plan: FloorPlan, { id, list }: ItemRef, dx: number, dy: number): FloorPlan {
  const { depthM, widthM } = plan.settings.size;
  if (list === 'walls') {
    const wall = plan.walls.find((each) => each.id === id);
    if (!wall) return plan;
    const [x1, x2] = [roundM(wall.x1 + dx), roundM(wall.x2 + dx)];
    return putItem(plan, list, { ...wall, x1, x2, y1: roundM(wall.y1 + dy), y2: roundM(wall.y2 + dy) });
  }
  if (list === 'zones') {
    const zone = plan.zones.find((each) => each.id === id);
    if (!zone) return plan;
    const points = zone.points.map(({ x, y }) => ({ x: roundM(x + dx), y: roundM(y + dy) }));
    return putItem(plan, list, { ...zone, points });
  }
  const clamp = (value: number, max: number): number => roundM(Math.min(max, Math.max(0, value)));
  const move = <Device extends PlacedDevice | PlannedDevice>(device: Device): Device => ({
    ...device,
    x: clamp(device.x + dx, widthM),
    y: clamp(device.y + dy, depthM),
  });
  if (list === 'devices') {
    const device = plan.devices.find(({ deviceId }) => deviceId === id);
    return device ? putItem(plan, list, move(device)) : plan;
  }
  const device = plan.planned.find((each) => each.id === id);
  return device ? putItem(plan, list, move(device)) : plan;
}

/** Width of a new door (m). */
export const DOOR_WIDTH_M = 0.9;

/** Adds a door to the wall that is nearest to a point within `reachM` (m); undefined without such a wall or room. */
export function addDoor(
  plan: FloorPlan,
  point: PlanPoint,
  reachM: number,
  material: string,
): FloorPlan | undefined {
  const [nearest] = plan.walls
    .flatMap((wall) => {
      const foot = project(point, wall);
      const distance = foot && Math.hypot(foot.x - point.x, foot.y - point.y);
      return foot && distance !== undefined && distance <= reachM ? [{ wall, foot, distance }] : [];
    })
    .toSorted((one, other) => one.distance - other.distance);
  if (!nearest) return undefined;
  const { foot, wall } = nearest;
  const length = getWallLength(wall);
  if (length < DOOR_WIDTH_M) return undefined;
  const middle = Math.hypot(foot.x - wall.x1, foot.y - wall.y1);
  const fromM = roundM(Math.min(length - DOOR_WIDTH_M, Math.max(0, middle - DOOR_WIDTH_M / 2)));
  const doors = wall.doors ?? [];
  const isFree = doors.every(
    (door) => door.fromM + door.widthM <= fromM || door.fromM >= fromM + DOOR_WIDTH_M,
  );
  if (!isFree) return undefined;
  return putItem(plan, 'walls', {
    ...wall,
    doors: [...doors, { fromM, widthM: DOOR_WIDTH_M, material }].toSorted(
      (one, other) => one.fromM - other.fromM,
    ),
  });
}

/** Moves one end of a wall; doors that no longer fit are removed. */
export function moveWallEnd(plan: FloorPlan, id: string, end: 1 | 2, to: PlanPoint): FloorPlan {
  const wall = plan.walls.find((each) => each.id === id);
  if (!wall) return plan;
  const moved = { ...wall, ...(end === 1 ? { x1: to.x, y1: to.y } : { x2: to.x, y2: to.y }) };
  const length = getWallLength(moved);
  if (length === 0) return plan;
  const doors = wall.doors?.filter(({ fromM, widthM }) => fromM + widthM <= length);
  return putItem(plan, 'walls', { ...moved, ...(doors && { doors }) });
}

/**
 * Sets the scale: two points of the picture have a distance of `lengthM`. Walls, areas and devices were drawn on the
 * picture and keep their places on it.
 */
export function rescalePlan(plan: FloorPlan, from: PlanPoint, to: PlanPoint, lengthM: number): FloorPlan {
  const factor = lengthM / Math.hypot(to.x - from.x, to.y - from.y);
  if (!Number.isFinite(factor) || factor <= 0) return plan;
  const scale = (value: number): number => roundM(value * factor);
  const scalePoint = ({ x, y }: PlanPoint) => ({ x: scale(x), y: scale(y) });
  const { settings } = plan;
  return {
    settings: {
      ...settings,
      size: { widthM: scale(settings.size.widthM), depthM: scale(settings.size.depthM) },
      scale: { from: scalePoint(from), to: scalePoint(to), lengthM },
    },
    walls: plan.walls.map((wall) => ({
      ...wall,
      x1: scale(wall.x1),
      y1: scale(wall.y1),
      x2: scale(wall.x2),
      y2: scale(wall.y2),
      ...(wall.doors && {
        doors: wall.doors.map((door) => ({ ...door, fromM: scale(door.fromM), widthM: scale(door.widthM) })),
      }),
    })),
    zones: plan.zones.map((zone) => ({ ...zone, points: zone.points.map(scalePoint) })),
    devices: plan.devices.map((device) => ({ ...device, ...scalePoint(device) })),
    planned: plan.planned.map((device) => ({ ...device, ...scalePoint(device) })),
  };
}

/** Sets the size of the floor from a scale of the drawing, 1:`ratio`. A plan whose paper size is not known does not change. */
export function setPaperScale(plan: FloorPlan, ratio: number): FloorPlan {
  const { paperWidthMm, size } = plan.settings;
  if (paperWidthMm === undefined) return plan;
  return rescalePlan(plan, { x: 0, y: 0 }, { x: size.widthM, y: 0 }, toRealWidth(paperWidthMm, ratio));
}
