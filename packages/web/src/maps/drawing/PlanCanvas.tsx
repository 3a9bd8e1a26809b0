import {
  type FloorPlan,
  getWallLength,
  type MapDevice,
  type PlanPoint,
  type WallMaterial,
} from '@northlight/contract';
import type { Quantity } from '@northlight/rf';
import { ActionIcon } from '@mantine/core';
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo, useRef, useState } from 'react';
import { createLook, HeatCanvas, type MapView } from '../../map-canvas/index.ts';
import { formatLength, useLengthUnit } from '../plan/lengths.ts';
import classes from '../maps.module.css';
import {
  formatRef,
  type ItemRef,
  moveItem,
  moveWallEnd,
  parseRef,
  removeItem,
} from '../plan/plan-changes.ts';
import { DeviceLabels, Devices, Walls, Zones } from './PlanItems.tsx';
import { formatValue } from '../heat/quantities.ts';
import { snapPoint } from '../plan/snapping.ts';
import type { DrawingTool } from './use-drawing-tool.ts';
import type { FloorPlanEditor } from '../use-floor-plan.ts';
import type { Heat } from '../heat/use-heat.ts';
import { usePinch } from './use-pinch.ts';
import { type PlanView, usePlanView } from './use-plan-view.ts';

/** Distance at which walls attract a point (px), and least distance of a drag. */
const REACH_PX = 10;
const DRAG_PX = 4;
/** Steps of the arrow keys (m). */
const STEP_M = 0.1;
const LARGE_STEP_M = 1;
const HEAT_OPACITY = 0.62;

const ARROWS: Readonly<Record<string, PlanPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface PlanCanvasProps {
  readonly editor: FloorPlanEditor;
  readonly canEdit: boolean;
  readonly drawing: DrawingTool;
  readonly heat: Heat;
  readonly quantity: Quantity;
  readonly devices: readonly MapDevice[];
  readonly materials: readonly WallMaterial[];
  readonly off: ReadonlySet<string>;
  /** Address of the picture of the floor. */
  readonly picture: string | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (ref: string | undefined) => void;
}

interface Drag {
  readonly ref: ItemRef | { readonly wallId: string; readonly end: 1 | 2 } | undefined;
  readonly x: number;
  readonly y: number;
  point: PlanPoint;
  isMoved: boolean;
  /** True if the drag draws an item. */
  isDrawn: boolean;
}

