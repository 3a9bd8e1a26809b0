import { DEFAULT_MATERIALS, DEFAULT_PLAN_SETTINGS } from '../../maps/index.ts';
import { ACCESS_POINT, type Examples, OK } from './example.ts';

const ids = { map: '01a22140-ab04-7321-b80f-b8b794a56a03', picture: '01a22140-ab04-7321-b80f-b8b794a56a04' };
const name = { name: 'First floor', building: 'Hotel', floor: 0 };
const saved = { version: 4, changedAt: '2026-11-28T09:12:00Z', changedBy: 'owner@example.com' };
const settings = {
  ...DEFAULT_PLAN_SETTINGS,
  pictureId: ids.picture,
  scale: { from: { x: 2, y: 3 }, to: { x: 8, y: 3 }, lengthM: 6 },
};
const placement = {
  deviceId: ids.map,
  x: 12.5,
  y: 8,
  heightM: 2.8,
  azimuth: 0,
  mounting: 'ceiling' as const,
};
const plan = {
  settings,
  walls: [
    {
      id: 'w1',
      x1: 0,
      y1: 10,
      x2: 20,
      y2: 10,
      material: 'brick',
      doors: [{ fromM: 4, widthM: 0.9, material: 'door' }],
    },
  ],
  zones: [],
  devices: [placement],
  planned: [],
};
const map = { id: ids.map, ...name, ...saved, plan };
const picture = { id: ids.picture, widthPx: 2400, heightPx: 1440 };
const materials = { version: 0, items: [...DEFAULT_MATERIALS], wallLosses: 'measured' as const };

export const mapExamples: Examples = {
  mapList: {
    answer: {
      items: [
        {
          id: ids.map,
          ...name,
          ...saved,
          widthM: 50,
          depthM: 30,
          walls: 1,
          devices: 1,
          planned: 0,
          pictureId: ids.picture,
        },
      ],
    },
  },
  mapCreate: { body: { ...name, settings }, answer: { ...map, version: 1 } },
  mapBatchCreate: {
    body: { items: [{ ...name, settings }] },
    answer: { items: [{ ...map, version: 1 }] },
  },
  mapGet: { answer: map },
  mapChange: { body: name, answer: map },
  mapDelete: { answer: OK },
  mapSave: { body: { baseVersion: 3, plan }, answer: map },
  mapVersionList: { answer: { items: [{ ...saved, added: 1, changed: 0, removed: 0 }] } },
  mapVersionGet: { answer: map },
  mapPlacementSave: { body: { items: [placement] }, answer: map },
  mapPictureUpload: { answer: { items: [picture] } },
  mapDeviceList: {
    answer: {
      items: [
        {
          id: ids.map,
          name: ACCESS_POINT.name,
          model: 'NL-AP6C',
          kind: 'ap',
          state: 1,
          clients: 7,
          radios: [
            { id: 'radio1', band: '5G', maxPowerDbm: 23, up: true, channel: 36, widthMhz: 80, powerDbm: 20 },
          ],
          radiosAt: '2026-11-28T09:11:40Z',
          mapId: ids.map,
        },
      ],
    },
  },
  mapMaterialsGet: { answer: materials },
  mapMaterialsSave: { body: materials, answer: { ...materials, version: 1 } },
};
