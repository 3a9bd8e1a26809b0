import type { FloorPlan, WallLosses, WallMaterial } from '@northlight/contract';
import type { ColumnType } from 'kysely';

type StoredPlan = ColumnType<FloorPlan, string, string>;

export interface MapTable {
  id: string;
  project_id: number;
  name: string;
  name_key: string;
  building: string;
  floor: number;
  /** Number of the latest version. */
  version: number;
}

export interface MapVersionTable {
  map_id: string;
  version: number;
  plan: StoredPlan;
  /** Size of the plan as JSON. */
  bytes: number;
  /** Numbers of items that differ from the version before. */
  added: number;
  changed: number;
  removed: number;
  changed_by: string;
  changed_at: Date;
}

/** The floor plan on which a device is placed; each device is on one. */
export interface MapDeviceTable {
  device_id: string;
  map_id: string;
}

export interface MapPictureTable {
  /** Id of the file with the picture. */
  id: string;
  project_id: number;
  width_px: number;
  height_px: number;
  created_at: Date;
}

/** Materials of a project that has changed them. */
export interface MapMaterialTable {
  project_id: number;
  version: number;
  items: ColumnType<WallMaterial[], string, string>;
  wall_losses: WallLosses;
}

declare module '../platform/db/database.ts' {
  interface Database {
    maps: MapTable;
    map_versions: MapVersionTable;
    map_devices: MapDeviceTable;
    map_pictures: MapPictureTable;
    map_materials: MapMaterialTable;
  }
}
