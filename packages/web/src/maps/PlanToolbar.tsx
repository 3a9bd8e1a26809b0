import type { MapDevice, Permission, WallMaterial } from '@northlight/contract';
import { Button, Menu, NumberInput, Select } from '@mantine/core';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowForwardUp from '@tabler/icons-react/dist/esm/icons/IconArrowForwardUp.mjs';
import { useState } from 'react';
import { deny, GatedButton } from '../kit/controls/GatedButton.tsx';
import { StepButton } from '../kit/controls/StepButton.tsx';
import classes from './maps.module.css';
import type { DrawingTool, Tool } from './use-drawing-tool.ts';
import type { FloorPlanEditor } from './use-floor-plan.ts';
import { formatChanges } from './VersionsDialog.tsx';

interface ToolbarProps {
  readonly editor: FloorPlanEditor;
  readonly drawing: DrawingTool;
  readonly materials: readonly WallMaterial[];
  readonly material: string;
  readonly onMaterial: (id: string) => void;
  /** Devices of the project that are on no floor plan. */
  readonly unplaced: readonly MapDevice[];
  readonly onPlaceDevice: (id: string) => void;
  readonly onPlacePlanned: () => void;
  readonly onPlaceAutomatically: () => void;
  readonly isDemo: boolean;
  readonly canSave: Permission;
}

const TOOLS: readonly { readonly value: Tool; readonly label: string }[] = [
  { value: 'select', label: 'Select' },
  { value: 'wall', label: 'Wall' },
  { value: 'door', label: 'Door' },
  { value: 'loss', label: 'Area with loss' },
  { value: 'excluded', label: 'Area that does not count' },
  { value: 'scale', label: 'Scale' },
];

const HINTS: Readonly<Record<Tool, string>> = {
  select: 'Drag devices and walls, or choose one.',
  wall: 'Click the ends of walls. Esc ends the wall.',
  door: 'Click on a wall.',
  loss: 'Click the corners, and the first one again.',
  excluded: 'Click the corners, and the first one again.',
  scale: 'Click two points whose distance you know.',
  place: 'Click the place of the device.',
};

/** Tools, steps, and the unsaved changes of a floor plan. */
export function PlanToolbar(props: ToolbarProps) {
  const { drawing, editor, isDemo, material, materials, onMaterial, unplaced } = props;
  const { difference, isChanged, isSaving } = editor;
  const note = isChanged ? `Not saved: ${formatChanges(difference)}.` : HINTS[drawing.tool];
  return (
    <div className={classes['toolbar']} role="toolbar" aria-label="Edit the floor plan">
      <StepButton label="Undo" icon={<IconArrowBackUp size={16} />} onClick={editor.undo} />
      <StepButton label="Redo" icon={<IconArrowForwardUp size={16} />} onClick={editor.redo} />
      <Select
        aria-label="Tool"
        size="xs"
        w={150}
        allowDeselect={false}
        data={[...TOOLS, ...(drawing.tool === 'place' ? [{ value: 'place', label: 'Place a device' }] : [])]}
        value={drawing.tool}
        onChange={(value) => {
          const tool = TOOLS.find((each) => each.value === value)?.value;
          if (tool) drawing.choose(tool);
        }}
      />
      {drawing.tool === 'wall' && (
        <>
          <Select
            aria-label="Material of new walls"
            size="xs"
            w={140}
            allowDeselect={false}
            data={materials.map(({ id, name }) => ({ value: id, label: name }))}
            value={material}
            onChange={(value) => value && onMaterial(value)}
          />
          <LengthField drawing={drawing} />
        </>
      )}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default">
            Add device
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {unplaced.length === 0 && <Menu.Label>All devices with Wi-Fi are placed.</Menu.Label>}
          {unplaced.map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => props.onPlaceDevice(id)}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={props.onPlacePlanned}>Planned access point</Menu.Item>
          <Menu.Item onClick={props.onPlaceAutomatically}>Place access points for the target…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <span className={classes['toolbarNote']} role="status">
        {note}
        {isDemo && isChanged && ' The demo saves no floor plans.'}
      </span>
      {isChanged && (
        <>
          <Button size="xs" variant="default" onClick={editor.discard}>
            Discard
          </Button>
          <GatedButton size="xs" loading={isSaving} can={findSavePermission(props)} onClick={editor.save}>
            Save
          </GatedButton>
        </>
      )}
    </div>
  );
}

const findSavePermission = ({ canSave, editor }: ToolbarProps): Permission =>
  editor.conflict ? deny('First choose which of the changes to keep.') : canSave;

/** Ends the wall that is drawn at an exact length. */
function LengthField({ drawing }: { readonly drawing: DrawingTool }) {
  const [length, setLength] = useState<number | string>('');
  return (
    <NumberInput
      aria-label="Length of the wall (m)"
      placeholder="Length (m)"
      size="xs"
      w={100}
      min={0.05}
      decimalScale={3}
      disabled={drawing.points.length === 0}
      value={length}
      onChange={setLength}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typeof length !== 'number' || length <= 0) return;
        drawing.addLength(length);
        setLength('');
      }}
    />
  );
}
