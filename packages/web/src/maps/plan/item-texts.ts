import {
  type FloorPlan,
  getWallLength,
  type LengthUnit,
  type MapDevice,
  type PlanDifference,
  type PlanWall,
  type PlanZone,
  type WallMaterial,
} from '@northlight/contract';
import { formatLength } from './lengths.ts';
import type { ItemRef } from './plan-changes.ts';

/** Formats an area, such as `1,234 m²`. */
export const formatSquareMetres = (area: number): string => `${Math.round(area).toLocaleString('en')} m²`;

export const describeWall = (wall: PlanWall, materials: readonly WallMaterial[], unit: LengthUnit): string =>
  `Wall, ${materials.find(({ id }) => id === wall.material)?.name ?? wall.material}, ${formatLength(getWallLength(wall), unit)}`;

export const describeZone = ({ kind, lossDbPerM = 0, name }: PlanZone): string => {
  const text = kind === 'excluded' ? 'Area that does not count' : `Area with ${lossDbPerM} dB per metre`;
  return name === undefined ? text : `${name}: ${text.toLowerCase()}`;
};

/** Names an item of a plan for titles and screen readers; undefined for an unknown item. */
export function describeItem(
  { id, list }: ItemRef,
  plan: FloorPlan,
  devices: readonly MapDevice[],
  materials: readonly WallMaterial[],
  unit: LengthUnit,
): string | undefined {
  switch (list) {
    case 'walls': {
      const wall = plan.walls.find((each) => each.id === id);
      return wall && describeWall(wall, materials, unit);
    }
    case 'zones': {
      const zone = plan.zones.find((each) => each.id === id);
      return zone && describeZone(zone);
    }
    case 'devices':
      return plan.devices.some(({ deviceId }) => deviceId === id)
        ? devices.find((device) => device.id === id)?.name
        : undefined;
    case 'planned':
      return plan.planned.find((each) => each.id === id)?.name;
  }
}

/** Formats the numbers of changed items, such as `2 added, 1 removed`. */
export const formatChanges = (counts: PlanDifference): string =>
  (['added', 'changed', 'removed'] as const)
    .flatMap((kind) => (counts[kind] === 0 ? [] : [`${counts[kind]} ${kind}`]))
    .join(', ');
