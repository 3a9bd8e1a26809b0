import type { MapDevice, Permission, WallMaterial } from '@northlight/contract';
import { Button, Menu, SegmentedControl, Select } from '@mantine/core';
import { LengthInput } from '../plan/LengthInput.tsx';
import { useState } from 'react';
import { deny, GatedButton } from '../../kit/controls/GatedButton.tsx';
import { UndoButtons } from '../../kit/document/UndoButtons.tsx';
import type { DrawingTool, Tool } from './use-drawing-tool.ts';
import type { FloorPlanEditor } from '../use-floor-plan.ts';
import { formatChanges } from '../plan/item-texts.ts';

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
  readonly canSave: Permission;
}

const TOOLS: readonly { readonly value: Tool; readonly label: string }[] = [
  { value: 'select', label: 'Select' },
  { value: 'wall', label: 'Wall' },
  { value: 'door', label: 'Door' },
  { value: 'loss', label: 'Absorbing area' },
  { value: 'excluded', label: 'Ignored area' },
  { value: 'scale', label: 'Scale' },
];

const HINTS: Readonly<Record<Tool, string>> = {
  select: 'Drag devices and walls, or choose one.',
  wall: 'Drag a wall, or click its corners. Esc ends it.',
  door: 'Click on a wall.',
  loss: 'Click the corners of the area.',
  excluded: 'Click the corners of the area.',
  scale: 'Draw a line whose length you know.',
  place: 'Click the place of the device.',
};

/** Tools, steps, and the unsaved changes of a floor plan. */
export function PlanToolbar(props: ToolbarProps) {
  const { canSave, drawing, editor, material, materials, onMaterial, unplaced } = props;
  const { difference, isChanged, isSaving } = editor;
  return (
    <div className="row wrap gap-6" role="toolbar" aria-label="Edit the floor plan">
      <UndoButtons undo={editor.undo} redo={editor.redo} />
      <SegmentedControl
        aria-label="Tool"
        size="xs"
        data={[...TOOLS]}
        value={drawing.tool === 'place' ? 'select' : drawing.tool}
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
        <Menu.Dropdown className="scrolled" mah="min(420px, 60vh)">
          <Menu.Item onClick={props.onPlacePlanned}>Planned access point</Menu.Item>
          <Menu.Item onClick={props.onPlaceAutomatically}>Place access points for the target…</Menu.Item>
          <Menu.Divider />
          <Menu.Label>
            {unplaced.length === 0 ? 'All devices with Wi-Fi are placed' : 'Devices of the project'}
          </Menu.Label>
          {unplaced.map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => props.onPlaceDevice(id)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {drawing.points.length > 0 && (
        <Button size="xs" variant="default" onClick={drawing.finish}>
          {drawing.tool === 'wall' ? 'End the wall' : 'Finish'}
        </Button>
      )}
      <span className="grow mut small" role="status">
        {HINTS[drawing.tool]}
        {isChanged && <strong>{` Not saved: ${formatChanges(difference)}.`}</strong>}
        {isChanged && !canSave.allowed && ' The demo saves no floor plans.'}
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
  editor.conflicts.length > 0 ? deny('First choose which of the changes to keep.') : canSave;

/** Ends the wall that is drawn at an exact length. */
function LengthField({ drawing }: { readonly drawing: DrawingTool }) {
  const [length, setLength] = useState<number | string>('');
  return (
    <LengthInput
      aria-label="Length of the wall"
      placeholder="Length"
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
