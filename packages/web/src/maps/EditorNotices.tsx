import {
  createEmptyPlan,
  type FloorMap,
  type MapDevice,
  type MapMaterials,
  type MapSummary,
  type LengthUnit,
  type PlanConflict,
  type PlanSettings,
  type WallMaterial,
} from '@northlight/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { call } from '../kit/api/index.ts';
import { ConflictDialog } from '../kit/document/ConflictDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useLengthUnit, formatLength } from './plan/lengths.ts';
import type { FloorPlanEditor } from './use-floor-plan.ts';
import { describeWall, describeZone } from './plan/item-texts.ts';

interface EditorNoticesProps {
  readonly editor: FloorPlanEditor;
  readonly map: FloorMap;
  readonly maps: readonly MapSummary[];
  readonly devices: readonly MapDevice[];
  readonly materials: MapMaterials;
  /** Called with the id of a floor plan that was created from a deleted one. */
  readonly onCreated: (id: string) => void;
}

/** Conflicts with the changes of another person, refusals of the server, and the end of a deleted plan. */
export function EditorNotices({ devices, editor, map, maps, materials, onCreated }: EditorNoticesProps) {
  const { id: projectId } = useProject();
  const { conflicts, isDeleted, plan, problems } = editor;
  const [isResolving, setResolving] = useState(false);
  const facts = { devices, materials: materials.items, unit: useLengthUnit() };
  const keep = async (): Promise<void> => {
    const { building, floor, name } = map;
    const params = { projectId };
    const names = new Set(maps.map((each) => each.name));
    const next = names.has(name) ? `${name.slice(0, 27)} copy` : name;
    const body = { name: next, building, floor, settings: plan.settings };
    const created = await call('mapCreate', { params, body });
    const own = { ...createEmptyPlan(plan.settings), ...plan };
    await call('mapSave', {
      params: { projectId, mapId: created.id },
      body: { baseVersion: created.version, plan: own },
    });
    onCreated(created.id);
  };
  return (
    <>
      {isDeleted && (
        <Notice tone="warning" title="This floor plan was deleted while you edited it.">
          <div className="flex wrap gap-8 above">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void keep().catch((error: unknown) => toast.error(error))}
            >
              Save it as a new floor plan
            </Button>
          </div>
        </Notice>
      )}
      {problems.length > 0 && (
        <Notice tone="error" title="The floor plan was not saved.">
          {problems.join(' ')}
        </Notice>
      )}
      {conflicts.length > 0 && (
        <Notice tone="warning" title={`${map.changedBy} has changed the same items.`}>
          <div className="flex wrap gap-8 above">
            <Button size="compact-sm" variant="default" onClick={() => setResolving(true)}>
              Resolve conflicts
            </Button>
          </div>
        </Notice>
      )}
      {isResolving && conflicts.length > 0 && (
        <ConflictDialog
          lead={`${map.changedBy} has saved these items since you began. Choose which change of each to keep. All your other changes are kept.`}
          conflicts={conflicts.map(({ address, before, mine, theirs }) => ({
            address,
            title: nameItem(mine, [before, mine, theirs], facts),
            mine: [describeValue(mine, facts)],
            theirs: [describeValue(theirs, facts)],
          }))}
          onResolve={editor.resolve}
          onClose={() => setResolving(false)}
        />
      )}
    </>
  );
}

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
