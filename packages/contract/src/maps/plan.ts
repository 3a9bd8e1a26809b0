import { z } from 'zod';
import { policyName, storableText } from '../net/index.ts';
import { crossesItself, getWallLength } from './geometry.ts';
import { DEFAULT_MATERIALS, mapBand, materialId } from './materials.ts';

/** Maximum numbers on one floor. */
export const PLAN_LIMITS = {
  walls: 5_000,
  devices: 200,
  zones: 300,
  doorsPerWall: 20,
  corners: 100,
} as const;
/** Sizes of a floor (m). */
export const PLAN_SIZE_M = { min: 1, max: 2_000 } as const;
/** Walls can reach beyond the edge of the picture by this length (m). */
const MARGIN_M = 100;
const HEIGHT_MAX_M = 50;
/** Widest paper of a plan (mm): several A0 pages side by side. */
export const PAPER_MAX_MM = 100_000;
/** Shortest wall, door, edge and scale (m). */
const LENGTH_MIN_M = 0.001;
/** Difference between the length of a scale and that of its points, for rounded coordinates: a share and a length (m). */
const SCALE_TOLERANCE = { share: 0.01, lengthM: 0.01 } as const;
const POWER_DBM = { min: -10, max: 40 } as const;

/** Id of an item of a plan, chosen by the client. */
export const planItemId = z.string().regex(/^[0-9A-Za-z_-]{1,36}$/, 'Use up to 36 letters, digits, _ and -.');

const sizeM = z
  .number()
  .min(PLAN_SIZE_M.min, `Enter at least ${PLAN_SIZE_M.min} m.`)
  .max(PLAN_SIZE_M.max, `Enter at most ${PLAN_SIZE_M.max.toLocaleString('en')} m.`);
const coordinate = z
  .number()
  .min(-MARGIN_M, 'The point is too far outside the plan.')
  .max(PLAN_SIZE_M.max + MARGIN_M, 'The point is too far outside the plan.');
const point = z.object({ x: coordinate, y: coordinate });

/** A part of a wall with another material. */
export const wallDoor = z.object({
  /** Distance between the first end of the wall and the door (m). */
  fromM: z.number().nonnegative().max(PLAN_SIZE_M.max),
  widthM: z.number().positive('A door needs a width.').max(PLAN_SIZE_M.max),
  material: materialId,
});
export type WallDoor = z.infer<typeof wallDoor>;

export const planWall = z
  .object({
    id: planItemId,
    x1: coordinate,
    y1: coordinate,
    x2: coordinate,
    y2: coordinate,
    material: materialId,
    doors: z
      .array(wallDoor)
      .max(PLAN_LIMITS.doorsPerWall, `A wall has at most ${PLAN_LIMITS.doorsPerWall} doors.`)
      .optional(),
  })
  .superRefine((wall, context) => {
    const length = getWallLength(wall);
    if (length === 0) context.addIssue({ code: 'custom', path: ['x2'], message: 'The wall has no length.' });
    for (const [index, { fromM, widthM }] of (wall.doors ?? []).entries())
      if (fromM + widthM > length + 0.001)
        context.addIssue({
          code: 'custom',
          path: ['doors', index, 'fromM'],
          message: 'The door reaches beyond the wall.',
        });
  });
export type PlanWall = z.infer<typeof planWall>;

/**
 * An area of the floor. `loss` weakens each signal by `lossDbPerM` on its way through the area, such as shelves; an
 * `excluded` area does not count in the share of the floor that a target covers.
 */
export const planZone = z.object({
  id: planItemId,
  kind: z.enum(['loss', 'excluded']),
  name: policyName.optional(),
  lossDbPerM: z.number().min(0).max(20, 'Enter at most 20 dB per metre.').optional(),
  points: z
    .array(point)
    .min(3, 'An area needs at least 3 corners.')
    .max(PLAN_LIMITS.corners, `An area has at most ${PLAN_LIMITS.corners} corners.`)
    .refine((points) => !crossesItself(points), 'The edges of the area cross each other.'),
});
export type PlanZone = z.infer<typeof planZone>;

