import {
  type FloorMap,
  type MapBand,
  type MapDevice,
  type MapMaterials,
  type MapSummary,
  type PlanPoint,
  type Project,
} from '@northlight/contract';
import type { Quantity } from '@northlight/rf/map';
import { Button, Skeleton, Switch } from '@mantine/core';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { deny } from '../kit/controls/GatedButton.tsx';
import { formatPlural } from '../kit/format/index.ts';
import { SplitPanel } from '../kit/page/index.ts';
import { listSources, nameRadios, type WhatIf } from './heat/build-scene.ts';
import { describeItem } from './plan/item-texts.ts';
import { useLengthUnit } from './plan/lengths.ts';
import classes from './maps.module.css';
import { createItemId, formatRef, parseRef, putItem } from './plan/plan-changes.ts';
import { PLANNED_RADIOS } from './plan/planned-devices.ts';
import { PlanCanvas } from './drawing/PlanCanvas.tsx';
import { PlanLegend } from './heat/PlanLegend.tsx';
import { useDrawingTool } from './drawing/use-drawing-tool.ts';
import type { FloorPlanEditor } from './use-floor-plan.ts';
import { describeTrial, useChannelPlan } from './heat/use-channel-plan.ts';
import { useHeat } from './heat/use-heat.ts';

const EditorNotices = lazy(async () => ({ default: (await import('./EditorNotices.tsx')).EditorNotices }));
const ItemPanel = lazy(async () => ({ default: (await import('./ItemPanel.tsx')).ItemPanel }));
const PlacesDialog = lazy(async () => ({
  default: (await import('./dialogs/PlacesDialog.tsx')).PlacesDialog,
}));
const PlanTable = lazy(async () => ({ default: (await import('./PlanTable.tsx')).PlanTable }));
const PlanToolbar = lazy(async () => ({ default: (await import('./drawing/PlanToolbar.tsx')).PlanToolbar }));
const ScaleDialog = lazy(async () => ({ default: (await import('./dialogs/ScaleDialog.tsx')).ScaleDialog }));
const ExportMenu = lazy(async () => ({
  default: (await import('../kit/canvas/ExportMenu.tsx')).ExportMenu,
}));

interface FloorViewProps {
  readonly editor: FloorPlanEditor;
  readonly map: FloorMap;
  readonly maps: readonly MapSummary[];
  /** Saved plans of the other floors of the building. */
  readonly others: readonly { readonly floor: number; readonly plan: FloorMap['plan'] }[];
  readonly devices: readonly MapDevice[];
  readonly materials: MapMaterials;
  readonly band: MapBand;
  readonly quantity: Quantity;
  readonly isList: boolean;
  readonly selected: string | undefined;
  readonly onSelect: (ref: string | undefined) => void;
  readonly onOpenDevice: (id: string) => void;
  /** Opens the floor plan that keeps the edits of a deleted one. */
  readonly onCreated: (mapId: string) => void;
}

const NEW_HEIGHT_M = 0.2;
const PLANNED_MODEL = 'NL-AP6C';

