import type { FloorPlan, MapDevice, WallMaterial } from '@northlight/contract';
import { Button } from '@mantine/core';
import { ABSENT, formatCount } from '../kit/format/index.ts';
import { describeWall, describeZone } from './plan/item-texts.ts';
import { formatLength, useLengthUnit } from './plan/lengths.ts';
import { formatRef, type ItemRef } from './plan/plan-changes.ts';
import { listShownDevices } from './plan/shown-devices.ts';

interface PlanTableProps {
  readonly plan: FloorPlan;
  readonly devices: readonly MapDevice[];
  readonly materials: readonly WallMaterial[];
  readonly onSelect: (ref: string) => void;
}

const STATES = { online: 'Online', offline: 'Offline', planned: 'Planned' } as const;

/** The floor plan as tables: the same devices, walls and areas as in the drawing. */
export function PlanTable({ devices, materials, onSelect, plan }: PlanTableProps) {
  const unit = useLengthUnit();
  const renderButton = (ref: ItemRef, name: string) => (
    <Button variant="subtle" size="compact-sm" onClick={() => onSelect(formatRef(ref))}>
      {name}
    </Button>
  );
  const formatPlace = (x: number, y: number): string => `${formatLength(x, unit)}, ${formatLength(y, unit)}`;
  return (
    <div className="grow shrink-y scrolled">
      <table className="lined" aria-label="Devices">
        <thead>
          <tr>
            <th scope="col">Device</th>
            <th scope="col">State</th>
            <th scope="col">Place</th>
            <th scope="col">Channels</th>
            <th scope="col">Clients</th>
          </tr>
        </thead>
        <tbody>
          {listShownDevices(plan, devices).map(({ device, name, ref, state, x, y }) => (
            <tr key={formatRef(ref)}>
              <td>{renderButton(ref, name)}</td>
              <td>{STATES[state]}</td>
              <td className="nowrap">{formatPlace(x, y)}</td>
              <td>{device?.radios.flatMap(({ channel }) => channel ?? []).join(', ') || ABSENT}</td>
              <td>{formatCount(device?.clients)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="lined" aria-label="Walls and areas">
        <thead>
          <tr>
            <th scope="col">Wall or area</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Doors</th>
          </tr>
        </thead>
        <tbody>
          {plan.walls.map((wall) => (
            <tr key={wall.id}>
              <td>{renderButton({ list: 'walls', id: wall.id }, describeWall(wall, materials, unit))}</td>
              <td>{formatPlace(wall.x1, wall.y1)}</td>
              <td>{formatPlace(wall.x2, wall.y2)}</td>
              <td>{wall.doors?.length ?? 0}</td>
            </tr>
          ))}
          {plan.zones.map((zone) => (
            <tr key={zone.id}>
              <td>{renderButton({ list: 'zones', id: zone.id }, describeZone(zone))}</td>
              <td colSpan={3}>{`${zone.points.length} corners`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