export const MOUNTINGS = ['ceiling', 'wall'] as const;

const place = z.object({
  x: coordinate,
  y: coordinate,
  /** Height of the antenna above the floor (m). */
  heightM: z.number().min(0, 'Enter at least 0 m.').max(HEIGHT_MAX_M, `Enter at most ${HEIGHT_MAX_M} m.`),
  /** Direction of the device: degrees, clockwise from the top of the plan. */
  azimuth: z.number().min(0).lt(360, 'Enter less than 360°.'),
  mounting: z.enum(MOUNTINGS),
});

/** A device of the project on the floor. */
export const placedDevice = place.extend({ deviceId: storableText(64).min(1) });
export type PlacedDevice = z.infer<typeof placedDevice>;

/** An access point that is planned and not bought yet. */
export const plannedDevice = place.extend({
  id: planItemId,
  name: policyName,
  /** Model of the catalogue, which gives radios and antennas. */
  model: storableText(32).min(1),
  radios: z
    .array(
      z.object({
        band: mapBand,
        channel: z.number().int().min(1).max(233).optional(),
        widthMhz: z.union([z.literal(20), z.literal(40), z.literal(80), z.literal(160)]).optional(),
        powerDbm: z.number().min(POWER_DBM.min).max(POWER_DBM.max).optional(),
      }),
    )
    .max(4)
    .optional(),
});
export type PlannedDevice = z.infer<typeof plannedDevice>;

/** Settings of a floor, apart from its items. */
export const planSettings = z.object({
  size: z.object({ widthM: sizeM, depthM: sizeM }),
  /** The picture of the floor, which fills its size. */
  pictureId: z.uuid().optional(),
  /** Width of the paper that the picture shows (mm), for a plan with a scale such as 1:100. */
  paperWidthMm: z.number().positive().max(PAPER_MAX_MM).optional(),
  /** Two points of the picture and the length between them (m), which gave the size. */
  scale: z
    .object({
      from: point,
      to: point,
      lengthM: z.number().positive('Enter a length above 0 m.').max(PLAN_SIZE_M.max),
    })
    .refine(({ from, to }) => from.x !== to.x || from.y !== to.y, 'Choose two different points.')
    .optional(),
  /** Height of the storey (m), and loss of the slab below it (dB). */
  floorHeightM: z
    .number()
    .min(2, 'Enter at least 2 m.')
    .max(HEIGHT_MAX_M, `Enter at most ${HEIGHT_MAX_M} m.`),
  slabLossDb: z.number().min(0).max(80, 'Enter at most 80 dB.'),
  /** Signal that the floor should have everywhere. */
  target: z.object({ band: mapBand, levelDbm: z.number().int().min(-90).max(-40) }),
});
export type PlanSettings = z.infer<typeof planSettings>;

/** Lists of items of a plan, and the field that identifies an item of each. */
export const PLAN_LISTS = { walls: 'id', zones: 'id', devices: 'deviceId', planned: 'id' } as const;
export type PlanList = keyof typeof PLAN_LISTS;

const limited = <Item extends z.ZodType>(item: Item, max: number, name: string) =>
  z.array(item).max(max, `A floor has at most ${max.toLocaleString('en')} ${name}.`);

