import { z } from 'zod';
import { numberText } from '../kit/number-text.ts';
import { fileAnswer } from '../kit/download.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { createWholeListSchema, versionNumber } from '../kit/page.ts';
import { projectParams } from '../projects/endpoints.ts';
import { mapBand, mapMaterials, submittedMaterials } from './materials.ts';
import { placedDevice, PLAN_LIMITS, submittedPlan, submittedSettings } from './plan.ts';
import {
  floorMap,
  mapDevice,
  mapDraft,
  mapName,
  mapPicture,
  mapSummary,
  mapVersion,
  PDF_PAGES_MAX,
  PLAN_FILE_MAX_BYTES,
} from './schema.ts';

const path = '/api/v1/projects/{projectId}/maps';
const one = `${path}/{mapId}`;
const pictures = '/api/v1/projects/{projectId}/map-pictures';
const both = ['web', 'openapi'] as const;
const web = ['web'] as const;
const params = projectParams.extend({ mapId: z.uuid() });
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

const newMap = mapName.extend({
  settings: submittedSettings,
  /** Floor plan whose walls and areas the new one has. */
  copyOf: z.uuid().optional(),
});

export const mapEndpoints = {
  mapList: endpoint({
    method: 'GET',
    path,
    access: both,
    needs: 'read',
    reads: ['maps'],
    summary: 'Lists the floor plans of a project by building and floor.',
    params: projectParams,
    response: createWholeListSchema(mapSummary),
  }),
  mapCreate: endpoint({
    method: 'POST',
    path,
    access: both,
    needs: 'write',
    changes: ['maps'],
    summary: 'Creates a floor plan, empty or with the walls and areas of another one.',
    params: projectParams,
    body: newMap,
    response: floorMap,
    errors: ['storageFull'],
    status: 201,
  }),
  mapBatchCreate: endpoint({
    method: 'POST',
    path: '/api/v1/projects/{projectId}/map-batches',
    access: both,
    needs: 'write',
    changes: ['maps'],
    summary: 'Creates several floor plans, such as those of the pages of a PDF: all or none.',
    params: projectParams,
    body: z.object({ items: z.array(newMap).min(1).max(PDF_PAGES_MAX) }),
    response: createWholeListSchema(floorMap),
    errors: ['storageFull'],
    status: 201,
  }),
  mapGet: endpoint({
    method: 'GET',
    path: one,
    access: both,
    needs: 'read',
    reads: ['maps'],
    summary: 'Returns a floor plan with its walls, areas and devices.',
    params,
    response: floorMap,
  }),
  mapChange: endpoint({
    method: 'PATCH',
    path: one,
    access: both,
    needs: 'write',
    changes: ['maps'],
    summary: 'Changes the name, the building and the floor of a plan.',
    params,
    body: mapName,
    response: floorMap,
  }),
  mapDelete: endpoint({
    method: 'DELETE',
    path: one,
    access: both,
    needs: 'write',
    changes: ['maps'],
    summary: 'Deletes a floor plan with its versions.',
    params,
    response: done,
  }),
  mapDraftGet: endpoint({
    method: 'GET',
    path: `${one}/draft`,
    access: web,
    needs: 'write',
    reads: [],
    summary: "Returns the caller's unsaved edits of a floor plan.",
    params,
    response: z.object({ draft: mapDraft.optional() }),
  }),
  mapDraftSave: endpoint({
    method: 'PUT',
    path: `${one}/draft`,
    access: web,
    needs: 'write',
    summary: "Stores the caller's unsaved edits of a floor plan.",
    params,
    body: z.object({ version: versionNumber, baseVersion: versionNumber, plan: submittedPlan }),
    response: mapDraft,
    errors: ['configConflict', 'storageFull'],
  }),
  mapDraftDiscard: endpoint({
    method: 'DELETE',
    path: `${one}/draft`,
    access: web,
    needs: 'write',
    summary: "Discards the caller's unsaved edits of a floor plan.",
    params,
    response: done,
  }),
  mapSave: endpoint({
    method: 'POST',
    path: `${one}/versions`,
    access: both,
    needs: 'write',
    changes: ['maps'],
    summary:
      'Saves a floor plan as its next version. Changes that others have saved since the base version are kept; the same items changed twice are refused.',
    params,
    body: z.object({ baseVersion: versionNumber, plan: submittedPlan }),
    response: floorMap,
    errors: ['configConflict', 'storageFull'],
    status: 201,
  }),
  mapVersionList: endpoint({
    method: 'GET',
    path: `${one}/versions`,
    access: both,
    needs: 'read',
    reads: ['maps'],
    summary: 'Lists the versions of a floor plan, newest first.',
    params,
    response: createWholeListSchema(mapVersion),
  }),
  mapVersionGet: endpoint({
    method: 'GET',
    path: `${one}/versions/{version}`,
    access: both,
    needs: 'read',
    reads: [],
    summary: 'Returns an earlier version of a floor plan.',
    params: params.extend({ version: numberText(versionNumber) }),
    response: floorMap,
  }),
  mapPlacementSave: endpoint({
    method: 'PUT',
    path: `${one}/placements`,
    access: both,
    needs: 'write',
    changes: ['maps'],
    summary: 'Places devices of the project on a floor plan, or moves them.',
    params,
    body: z.object({ items: z.array(placedDevice).min(1).max(PLAN_LIMITS.devices) }),
    response: floorMap,
    errors: ['configConflict', 'storageFull'],
  }),
  mapGridGet: endpoint({
    method: 'GET',
    path: `${one}/grid`,
    access: both,
    needs: 'read',
    summary: 'Returns the predicted signal of each cell of a floor.',
    params,
    query: z.object({
      band: mapBand.default('ghz5'),
      format: z.enum(['binary', 'png']).default('binary'),
      /** Includes planned devices. */
      planned: flag.default(true),
    }),
    download: true,
    response: fileAnswer,
  }),
  mapPictureUpload: endpoint({
    method: 'POST',
    path: pictures,
    access: both,
    needs: 'write',
    summary: `Uploads a picture of a floor: .jpg, .png or .pdf of up to 5 MB and ${PDF_PAGES_MAX} pages, as one picture per page or with all pages in one, at one scale. A PDF gives the width of the paper that each picture shows.`,
    params: projectParams,
    query: z.object({ pages: z.enum(['split', 'merged']).default('split') }),
    upload: { field: 'file', maxBytes: PLAN_FILE_MAX_BYTES, tooLarge: 'fileTooLarge' },
    response: createWholeListSchema(mapPicture),
    errors: ['planPages', 'fileRefused', 'fileTooLarge', 'storageFull'],
    status: 201,
  }),
  mapPictureGet: endpoint({
    method: 'GET',
    path: `${pictures}/{pictureId}`,
    access: both,
    needs: 'read',
    summary: 'Returns the picture of a floor.',
    params: projectParams.extend({ pictureId: z.uuid() }),
    download: true,
    response: fileAnswer,
    errors: ['fileMissing'],
  }),
  mapDeviceList: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/map-devices',
    access: both,
    needs: 'read',
    reads: ['devices', 'maps'],
    summary:
      'Lists the devices with radios, with channel, power and clients as last reported, and their floor plans.',
    params: projectParams,
    response: createWholeListSchema(mapDevice),
  }),
  mapMaterialsGet: endpoint({
    method: 'GET',
    path: '/api/v1/projects/{projectId}/map-materials',
    access: both,
    needs: 'read',
    reads: ['maps'],
    summary:
      'Returns the materials of walls in a project, with the loss per band, and how losses are combined.',
    params: projectParams,
    response: mapMaterials,
  }),
  mapMaterialsSave: endpoint({
    method: 'PUT',
    path: '/api/v1/projects/{projectId}/map-materials',
    access: both,
    needs: 'write',
    changes: ['maps'],
    summary:
      'Changes the materials of walls in a project, and how their losses are combined. A material that walls have is kept.',
    params: projectParams,
    body: submittedMaterials,
    response: mapMaterials,
    errors: ['configConflict'],
  }),
} as const;
