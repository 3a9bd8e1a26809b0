import {
  comparePlans,
  createEmptyPlan,
  DEFAULT_MATERIALS,
  DEFAULT_PLAN_SETTINGS,
  type FloorMap,
  type FloorPlan,
  type MapDevice,
  type MapDraft,
  type MapSummary,
} from '@northlight/contract';
import type { Answers } from '../../testing/answers.ts';
import { createDevice, getCapabilities, OWNER, PAST } from '../../testing/fixtures.ts';

const HALL = createDevice('NL-AP6C', 'Hall');
/** An access point of the project that can be placed. */
export const HALL_DEVICE: MapDevice = {
  id: HALL.id,
  name: HALL.name,
  model: HALL.model,
  kind: HALL.kind,
  state: HALL.state,
  radios: getCapabilities(HALL.model).radios.map((radio) => ({ ...radio, up: true })),
  radiosAt: PAST,
};
export const WALL = { id: 'wall', x1: 10, y1: 0, x2: 10, y2: 20, material: 'brick' };
export const PLANNED: FloorPlan['planned'][number] = {
  id: 'p1',
  name: 'Planned 1',
  model: 'NL-AP6C',
  x: 20,
  y: 15,
  heightM: 2.8,
  azimuth: 0,
  mounting: 'ceiling',
};

/** Returns version 2 of the floor plan “Lobby” of 50 × 30 m, which has one wall. */
export const createMap = (plan: Partial<FloorPlan> = {}): FloorMap => ({
  id: '6f1c7d52-3a0b-4c89-9d1e-27b4f0a8c365',
  name: 'Lobby',
  building: 'Main building',
  floor: 0,
  version: 2,
  changedAt: PAST,
  changedBy: OWNER,
  plan: { ...createEmptyPlan(DEFAULT_PLAN_SETTINGS), walls: [WALL], ...plan },
});

export const summarizeMap = ({ plan, ...map }: FloorMap): MapSummary => ({
  ...map,
  ...plan.settings.size,
  walls: plan.walls.length,
  devices: plan.devices.length,
  planned: plan.planned.length,
});

/** Answers for the page of the Wi-Fi map, with one floor plan, its versions and the caller's draft. */
export function createMapAnswers(first: FloorMap = createMap()): Answers {
  const versions = [first];
  let draft: MapDraft | undefined;
  const getLatest = (): FloorMap => versions.at(-1) ?? first;
  return {
    mapList: () => ({ items: [summarizeMap(getLatest())] }),
    mapGet: getLatest,
    mapDraftGet: () => (draft ? { draft } : {}),
    mapDraftSave: ({ body: { baseVersion, plan, version } }) => {
      draft = { version: version + 1, baseVersion, plan, updatedAt: PAST };
      return draft;
    },
    mapDraftDiscard: () => {
      draft = undefined;
      return { ok: true };
    },
    mapSave: ({ body: { plan } }) => {
      const latest = getLatest();
      const saved = { ...latest, version: latest.version + 1, plan };
      versions.push(saved);
      draft = undefined;
      return saved;
    },
    mapVersionList: () => ({
      items: versions
        .map(({ changedAt, changedBy, plan, version }, index) => {
          const { added, changed, removed } = comparePlans((versions[index - 1] ?? first).plan, plan);
          return { version, changedAt, changedBy, added, changed, removed };
        })
        .toReversed(),
    }),
    mapVersionGet: ({ params }) => versions.find(({ version }) => version === params.version) ?? first,
    mapDeviceList: { items: [HALL_DEVICE] },
    mapMaterialsGet: { version: 0, items: [...DEFAULT_MATERIALS], wallLosses: 'measured' },
  };
}