/** The floor plan: picture, heat map, walls, areas and devices. Everything can be done with the keyboard too. */
export function PlanCanvas(props: PlanCanvasProps) {
  const { canEdit, devices, drawing, editor, heat, materials, off, onSelect, quantity, selected } = props;
  const { plan } = editor;
  const frame = useRef<HTMLDivElement>(null);
  const planView = usePlanView(frame, plan.settings.size);
  const { height, pan, toPlan, view, width } = planView;
  const look = useMemo(() => createLook(quantity), [quantity]);
  const [hover, setHover] = useState<PlanPoint>();
  const drag = useRef<Drag>(undefined);
  const pinch = usePinch(planView);
  const reachM = REACH_PX / view.pxPerM;
  const isDrawing = drawing.tool !== 'select';
  const press = (ref: Drag['ref'], event: React.PointerEvent): void => {
    pinch.press(event);
    if (isDrawing && ref) return;
    if (ref) event.stopPropagation();
    frame.current?.setPointerCapture(event.pointerId);
    drag.current = {
      ref,
      x: event.clientX,
      y: event.clientY,
      point: toPlan(event),
      isMoved: false,
      isDrawn: false,
    };
  };
  const move = (event: React.PointerEvent): void => {
    if (pinch.move(event)) return;
    const point = toPlan(event);
    setHover(point);
    if (isDrawing) drawing.moveCursor(point, reachM);
    const active = drag.current;
    if (!active) return;
    if (!active.isMoved && Math.hypot(event.clientX - active.x, event.clientY - active.y) < DRAG_PX) return;
    const isFirst = !active.isMoved;
    active.isMoved = true;
    const { ref } = active;
    if (isDrawing && isFirst) active.isDrawn = drawing.dragTo(active.point, reachM, 'begin');
    if (active.isDrawn) return;
    if (!ref) pan(event.movementX, event.movementY);
    else if (canEdit && 'wallId' in ref) {
      const others = plan.walls.filter(({ id }) => id !== ref.wallId);
      const end = snapPoint(point, others, { reachM });
      editor.change((before) => moveWallEnd(before, ref.wallId, ref.end, end), `end ${ref.wallId}`);
    } else if (canEdit && 'list' in ref) {
      const [dx, dy] = [point.x - active.point.x, point.y - active.point.y];
      editor.change((before) => moveItem(before, ref, dx, dy), `move ${formatRef(ref)}`);
      active.point = point;
    }
  };
  const release = (event: React.PointerEvent): void => {
    if (pinch.release(event)) drag.current = undefined;
    const active = drag.current;
    drag.current = undefined;
    if (!active) return;
    if (active.isDrawn) drawing.dragTo(toPlan(event), reachM, 'end');
    else if (active.isMoved) editor.endStep();
    else if (isDrawing) drawing.addPoint(toPlan(event), reachM);
    else onSelect(active.ref && 'list' in active.ref ? formatRef(active.ref) : undefined);
  };
  const onItemKey = (ref: ItemRef, event: React.KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (event.key === 'Enter' || event.key === ' ') onSelect(formatRef(ref));
    else if (canEdit && arrow) {
      const step = event.shiftKey ? LARGE_STEP_M : STEP_M;
      editor.change(
        (before) => moveItem(before, ref, arrow.x * step, arrow.y * step),
        `keys ${formatRef(ref)}`,
      );
    } else if (canEdit && (event.key === 'Delete' || event.key === 'Backspace')) {
      editor.change((before) => removeItem(before, ref));
      onSelect(undefined);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKey = (event: React.KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const arrow = ARROWS[event.key];
    const { depthM, widthM } = plan.settings.size;
    if (arrow && isDrawing) {
      const from = drawing.cursor ?? { x: widthM / 2, y: depthM / 2 };
      const step = event.shiftKey ? LARGE_STEP_M : STEP_M;
      drawing.moveCursor({ x: from.x + arrow.x * step, y: from.y + arrow.y * step }, 0);
    } else if (arrow) pan(-arrow.x * 40, -arrow.y * 40);
    else if (event.key === 'Enter' && isDrawing && drawing.cursor)
      drawing.addPoint(drawing.cursor, drawing.tool === 'door' ? STEP_M : 0);
    else if (event.key === 'Escape' && isDrawing) drawing.cancel();
    else if (event.key === '+') planView.zoomIn();
    else if (event.key === '-') planView.zoomOut();
    else return;
    event.preventDefault();
  };
  const handlers = { onPress: press, onKey: onItemKey, view, selected };
  return (
    <div
      ref={frame}
      className={`grow panel relative clipped ${classes['frame']}`}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={() => setHover(undefined)}
    >
      <Paper plan={plan} view={view} picture={props.picture} />
      {width > 0 && (
        <div className="cover pass-through">
          <HeatCanvas
            source={heat.client}
            view={view}
            look={look}
            width={width}
            height={height}
            opacity={HEAT_OPACITY}
            label="Heat map of the floor"
          />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the drawing is operated like a map, and its items are buttons */}
      <svg
        className={`cover wide high ${classes['drawing']}`}
        data-tool={isDrawing ? 'draw' : 'select'}
        data-panel-list
        role="group"
        aria-label="Floor plan"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the cursor of a tool
        tabIndex={0}
        onPointerDown={(event) => press(undefined, event)}
        onDoubleClick={() => isDrawing && drawing.finish()}
        onKeyDown={onKey}
      >
        <Zones zones={plan.zones} {...handlers} />
        <Walls walls={plan.walls} materials={materials} {...handlers} />
        <Devices plan={plan} devices={devices} off={off} {...handlers} />
        {canEdit && <WallEnds plan={plan} selected={selected} view={view} onPress={press} />}
        {isDrawing && <Sketch drawing={drawing} view={view} />}
      </svg>
      <DeviceLabels plan={plan} devices={devices} off={off} view={view} />
      <ZoomButtons view={planView} />
      <Readout heat={heat} quantity={quantity} point={hover ?? drawing.cursor} />
    </div>
  );
}

/** The sheet on which the plan is drawn, with its picture or a grid. */
function Paper({
  picture,
  plan,
  view: { pxPerM, x, y },
}: {
  readonly plan: FloorPlan;
  readonly view: MapView;
  readonly picture: string | undefined;
}) {
  const { depthM, widthM } = plan.settings.size;
  const size = { x, y, width: widthM * pxPerM, height: depthM * pxPerM };
  const step = [1, 5, 10, 50, 100].find((metres) => metres * pxPerM >= 24) ?? 500;
  const lines = (length: number): number[] =>
    Array.from({ length: Math.floor(length / step) }, (_, index) => (index + 1) * step);
  return (
    <svg className="cover pass-through" width="100%" height="100%" aria-hidden="true">
      <rect fill="#fff" stroke="var(--thumb)" {...size} />
      {picture === undefined ? (
        <>
          {lines(widthM).map((at) => (
            <line
              key={`x${at}`}
              stroke="#d6dee5"
              x1={x + at * pxPerM}
              x2={x + at * pxPerM}
              y1={y}
              y2={y + size.height}
            />
          ))}
          {lines(depthM).map((at) => (
            <line
              key={`y${at}`}
              stroke="#d6dee5"
              x1={x}
              x2={x + size.width}
              y1={y + at * pxPerM}
              y2={y + at * pxPerM}
            />
          ))}
        </>
      ) : (
        <image href={picture} preserveAspectRatio="none" {...size} />
      )}
    </svg>
  );
}

function WallEnds({
  onPress,
  plan,
  selected,
  view,
}: {
  readonly plan: FloorPlan;
  readonly selected: string | undefined;
  readonly view: MapView;
  readonly onPress: (ref: { wallId: string; end: 1 | 2 }, event: React.PointerEvent) => void;
}) {
  const ref = parseRef(selected);
  const wall = ref?.list === 'walls' ? plan.walls.find(({ id }) => id === ref.id) : undefined;
  if (!wall) return null;
  return ([1, 2] as const).map((end) => {
    const [x, y] = end === 1 ? [wall.x1, wall.y1] : [wall.x2, wall.y2];
    return (
      <circle
        key={end}
        fill="#fff"
        stroke="#0b63ce"
        strokeWidth={2}
        cursor="move"
        cx={view.x + x * view.pxPerM}
        cy={view.y + y * view.pxPerM}
        r={7}
        onPointerDown={(event) => onPress({ wallId: wall.id, end }, event)}
      />
    );
  });
}

/** The item that is drawn, with the length to the cursor. */
function Sketch({ drawing, view }: { readonly drawing: DrawingTool; readonly view: MapView }) {
  const unit = useLengthUnit();
  const { cursor, points, tool } = drawing;
  const toPx = ({ x, y }: PlanPoint) => ({ x: view.x + x * view.pxPerM, y: view.y + y * view.pxPerM });
  const all = [...points, ...(cursor ? [cursor] : [])];
  const last = points.at(-1);
  const length = last && cursor && getWallLength({ x1: last.x, y1: last.y, x2: cursor.x, y2: cursor.y });
  const end = cursor && toPx(cursor);
  return (
    <g pointerEvents="none">
      {tool !== 'place' && tool !== 'door' && (
        <polyline
          fill="none"
          stroke="#0b63ce"
          strokeWidth={2.5}
          strokeDasharray="6 4"
          points={all
            .map(toPx)
            .map(({ x, y }) => `${x},${y}`)
            .join(' ')}
        />
      )}
      {end && <circle fill="#0b63ce" cx={end.x} cy={end.y} r={4} />}
      {end && length !== undefined && length > 0 && (
        <text
          fill="#0b3f85"
          fontSize={12.5}
          fontWeight={700}
          paintOrder="stroke"
          stroke="#fff"
          strokeWidth={3}
          x={end.x + 10}
          y={end.y - 8}
        >
          {formatLength(length, unit)}
        </text>
      )}
    </g>
  );
}

function ZoomButtons({ view }: { readonly view: PlanView }) {
  const buttons = [
    { label: 'Zoom in', icon: <IconPlus size={16} />, onClick: view.zoomIn },
    { label: 'Zoom out', icon: <IconMinus size={16} />, onClick: view.zoomOut },
    { label: 'Fit', icon: <IconMaximize size={16} />, onClick: view.fit },
  ];
  return (
    <div
      className={`column gap-4 absolute ${classes['zoom']}`}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {buttons.map(({ icon, label, onClick }) => (
        <ActionIcon
          key={label}
          // Two fingers zoom on a touch screen.
          className={label === 'Fit' ? '' : 'not-on-touch'}
          variant="default"
          size={30}
          aria-label={label}
          title={label}
          onClick={onClick}
        >
          {icon}
        </ActionIcon>
      ))}
    </div>
  );
}

/** The value of the map under the cursor, and its place. */
function Readout({
  heat,
  point,
  quantity,
}: {
  readonly heat: Heat;
  readonly quantity: Quantity;
  readonly point: PlanPoint | undefined;
}) {
  const unit = useLengthUnit();
  if (!point) return null;
  const value = heat.client.readCell(point.x, point.y);
  return (
    <div className={`raised round absolute small tabular ${classes['readout']}`} role="status">
      {`${formatValue(quantity, value, heat.scene)} at ${formatLength(point.x, unit)}, ${formatLength(point.y, unit)}`}
    </div>
  );
}
