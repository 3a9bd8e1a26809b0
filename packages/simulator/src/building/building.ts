/** Materials of the walls of simulated buildings. */
export type BuildingMaterial = 'plasterboard' | 'brick' | 'concrete' | 'glass';

/** A door in a wall: its distance from the first end of the wall, and its width (m). */
export interface BuildingDoor {
  readonly fromM: number;
  readonly widthM: number;
}

/** A wall, in metres from the upper left corner of its floor. */
export interface BuildingWall {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly material: BuildingMaterial;
  readonly doors: readonly BuildingDoor[];
}

/** The place of an access point on a floor (m). */
export interface DevicePlace {
  readonly sn: string;
  readonly x: number;
  readonly y: number;
  readonly heightM: number;
}

export interface BuildingFloor {
  readonly name: string;
  /** Number of the floor: 0 is the one at the height of the street. */
  readonly floor: number;
  readonly widthM: number;
  readonly depthM: number;
  readonly heightM: number;
  readonly walls: readonly BuildingWall[];
  readonly places: readonly DevicePlace[];
}

/** The building of a site, as far as its plans are known. */
export interface Building {
  readonly name: string;
  readonly floors: readonly BuildingFloor[];
}
