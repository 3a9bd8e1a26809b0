import {
  type FloorPlan,
  getWallLength,
  type MapDevice,
  type PlanPoint,
  type WallMaterial,
} from '@northlight/contract';
import type { Quantity } from '@northlight/rf/map';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ARROWS } from '../../kit/canvas/arrow-keys.ts';
import { useGestures } from '../../kit/canvas/use-gestures.ts';
import { fitView, useViewport, type Viewport } from '../../kit/canvas/use-viewport.ts';
import { ZOOM_STEP, ZoomButtons } from '../../kit/canvas/ZoomButtons.tsx';
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
import { listShownDevices } from '../plan/shown-devices.ts';
import { DeviceLabels, Devices, Walls, Zones } from './PlanItems.tsx';
import { formatValue } from '../heat/quantities.ts';
import { snapPoint } from '../plan/snapping.ts';
import type { DrawingTool } from './use-drawing-tool.ts';
import type { FloorPlanEditor } from '../use-floor-plan.ts';
import type { Heat } from '../heat/use-heat.ts';

/** Distance at which walls attract a point (px). */
const REACH_PX = 10;
/** Steps of the arrow keys (m). */
const STEP_M = 0.1;
const LARGE_STEP_M = 1;
const HEAT_OPACITY = 0.62;
/** Pixels per metre. */
const ZOOM_LIMITS = { minZoom: 0.2, maxZoom: 400 };
const PADDING_PX = 24;

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

/** An item that is dragged as a whole, or an end of a wall. */
type Pressed = ItemRef | { readonly wallId: string; readonly end: 1 | 2 };

/** The floor plan: picture, heat map, walls, areas and devices. Everything can be done with the keyboard too. */
export function PlanCanvas(props: PlanCanvasProps) {
  const { canEdit, devices, drawing, editor, heat, materials, off, onSelect, quantity, selected } = props;
  const { plan } = editor;
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useViewport(frame, ZOOM_LIMITS);
  const { height, width } = viewport;
  const view = useMemo((): MapView => ({ ...viewport.view, pxPerM: viewport.view.zoom }), [viewport.view]);
  const fit = useFittedPlan(viewport, plan.settings.size);
  const look = useMemo(() => createLook(quantity), [quantity]);
  const shown = useMemo(() => listShownDevices(plan, devices, off), [devices, off, plan]);
  const [hover, setHover] = useState<PlanPoint>();
  const reachM = REACH_PX / view.pxPerM;
  const isDrawing = drawing.tool !== 'select';
  const gestures = useGestures<Pressed>(frame, viewport, {
    onDrag: ({ from, isFirst, item, last, point }) => {
      if (isDrawing && drawing.isDragged) {
        if (isFirst) drawing.dragTo(from, reachM, 'begin');
        return true;
      }
      if (!item || !canEdit) return false;
      if ('wallId' in item) {
        const others = plan.walls.filter(({ id }) => id !== item.wallId);
        const end = snapPoint(point, others, { reachM });
        editor.change((before) => moveWallEnd(before, item.wallId, item.end, end), `end ${item.wallId}`);
      } else
        editor.change(
          (before) => moveItem(before, item, point.x - last.x, point.y - last.y),
          `move ${formatRef(item)}`,
        );
      return true;
    },
    onDrop: ({ item, point }) => {
      if (isDrawing && drawing.isDragged) drawing.dragTo(point, reachM, 'end');
      else if (item) editor.endStep();
    },
    onPress: (item, point) => {
      if (isDrawing) drawing.addPoint(point, reachM);
      else onSelect(item && 'list' in item ? formatRef(item) : undefined);
    },
  });
  const press = (item: Pressed, event: React.PointerEvent): void => {
    // A tool draws on items as beside them.
    if (!isDrawing) gestures.press(event, item);
  };
  const move = (event: React.PointerEvent): void => {
    if (gestures.move(event)) return;
    const point = viewport.toPoint(event);
    setHover(point);
    if (isDrawing) drawing.moveCursor(point, reachM);
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
    } else if (arrow) viewport.pan(-arrow.x * 40, -arrow.y * 40);
    else if (event.key === 'Enter' && isDrawing && drawing.cursor)
      drawing.addPoint(drawing.cursor, drawing.tool === 'door' ? STEP_M : 0);
    else if (event.key === 'Escape' && isDrawing) drawing.cancel();
    else if (event.key === '+') viewport.zoomBy(ZOOM_STEP);
    else if (event.key === '-') viewport.zoomBy(1 / ZOOM_STEP);
    else return;
    event.preventDefault();
  };
  const handlers = { onPress: press, onKey: onItemKey, view, selected };
  return (
    <div
      ref={frame}
      className={`grow panel relative clipped ${classes['frame']}`}
      onPointerMove={move}
      onPointerUp={gestures.release}
      onPointerCancel={gestures.release}
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
        onPointerDown={gestures.press}
        onDoubleClick={() => isDrawing && drawing.finish()}
        onKeyDown={onKey}
      >
        <Zones zones={plan.zones} {...handlers} />
        <Walls walls={plan.walls} materials={materials} {...handlers} />
        <Devices devices={shown} {...handlers} />
        {canEdit && <WallEnds plan={plan} selected={selected} view={view} onPress={press} />}
        {isDrawing && <Sketch drawing={drawing} view={view} />}
      </svg>
      <DeviceLabels devices={shown} view={view} />
      <ZoomButtons viewport={viewport} onFit={fit} />
      <Readout heat={heat} quantity={quantity} point={hover ?? drawing.cursor} />
    </div>
  );
}

/** Shows the whole plan when its size or that of its frame changes. Returns the function that does so. */
function useFittedPlan(
  { height, show, width }: Viewport,
  { depthM, widthM }: FloorPlan['settings']['size'],
): () => void {
  const fit = useCallback(() => {
    const plan = { x: 0, y: 0, width: widthM, height: depthM };
    if (width > 0) show(fitView(plan, { width, height }, { ...ZOOM_LIMITS, padding: PADDING_PX }));
  }, [depthM, height, show, width, widthM]);
  useLayoutEffect(fit, [fit]);
  return fit;
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
