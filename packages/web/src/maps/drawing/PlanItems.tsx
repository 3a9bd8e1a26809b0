import type { PlanPoint, PlanWall, PlanZone, WallMaterial } from '@northlight/contract';
import { Fragment, memo } from 'react';
import { formatPlural } from '../../kit/format/index.ts';
import type { MapView } from '../../map-canvas/index.ts';
import { describeWall, describeZone } from '../plan/item-texts.ts';
import { useLengthUnit } from '../plan/lengths.ts';
import classes from '../maps.module.css';
import { formatRef, type ItemRef } from '../plan/plan-changes.ts';
import type { ShownDevice } from '../plan/shown-devices.ts';

export interface ItemHandlers {
  /** Begins a drag, or selects the item if it is not moved. */
  readonly onPress: (ref: ItemRef, event: React.PointerEvent) => void;
  readonly onKey: (ref: ItemRef, event: React.KeyboardEvent) => void;
}

interface ItemsProps extends ItemHandlers {
  readonly view: MapView;
  readonly selected: string | undefined;
}

const toPx = ({ pxPerM, x, y }: MapView, point: PlanPoint): PlanPoint => ({
  x: x + point.x * pxPerM,
  y: y + point.y * pxPerM,
});

const createProps = (ref: ItemRef, label: string, { onKey, onPress, selected }: ItemsProps) => ({
  role: 'button',
  tabIndex: 0,
  'aria-label': label,
  'data-item': formatRef(ref),
  'data-selected': selected === formatRef(ref) || undefined,
  onPointerDown: (event: React.PointerEvent) => onPress(ref, event),
  onKeyDown: (event: React.KeyboardEvent) => onKey(ref, event),
});

/** Walls with their doors. The width of a line shows the loss of its material. */
export const Walls = memo(function Walls({
  materials,
  walls,
  ...props
}: ItemsProps & { readonly walls: readonly PlanWall[]; readonly materials: readonly WallMaterial[] }) {
  const unit = useLengthUnit();
  const losses = new Map(materials.map(({ id, lossDb }) => [id, lossDb.ghz5]));
  return walls.map((wall) => {
    const from = toPx(props.view, { x: wall.x1, y: wall.y1 });
    const to = toPx(props.view, { x: wall.x2, y: wall.y2 });
    const length = Math.hypot(wall.x2 - wall.x1, wall.y2 - wall.y1);
    const at = (metres: number): PlanPoint => ({
      x: from.x + ((to.x - from.x) * metres) / length,
      y: from.y + ((to.y - from.y) * metres) / length,
    });
    return (
      <g
        key={wall.id}
        className={classes['wall']}
        {...createProps({ list: 'walls', id: wall.id }, describeWall(wall, materials, unit), props)}
      >
        <line stroke="transparent" strokeWidth={14} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
        <line
          stroke="rgb(255 255 255 / 65%)"
          strokeLinecap="round"
          strokeWidth={7}
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
        />
        <line
          className={classes['wallLine']}
          stroke="#1d2733"
          strokeLinecap="round"
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
          strokeWidth={2 + (losses.get(wall.material) ?? 0) / 7}
        />
        {wall.doors?.map(({ fromM, widthM }) => {
          const [begin, end] = [at(fromM), at(fromM + widthM)];
          return (
            <line key={fromM} stroke="#fff" strokeWidth={3} x1={begin.x} y1={begin.y} x2={end.x} y2={end.y} />
          );
        })}
      </g>
    );
  });
});

/** Areas with a loss, and areas that do not count. */
export const Zones = memo(function Zones({
  zones,
  ...props
}: ItemsProps & { readonly zones: readonly PlanZone[] }) {
  return zones.map((zone) => (
    <polygon
      key={zone.id}
      className={classes['zone']}
      data-kind={zone.kind}
      points={zone.points
        .map((point) => toPx(props.view, point))
        .map(({ x, y }) => `${x},${y}`)
        .join(' ')}
      {...createProps({ list: 'zones', id: zone.id }, describeZone(zone), props)}
    />
  ));
});

/** Marks of devices and planned devices, with their states. */
export const Devices = memo(function Devices({
  devices,
  ...props
}: ItemsProps & { readonly devices: readonly ShownDevice[] }) {
  return devices.map((device) => (
    <DeviceMark
      key={formatRef(device.ref)}
      at={toPx(props.view, device)}
      state={device.state}
      item={createProps(device.ref, describeDevice(device), props)}
    />
  ));
});

function describeDevice({ clients, name, ref, state }: ShownDevice): string {
  const facts = [
    ref.list === 'planned' ? 'planned' : state,
    ...(clients === undefined ? [] : [formatPlural(clients, 'client')]),
  ];
  return `${name}, ${facts.join(', ')}`;
}

const RADIUS_PX = 11;
/** Lines of the signs on devices. */
const SIGN_LINE = { fill: 'none', stroke: '#fff', strokeLinecap: 'round', strokeWidth: 2 } as const;

function DeviceMark({
  at,
  item,
  state,
}: {
  readonly at: PlanPoint;
  readonly state: ShownDevice['state'];
  readonly item: ReturnType<typeof createProps>;
}) {
  return (
    <g className={classes['device']} data-state={state} transform={`translate(${at.x} ${at.y})`} {...item}>
      <circle fill="transparent" r={22} />
      <circle className={classes['deviceRing']} r={RADIUS_PX} />
      <path
        className={classes['deviceWaves']}
        {...SIGN_LINE}
        d="M-5.5 -1.5 a7.5 7.5 0 0 1 11 0 M-3 1.2 a4 4 0 0 1 6 0 M0 4 h0.01"
      />
      {state === 'offline' && <path {...SIGN_LINE} d="M-7 7 L7 -7" />}
    </g>
  );
}

/** Names of devices and numbers of clients, above the drawing. Their marks have the same texts for screen readers. */
export function DeviceLabels({
  devices,
  view,
}: {
  readonly devices: readonly ShownDevice[];
  readonly view: MapView;
}) {
  return (
    <div className="cover pass-through" aria-hidden="true">
      {devices.map(({ clients, name, ref, ...place }) => {
        const { x, y } = toPx(view, place);
        return (
          <Fragment key={formatRef(ref)}>
            <span className={classes['deviceName']} style={{ left: x, top: y + RADIUS_PX + 3 }}>
              {name}
            </span>
            {clients !== undefined && (
              <span className={`tiny ${classes['badge']}`} style={{ left: x + 4, top: y - 20 }}>
                {clients}
              </span>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
