import { getProjectAccess } from '../platform/http/request-context.ts';
import { serveReads } from '../platform/http/project-reads.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { mapReads } from './reads.ts';
import { discardDraft, readDraft, saveDraft } from './drafts.ts';
import { createGrid } from './grid.ts';
import { saveMaterials } from './materials.ts';
import { readPicture, uploadPictures } from './pictures.ts';
import { createMap, createMaps, deleteMap, renameMap, saveMap, savePlacements } from './save.ts';
import {
  findMap,
  listMaps,
  listVersions,
  type MapRow,
  presentMap,
  readMaterials,
  requireVersion,
} from './store.ts';

type MapRoutes = HandlersOf<
  | 'mapList'
  | 'mapCreate'
  | 'mapBatchCreate'
  | 'mapGet'
  | 'mapChange'
  | 'mapDelete'
  | 'mapDraftGet'
  | 'mapDraftSave'
  | 'mapDraftDiscard'
  | 'mapSave'
  | 'mapVersionList'
  | 'mapVersionGet'
  | 'mapPlacementSave'
  | 'mapGridGet'
  | 'mapPictureUpload'
  | 'mapPictureGet'
  | 'mapDeviceList'
  | 'mapMaterialsGet'
  | 'mapMaterialsSave'
>;

export function mapRoutes(services: Services): MapRoutes {
  const { db } = services;
  const present = async (map: MapRow, version = map.version) =>
    presentMap(db, map, await requireVersion(db, map, version));
  return {
    mapList: async (_input, context) => ({ items: await listMaps(db, getProjectAccess(context).projectId) }),
    mapCreate: async ({ body }, context) => present(await createMap(context, body)),
    mapBatchCreate: async ({ body }, context) => {
      const items = [];
      for (const map of await createMaps(context, body.items)) items.push(await present(map));
      return { items };
    },
    mapGet: async ({ params }, context) =>
      present(await findMap(db, getProjectAccess(context).projectId, params.mapId)),
    mapChange: async ({ body, params }, context) => present(await renameMap(context, params.mapId, body)),
    mapDelete: ({ params }, context) => deleteMap(context, params.mapId),
    mapDraftGet: ({ params }, context) => readDraft(context, params.mapId),
    mapDraftSave: ({ body, params }, context) => saveDraft(context, params.mapId, body),
    mapDraftDiscard: ({ params }, context) => discardDraft(context, params.mapId),
    mapSave: async ({ body, params }, context) => present(await saveMap(context, params.mapId, body)),
    mapVersionList: async ({ params }, context) => {
      const map = await findMap(db, getProjectAccess(context).projectId, params.mapId);
      return { items: await listVersions(db, map.id) };
    },
    mapVersionGet: async ({ params }, context) =>
      present(await findMap(db, getProjectAccess(context).projectId, params.mapId), params.version),
    mapPlacementSave: async ({ body, params }, context) =>
      present(await savePlacements(context, params.mapId, body.items)),
    mapGridGet: ({ params, query }, context) => createGrid(context, params.mapId, query),
    mapPictureUpload: async ({ query }, context) => ({
      items: await uploadPictures(context, query.pages),
    }),
    mapPictureGet: ({ params }, context) => readPicture(context, params.pictureId),
    ...serveReads(services, mapReads),
    mapMaterialsGet: (_input, context) => readMaterials(db, getProjectAccess(context).projectId),
    mapMaterialsSave: ({ body }, context) => saveMaterials(context, body),
  };
}