/** A floor plan: its settings, and its walls, areas and devices. Coordinates are metres from the upper left corner. */
export const floorPlan = z
  .object({
    settings: planSettings,
    walls: limited(planWall, PLAN_LIMITS.walls, 'walls'),
    zones: limited(planZone, PLAN_LIMITS.zones, 'areas'),
    devices: limited(placedDevice, PLAN_LIMITS.devices, 'devices'),
    planned: limited(plannedDevice, PLAN_LIMITS.devices, 'planned devices'),
  })
  .superRefine((plan, context) => {
    for (const [list, key] of Object.entries(PLAN_LISTS) as [PlanList, string][]) {
      const seen = new Set<unknown>();
      for (const [index, item] of plan[list].entries()) {
        const id: unknown = Object.entries(item).find(([name]) => name === key)?.[1];
        if (seen.has(id))
          context.addIssue({
            code: 'custom',
            path: [list, index, key],
            message: 'The plan has this item twice.',
          });
        seen.add(id);
      }
    }
    const { depthM, widthM } = plan.settings.size;
    for (const list of ['devices', 'planned'] as const)
      for (const [index, { x, y }] of plan[list].entries())
        if (x < 0 || y < 0 || x > widthM || y > depthM)
          context.addIssue({
            code: 'custom',
            path: [list, index, 'x'],
            message: 'The device is outside the plan.',
          });
    if (plan.devices.length + plan.planned.length > PLAN_LIMITS.devices)
      context.addIssue({
        code: 'custom',
        path: ['planned'],
        message: `A floor has at most ${PLAN_LIMITS.devices} devices with planned ones.`,
      });
  });
export type FloorPlan = z.infer<typeof floorPlan>;

type Issue = readonly [path: readonly PropertyKey[], message: string];
const TOO_SHORT = `Enter at least ${LENGTH_MIN_M * 1_000} mm.`;

function* listSettingsIssues({ scale, size }: PlanSettings): Generator<Issue> {
  if (!scale) return;
  const { from, lengthM, to } = scale;
  const drawnM = Math.hypot(to.x - from.x, to.y - from.y);
  if (lengthM < LENGTH_MIN_M) yield [['scale', 'lengthM'], TOO_SHORT];
  else if (Math.abs(drawnM - lengthM) > SCALE_TOLERANCE.share * lengthM + SCALE_TOLERANCE.lengthM)
    yield [['scale', 'lengthM'], 'The points of the scale have another distance on a floor of this size.'];
  for (const [end, { x, y }] of Object.entries({ from, to }))
    if (x > size.widthM + MARGIN_M || y > size.depthM + MARGIN_M)
      yield [['scale', end], 'The point is too far outside the plan.'];
}

function* listLengthIssues({ walls, zones }: FloorPlan): Generator<Issue> {
  for (const [index, wall] of walls.entries()) {
    if (getWallLength(wall) < LENGTH_MIN_M) yield [['walls', index, 'x2'], 'The wall is shorter than 1 mm.'];
    for (const [door, { widthM }] of (wall.doors ?? []).entries())
      if (widthM < LENGTH_MIN_M) yield [['walls', index, 'doors', door, 'widthM'], TOO_SHORT];
  }
  for (const [index, { points }] of zones.entries())
    for (const [corner, { x, y }] of points.entries()) {
      const next = points[(corner + 1) % points.length];
      if (next && Math.hypot(next.x - x, next.y - y) < LENGTH_MIN_M)
        yield [['zones', index, 'points', corner], 'The edge of the area is shorter than 1 mm.'];
    }
}

const report = (issues: Iterable<Issue>, context: z.RefinementCtx): void => {
  for (const [path, message] of issues) context.addIssue({ code: 'custom', path: [...path], message });
};

/** Settings as they are submitted. Stored ones of earlier versions can have shorter lengths and other scales. */
export const submittedSettings = planSettings.superRefine((settings, context) =>
  report(listSettingsIssues(settings), context),
);

/** A floor plan as it is submitted. */
export const submittedPlan = floorPlan.superRefine((plan, context) => {
  report(listLengthIssues(plan), context);
  for (const [path, message] of listSettingsIssues(plan.settings))
    context.addIssue({ code: 'custom', path: ['settings', ...path], message });
});

/** Settings of a new floor without a picture. */
export const DEFAULT_PLAN_SETTINGS: PlanSettings = {
  size: { widthM: 50, depthM: 30 },
  floorHeightM: 3,
  slabLossDb: 18,
  target: { band: 'ghz5', levelDbm: -67 },
};

export const createEmptyPlan = (settings: PlanSettings): FloorPlan => ({
  settings,
  walls: [],
  zones: [],
  devices: [],
  planned: [],
});

/** Material of new walls. */
export const FIRST_MATERIAL = DEFAULT_MATERIALS[0]?.id ?? '';
