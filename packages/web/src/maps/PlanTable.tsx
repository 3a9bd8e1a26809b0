import { DEVICE_STATES, type FloorPlan, type MapDevice, type WallMaterial } from '@northlight/contract';
import { Button } from '@mantine/core';
import { ABSENT, formatCount } from '../kit/format/index.ts';
import { describeWall, describeZone } from './plan/item-texts.ts';
import { formatLength, useLengthUnit } from './plan/lengths.ts';
import { formatRef } from './plan/plan-changes.ts';

interface PlanTableProps {
  readonly plan: FloorPlan;
  readonly devices: readonly MapDevice[];
  readonly materials: readonly WallMaterial[];
  readonly onSelect: (ref: string) => void;
}

/** The floor plan as tables: the same devices, walls and areas as in the drawing. */
export function PlanTable({ devices, materials, onSelect, plan }: PlanTableProps) {
  const unit = useLengthUnit();
  const byId = new Map(devices.map((device) => [device.id, device]));
  const rows = [
    ...plan.devices.map(({ deviceId, x, y }) => {
      const device = byId.get(deviceId);
      const state = device?.state === DEVICE_STATES.online ? 'Online' : 'Offline';
      return {
        ref: formatRef({ list: 'devices', id: deviceId }),
        name: device?.name ?? deviceId,
        state,
        device,
        x,
        y,
      };
    }),
    ...plan.planned.map(({ id, name, x, y }) => ({
      ref: formatRef({ list: 'planned', id }),
      name,
      state: 'Planned',
      device: undefined,
      x,
      y,
    })),
  ];
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
          {rows.map(({ device, name, ref, state, x, y }) => (
            <tr key={ref}>
              <td>
                <Button variant="subtle" size="compact-sm" onClick={() => onSelect(ref)}>
                  {name}
                </Button>
              </td>
              <td>{state}</td>
              <td className="nowrap">{`${formatLength(x, unit)}, ${formatLength(y, unit)}`}</td>
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
              <td>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => onSelect(formatRef({ list: 'walls', id: wall.id }))}
                >
                  {describeWall(wall, materials, unit)}
                </Button>
              </td>
              <td>{`${formatLength(wall.x1, unit)}, ${formatLength(wall.y1, unit)}`}</td>
              <td>{`${formatLength(wall.x2, unit)}, ${formatLength(wall.y2, unit)}`}</td>
              <td>{wall.doors?.length ?? 0}</td>
            </tr>
          ))}
          {plan.zones.map((zone) => (
            <tr key={zone.id}>
              <td>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => onSelect(formatRef({ list: 'zones', id: zone.id }))}
                >
                  {describeZone(zone)}
                </Button>
              </td>
              <td colSpan={3}>{`${zone.points.length} corners`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
