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
    mapCreate: async ({ body }, context) => present(await createMap(services, body, context)),
    mapBatchCreate: async ({ body }, context) => {
      const items = [];
      for (const map of await createMaps(services, body.items, context)) items.push(await present(map));
      return { items };
    },
    mapGet: async ({ params }, context) =>
      present(await findMap(db, getProjectAccess(context).projectId, params.mapId)),
    mapChange: async ({ body, params }, context) =>
      present(await renameMap(services, params.mapId, body, context)),
    mapDelete: async ({ params }, context) => {
      await deleteMap(services, params.mapId, context);
      return { ok: true as const };
    },
    mapDraftGet: ({ params }, context) => readDraft(services, params.mapId, context),
    mapDraftSave: ({ body, params }, context) => saveDraft(services, params.mapId, body, context),
    mapDraftDiscard: async ({ params }, context) => {
      await discardDraft(services, params.mapId, context);
      return { ok: true as const };
    },
    mapSave: async ({ body, params }, context) =>
      present(await saveMap(services, params.mapId, body, context)),
    mapVersionList: async ({ params }, context) => {
      const map = await findMap(db, getProjectAccess(context).projectId, params.mapId);
      return { items: await listVersions(db, map.id) };
    },
    mapVersionGet: async ({ params }, context) =>
      present(await findMap(db, getProjectAccess(context).projectId, params.mapId), params.version),
    mapPlacementSave: async ({ body, params }, context) =>
      present(await savePlacements(services, params.mapId, body.items, context)),
    mapGridGet: ({ params, query }, context) => createGrid(services, params.mapId, query, context),
    mapPictureUpload: async ({ query }, context) => ({
      items: await uploadPictures(services, query.pages, context),
    }),
    mapPictureGet: ({ params }, context) => readPicture(services, params.pictureId, context),
    ...serveReads(services, mapReads),
    mapMaterialsGet: (_input, context) => readMaterials(db, getProjectAccess(context).projectId),
    mapMaterialsSave: ({ body }, context) => saveMaterials(services, body, context),
  };
}
