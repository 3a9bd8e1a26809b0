import { DOOR_MATERIAL, type FloorPlan, getWallLength, type PlanPoint } from '@northlight/contract';
import { useState } from 'react';
import { toast } from '../../app/toast.ts';
import { addDoor, createItemId, formatRef, putItem } from '../plan/plan-changes.ts';
import { setLength, snapPoint } from '../plan/snapping.ts';
import type { FloorPlanEditor } from '../use-floor-plan.ts';

/** Tools of the floor plan: select moves items, place sets the chosen device. */
export type Tool = 'select' | 'wall' | 'door' | 'loss' | 'excluded' | 'scale' | 'place';

export interface DrawingTool {
  readonly tool: Tool;
  readonly choose: (tool: Tool) => void;
  /** Points of the item that is drawn, and the point under the cursor. */
  readonly points: readonly PlanPoint[];
  readonly cursor: PlanPoint | undefined;
  readonly moveCursor: (point: PlanPoint, reachM: number) => void;
  /** Adds the point under the cursor, as a click does. */
  readonly addPoint: (point: PlanPoint, reachM: number) => void;
  /** Ends the last wall at an exact length (m) in the direction of the cursor. */
  readonly addLength: (lengthM: number) => void;
  /** True for tools that draw by a drag too: wall and scale. */
  readonly isDragged: boolean;
  /** Begins or ends a wall or a scale that is drawn by a drag. */
  readonly dragTo: (point: PlanPoint, reachM: number, phase: 'begin' | 'end') => void;
  /** Ends the item that is drawn; an area is closed. */
  readonly finish: () => void;
  readonly cancel: () => void;
}

interface ToolOptions {
  readonly editor: FloorPlanEditor;
  /** Material of new walls. */
  readonly material: string;
  /** Places the chosen device at a point. */
  readonly onPlace: (point: PlanPoint) => void;
  /** Is called with the two points of a scale. */
  readonly onScale: (from: PlanPoint, to: PlanPoint) => void;
  readonly onDrawn: (ref: string) => void;
}

/** The state of the tool that draws, with its points. */
export function useDrawingTool({ editor, material, onDrawn, onPlace, onScale }: ToolOptions): DrawingTool {
  const [tool, setTool] = useState<Tool>('select');
  const [points, setPoints] = useState<readonly PlanPoint[]>([]);
  const [cursor, setCursor] = useState<PlanPoint>();
  const { change, plan } = editor;
  const last = points.at(-1);
  const snap = (point: PlanPoint, reachM: number): PlanPoint => {
    if (tool === 'door') return point;
    const { depthM, widthM } = plan.settings.size;
    const { x, y } = tool === 'place' ? point : snapPoint(point, plan.walls, { reachM, from: last });
    // Everything that is drawn is on the plan.
    return { x: Math.min(widthM, Math.max(0, x)), y: Math.min(depthM, Math.max(0, y)) };
  };
  const choose = (next: Tool): void => {
    setTool(next);
    setPoints([]);
    setCursor(undefined);
  };
  const addWall = (from: PlanPoint, to: PlanPoint): void => {
    const wall = { id: createItemId(), x1: from.x, y1: from.y, x2: to.x, y2: to.y, material };
    if (getWallLength(wall) > 0) change((before) => putItem(before, 'walls', wall));
  };
  const closeArea = (corners: readonly PlanPoint[]): void => {
    if (corners.length >= 3 && (tool === 'loss' || tool === 'excluded')) {
      const zone = {
        id: createItemId(),
        kind: tool,
        points: corners.map(({ x, y }) => ({ x, y })),
        ...(tool === 'loss' && { lossDbPerM: 0.5 }),
      };
      change((before) => putItem(before, 'zones', zone));
      onDrawn(formatRef({ list: 'zones', id: zone.id }));
    }
    setPoints([]);
  };
  const addPoint = (raw: PlanPoint, reachM: number): void => {
    const point = snap(raw, reachM);
    switch (tool) {
      case 'select':
        return;
      case 'place':
        return onPlace(point);
      case 'door':
        return change((before) => tryDoor(before, point, reachM));
      case 'wall':
        if (last) addWall(last, point);
        return setPoints([point]);
      case 'scale':
        if (!last) return setPoints([point]);
        setPoints([]);
        if (last.x !== point.x || last.y !== point.y) onScale(last, point);
        return undefined;
      case 'loss':
      case 'excluded': {
        const [first] = points;
        const isClosed = first !== undefined && Math.hypot(first.x - point.x, first.y - point.y) <= reachM;
        return isClosed ? closeArea(points) : setPoints([...points, point]);
      }
    }
  };
  return {
    tool,
    choose,
    points,
    cursor,
    moveCursor: (point, reachM) => setCursor(snap(point, reachM)),
    addPoint,
    addLength: (lengthM) => {
      if (!last || tool !== 'wall') return;
      const end = setLength(last, cursor ?? { x: last.x + 1, y: last.y }, lengthM);
      addWall(last, end);
      setPoints([end]);
    },
    isDragged: tool === 'wall' || tool === 'scale',
    dragTo: (point, reachM, phase) => {
      if (phase === 'begin') setPoints([last ?? snap(point, reachM)]);
      else {
        addPoint(point, reachM);
        setPoints([]);
      }
    },
    finish: () => closeArea(points),
    cancel: () => (points.length > 0 ? setPoints([]) : choose('select')),
  };
}

function tryDoor(plan: FloorPlan, point: PlanPoint, reachM: number): FloorPlan {
  const next = addDoor(plan, point, reachM, DOOR_MATERIAL);
  if (next) return next;
  toast.error(new Error('There is no wall with room for a door here. Click on a wall.'));
  return plan;
}
