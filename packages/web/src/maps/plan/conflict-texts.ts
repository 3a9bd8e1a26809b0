import type { LengthUnit, MapDevice, PlanConflict, PlanSettings, WallMaterial } from '@northlight/contract';
import { describeWall, describeZone } from './item-texts.ts';
import { formatLength } from './lengths.ts';

type PlanChange = PlanConflict['mine'];

interface PlanFacts {
  readonly devices: readonly MapDevice[];
  readonly materials: readonly WallMaterial[];
  readonly unit: LengthUnit;
}

const SETTING_NAMES: Readonly<Record<keyof PlanSettings, string>> = {
  size: 'Size',
  pictureId: 'Picture',
  paperWidthMm: 'Width of the paper',
  scale: 'Scale',
  floorHeightM: 'Height of the storey',
  slabLossDb: 'Loss of the slab below',
  target: 'Target',
};

/** Names the item of a conflict: by one of its versions, because the first can be without it. */
export function nameItem(
  { key, list }: PlanChange,
  versions: readonly PlanChange[],
  { devices, unit }: PlanFacts,
): string {
  if (list === 'devices') return devices.find(({ id }) => id === key)?.name ?? 'Device';
  for (const version of versions) {
    if (version.value === null) continue;
    if (version.list === 'settings') return nameSetting(version.value.name);
    if (version.list === 'planned') return version.value.name;
    if (version.list === 'zones') return version.value.name ?? 'Area';
    if (version.list === 'walls') return `Wall at ${formatPoint(version.value.x1, version.value.y1, unit)}`;
  }
  return 'Item';
}

const nameSetting = (name: string): string =>
  Object.entries(SETTING_NAMES).find(([key]) => key === name)?.[1] ?? name;

/** Describes an item as one side has it. */
export function describeValue(change: PlanChange, { materials, unit }: PlanFacts): string {
  if (change.value === null) return 'removed';
  switch (change.list) {
    case 'settings':
      return describeSetting(change.value.value, unit);
    case 'walls': {
      const { x1, x2, y1, y2 } = change.value;
      return `${describeWall(change.value, materials, unit)}, from ${formatPoint(x1, y1, unit)} to ${formatPoint(x2, y2, unit)}`;
    }
    case 'zones':
      return `${describeZone(change.value)}, ${change.value.points.map(({ x, y }) => formatPoint(x, y, unit)).join('; ')}`;
    case 'devices':
    case 'planned': {
      const { heightM, x, y } = change.value;
      return `at ${formatPoint(x, y, unit)}, ${formatLength(heightM, unit)} above the floor`;
    }
  }
}

function describeSetting(value: unknown, unit: LengthUnit): string {
  if (typeof value === 'number') return String(value);
  const size = value as Partial<PlanSettings['size']> | null | undefined;
  return size?.widthM !== undefined && size.depthM !== undefined
    ? formatPoint(size.widthM, size.depthM, unit, ' × ')
    : 'changed';
}

const formatPoint = (x: number, y: number, unit: LengthUnit, separator = ', '): string =>
  [x, y].map((metres) => formatLength(metres, unit)).join(separator);
