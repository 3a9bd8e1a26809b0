import type { FloorPlan } from '@northlight/contract';
import type { Quantity, TargetShare } from '@northlight/rf';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { toast } from '../app/toast.ts';
import { MapClient, type MapScene } from '../map-canvas/index.ts';
import { buildScene, type SceneInput } from './build-scene.ts';

export interface Heat {
  readonly client: MapClient;
  readonly scene: MapScene;
}

/** Computes the map in a worker. Moves of radios and walls are sent alone, other changes as a whole scene. */
export function useHeat(input: SceneInput, quantity: Quantity): Heat {
  const { band, devices, floor, materials, others, plan, whatIf } = input;
  const scene = useMemo(
    () => buildScene({ band, devices, floor, materials, others, plan, whatIf }),
    [band, devices, floor, materials, others, plan, whatIf],
  );
  const [client] = useState(() => new MapClient((message) => toast.error(new Error(message))));
  const sent = useRef<MapScene>(undefined);
  useEffect(() => () => client[Symbol.dispose](), [client]);
  useEffect(() => {
    sendScene(client, sent.current, scene);
    sent.current = scene;
  }, [client, scene]);
  const { levelDbm } = plan.settings.target;
  const isTarget = quantity === 'signal' && plan.settings.target.band === band;
  const excluded = useMemo(() => listExcluded(plan.zones), [plan.zones]);
  useEffect(() => {
    client.setOptions({ quantity, excluded, ...(isTarget && { target: levelDbm }) });
  }, [client, excluded, isTarget, levelDbm, quantity]);
  return { client, scene };
}

/** Returns the share of the floor with the target; undefined before the first frame and for other quantities. */
export const useShare = (client: MapClient): TargetShare | undefined =>
  useSyncExternalStore(
    (listener) => client.subscribe(listener),
    () => client.getFrame()?.share,
  );

const listExcluded = (zones: FloorPlan['zones']) =>
  zones.flatMap(({ kind, points }) => (kind === 'excluded' ? [points] : []));

/** Segments of walls that are sent alone; the computation of more takes about as long as that of the scene. */
const WALLS_MAX = 24;

/** Sends the differences of two scenes if only radios moved or walls changed, else the whole scene. */
export function sendScene(client: MapClient, before: MapScene | undefined, after: MapScene): void {
  if (!before || !isSameExcept(before, after)) return client.setScene(after);
  const known = new Map(before.radios.map((radio) => [radio.id, radio]));
  const isSameSet =
    after.radios.length === before.radios.length && after.radios.every(({ id }) => known.has(id));
  const walls = [before, after].map(({ floor, floors }) => floors[floor]?.walls ?? []);
  const [oldWalls = [], newWalls = []] = walls;
  const changed = listChanged(oldWalls, newWalls);
  if (!isSameSet || changed.length > WALLS_MAX) return client.setScene(after);
  for (const { id, wall } of changed) client.setWall(id, wall);
  for (const radio of after.radios)
    if (JSON.stringify(known.get(radio.id)) !== JSON.stringify(radio)) client.setRadio(radio.id, radio);
}

type Walls = MapScene['floors'][number]['walls'];

const formatWall = (wall: Walls[number]): string => JSON.stringify(wall);

function listChanged(before: Walls, after: Walls): { id: string; wall: Walls[number] | undefined }[] {
  const old = new Map(before.map((wall) => [wall.id, formatWall(wall)]));
  const changed = after.flatMap((wall) => {
    const isSame = old.get(wall.id) === formatWall(wall);
    old.delete(wall.id);
    return isSame ? [] : [{ id: wall.id, wall }];
  });
  return [...changed, ...[...old.keys()].map((id) => ({ id, wall: undefined }))];
}

/** True if everything but radios and the walls of the shown floor is the same. */
function isSameExcept(before: MapScene, after: MapScene): boolean {
  const describe = ({ floor, floors, grid }: MapScene): string =>
    JSON.stringify([
      grid,
      floor,
      floors.map((each, index) => (index === floor ? { ...each, walls: [] } : each)),
    ]);
  return describe(before) === describe(after);
}
