import type { MapClient, MapScene } from '../../map-canvas/index.ts';

type SceneReceiver = Pick<MapClient, 'setRadio' | 'setScene' | 'setWall'>;

/** Segments of walls that are sent alone; the computation of more takes about as long as that of the scene. */
const WALLS_MAX = 24;

/** Sends the differences of two scenes if only radios moved or walls changed, else the whole scene. */
export function sendScene(client: SceneReceiver, before: MapScene | undefined, after: MapScene): void {
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
  const describe = ({ floor, floors, grid, wallLosses }: MapScene): string =>
    JSON.stringify([
      grid,
      wallLosses,
      floor,
      floors.map((each, index) => (index === floor ? { ...each, walls: [] } : each)),
    ]);
  return describe(before) === describe(after);
}
