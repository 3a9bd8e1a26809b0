import { z } from 'zod';
import { deviceKind } from '../device-protocol/index.ts';
import { deviceRadio } from '../devices/index.ts';
import { policyName } from '../net/index.ts';
import { floorPlan } from './plan.ts';

/** Maximum number of floor plans in a project. */
export const MAPS_MAX = 100;
/** Number and size (as JSON) of the versions of a floor plan that are kept; the latest one is always kept. */
export const MAP_VERSIONS_MAX = 100;
export const MAP_VERSIONS_MAX_BYTES = 20 * 2 ** 20;
/** Maximum size of all versions and drafts of a project. */
export const MAP_PROJECT_MAX_BYTES = 200 * 2 ** 20;
/** Maximum size and number of pages of an uploaded floor plan (specification §5). */
export const PLAN_FILE_MAX_BYTES = 5 * 1024 * 1024;
export const PDF_PAGES_MAX = 15;

/** Name of a floor plan, and its place in a building. Plans of one building with neighbouring floors share their signals. */
export const mapName = z.object({
  name: policyName,
  building: policyName,
  /** Number of the floor: 0 is the one at the height of the street. */
  floor: z.number().int().min(-20).max(200),
});
export type MapName = z.infer<typeof mapName>;

const saved = z.object({
  /** Number of the saved version; 1 is the new plan. */
  version: z.number().int().positive(),
  changedAt: z.string(),
  /** Name of the account that saved the version. */
  changedBy: z.string(),
});

export const mapSummary = mapName.extend({
  ...saved.shape,
  id: z.uuid(),
  widthM: z.number(),
  depthM: z.number(),
  pictureId: z.uuid().optional(),
  walls: z.number().int(),
  devices: z.number().int(),
  planned: z.number().int(),
});
export type MapSummary = z.infer<typeof mapSummary>;

export const floorMap = mapName.extend({ ...saved.shape, id: z.uuid(), plan: floorPlan });
export type FloorMap = z.infer<typeof floorMap>;

export const mapVersion = saved.extend({
  /** Numbers of items that differ from the version before. */
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
});
export type MapVersion = z.infer<typeof mapVersion>;

/** Unsaved edits of one account. */
export const mapDraft = z.object({
  version: z.number().int().positive(),
  /** Version of the floor plan that the edits began with. */
  baseVersion: z.number().int().positive(),
  plan: floorPlan,
  updatedAt: z.string(),
});
export type MapDraft = z.infer<typeof mapDraft>;

export const mapPicture = z.object({
  id: z.uuid(),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  /** Width of the paper that the picture shows (mm); only of a PDF. All its pages have the same scale. */
  paperWidthMm: z.number().positive().optional(),
});
export type MapPicture = z.infer<typeof mapPicture>;

/** A device of the project with radios, as it last reported them. */
export const mapDevice = z.object({
  id: z.string(),
  name: z.string(),
  model: z.string(),
  kind: deviceKind,
  /** Code of the device's state. */
  state: z.number().int(),
  clients: z.number().int().optional(),
  radios: z.array(deviceRadio),
  /** Time of arrival of the radio figures. */
  radiosAt: z.string().optional(),
  /** The floor plan on which the device is. */
  mapId: z.uuid().optional(),
});
export type MapDevice = z.infer<typeof mapDevice>;
