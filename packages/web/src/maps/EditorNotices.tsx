import {
  createEmptyPlan,
  type FloorMap,
  type MapDevice,
  type MapMaterials,
  type MapSummary,
} from '@northlight/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { call } from '../kit/api/index.ts';
import { ConflictDialog } from '../kit/document/ConflictDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { describeValue, nameItem } from './plan/conflict-texts.ts';
import { useLengthUnit } from './plan/lengths.ts';
import type { FloorPlanEditor } from './use-floor-plan.ts';

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