/** A floor plan with its heat map, tools and panel. */
export function FloorView(props: FloorViewProps) {
  const { band, devices, editor, map, materials, onOpenDevice, onSelect, quantity, selected } = props;
  const { plan } = editor;
  const project = useProject();
  const canEdit = isEditable(project);
  const [whatIf, setWhatIf] = useState<ReadonlyMap<string, WhatIf>>(new Map());
  const [material, setMaterial] = useState('plasterboard');
  const [placing, setPlacing] = useState<string>();
  const [scale, setScale] = useState<{ readonly from: PlanPoint; readonly to: PlanPoint }>();
  const [isPlacing, setIsPlacing] = useState(false);
  const [isAlone, setAlone] = useState(false);
  const others = useMemo(
    // Devices that are planned for other floors are not there yet.
    () => (isAlone ? [] : props.others.map((each) => ({ ...each, plan: { ...each.plan, planned: [] } }))),
    [isAlone, props.others],
  );
  const channelPlan = useChannelPlan(plan);
  const { proposed } = channelPlan;
  const trial = describeTrial(whatIf.size, channelPlan);
  const tried = { band, devices, whatIf, ...(proposed && { proposed }) };
  const heat = useHeat(
    {
      ...tried,
      plan,
      others,
      floor: map.floor,
      materials: materials.items,
      wallLosses: materials.wallLosses,
    },
    quantity,
  );
  const place = (point: PlanPoint): void => {
    const at = {
      x: Math.round(point.x * 100) / 100,
      y: Math.round(point.y * 100) / 100,
      heightM: Math.max(0.5, plan.settings.floorHeightM - NEW_HEIGHT_M),
      azimuth: 0,
      mounting: 'ceiling' as const,
    };
    if (placing === undefined) {
      const device = {
        ...at,
        id: createItemId(),
        name: `Planned ${plan.planned.length + 1}`,
        model: PLANNED_MODEL,
        radios: PLANNED_RADIOS,
      };
      editor.change((before) => putItem(before, 'planned', device));
      onSelect(formatRef({ list: 'planned', id: device.id }));
    } else {
      editor.change((before) => putItem(before, 'devices', { ...at, deviceId: placing }));
      onSelect(formatRef({ list: 'devices', id: placing }));
    }
    drawing.choose('select');
  };
  const drawing = useDrawingTool({
    editor,
    material,
    onPlace: place,
    onScale: (from, to) => setScale({ from, to }),
    onDrawn: onSelect,
  });
  const changeWhatIf = useCallback((id: string, change: WhatIf | undefined) => {
    setWhatIf((before) => {
      const next = new Map(before);
      if (change) next.set(id, change);
      else next.delete(id);
      return next;
    });
  }, []);
  const endTrial = () => {
    setWhatIf(new Map());
    channelPlan.show(false);
  };
  const off = useMemo(
    () => new Set([...whatIf].flatMap(([id, { isOff }]) => (isOff === true ? [id] : []))),
    [whatIf],
  );
  const names = useMemo(
    () => nameRadios([{ floor: map.floor, plan }, ...others], map.floor, { band, devices, whatIf }),
    [band, devices, map.floor, others, plan, whatIf],
  );
  const otherRadios = others.reduce(
    (count, each) => count + listSources(each.plan, { band, devices, whatIf }).length,
    0,
  );
  const { pictureId } = plan.settings;
  const picture =
    pictureId === undefined ? undefined : `/api/v1/projects/${project.id}/map-pictures/${pictureId}`;
  const createShownSheet = async () => {
    const { createSheet } = await import('./heat/PlanSheet.tsx');
    return createSheet(project, { map, plan, devices, heat, quantity, band, names, picture });
  };
  const item = parseRef(selected);
  const unit = useLengthUnit();
  const title = item && describeItem(item, plan, devices, materials.items, unit);
  const unplaced = devices.filter(
    ({ id, mapId }) =>
      !plan.devices.some(({ deviceId }) => deviceId === id) && (mapId === undefined || mapId === map.id),
  );
  const choosePlace = (id: string | undefined) => {
    setPlacing(id);
    drawing.choose('place');
  };
  return (
    <div className="column grow gap-8 shrink-y">
      {canEdit && (
        <Suspense fallback={<Skeleton height={30} />}>
          <PlanToolbar
            editor={editor}
            drawing={drawing}
            materials={materials.items}
            material={material}
            onMaterial={setMaterial}
            unplaced={unplaced}
            onPlaceDevice={choosePlace}
            onPlacePlanned={() => choosePlace(undefined)}
            onPlaceAutomatically={() => setIsPlacing(true)}
            canSave={editor.isDeleted ? deny('This floor plan was deleted.') : project.can.write}
          />
        </Suspense>
      )}
      {(editor.isDeleted || editor.conflicts.length > 0 || editor.problems.length > 0) && (
        <Suspense>
          <EditorNotices {...props} />
        </Suspense>
      )}
      {trial !== undefined && (
        <div className={`row wrap gap-8 raised round ${classes['trial']}`} role="status">
          {trial}
          <Button size="compact-xs" variant="default" onClick={endTrial}>
            End the trial
          </Button>
        </div>
      )}
      <SplitPanel
        label={item?.list === 'walls' ? 'Wall' : item?.list === 'zones' ? 'Area' : 'Device'}
        onClose={() => onSelect(undefined)}
        title={<strong>{title}</strong>}
        panel={
          item &&
          title !== undefined && (
            <Suspense>
              <ItemPanel
                key={selected}
                editor={editor}
                canEdit={canEdit}
                materials={materials.items}
                wallLosses={materials.wallLosses}
                item={item}
                devices={devices}
                whatIf={whatIf}
                onWhatIf={changeWhatIf}
                onOpenDevice={onOpenDevice}
                onClose={() => onSelect(undefined)}
              />
            </Suspense>
          )
        }
      >
        {props.isList ? (
          <Suspense>
            <PlanTable plan={plan} devices={devices} materials={materials.items} onSelect={onSelect} />
          </Suspense>
        ) : (
          <PlanCanvas
            editor={editor}
            canEdit={canEdit}
            drawing={drawing}
            heat={heat}
            quantity={quantity}
            devices={devices}
            materials={materials.items}
            off={off}
            picture={picture}
            selected={selected}
            onSelect={onSelect}
          />
        )}
      </SplitPanel>
      <div className="row wrap between gap-8">
        <PlanLegend
          heat={heat}
          names={names}
          quantity={quantity}
          target={plan.settings.target}
          hasOwnRadios={heat.scene.radios.length > otherRadios}
        />
        <div className="row wrap gap-16">
          {channelPlan.count > 0 && (
            <Switch
              size="xs"
              label="Show the channel plan"
              checked={proposed !== undefined}
              onChange={({ currentTarget: { checked } }) => channelPlan.show(checked)}
            />
          )}
          {props.others.length > 0 && (
            <Switch
              size="xs"
              label={isAlone ? 'Other floors' : `Other floors (${formatPlural(otherRadios, 'radio')})`}
              checked={!isAlone}
              onChange={({ currentTarget: { checked } }) => setAlone(!checked)}
            />
          )}
          <Suspense>
            <ExportMenu createSheet={createShownSheet} onError={(error) => toast.error(error)} />
          </Suspense>
        </div>
      </div>
      <Suspense>
        {scale && <ScaleDialog editor={editor} {...scale} onClose={() => setScale(undefined)} />}
        {isPlacing && (
          <PlacesDialog
            devices={devices}
            editor={editor}
            materials={materials.items}
            wallLosses={materials.wallLosses}
            onClose={() => setIsPlacing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Demos can be edited by everyone, but not saved. */
const isEditable = ({ can, property }: Project): boolean => property === 'demo' || can.write.allowed;
