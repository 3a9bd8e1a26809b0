import { DELETE_TYPES, type Device, deviceEndpoints, fillPath } from '@northlight/contract';
import { getProjectAccess, type RequestContext, getViewer } from '../platform/http/request-context.ts';
import { serveReads } from '../platform/http/project-reads.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import { createMissingDeviceError } from '../jobs/index.ts';
import type { Services } from '../services.ts';
import { checkModels, registerBaseDevices } from './base-devices.ts';
import { addDevice } from './add-device.ts';
import { processBatch } from './batch.ts';
import { drawDevice } from './drawing/draw-device.ts';
import { importDevices } from './import/import-devices.ts';
import { removeDevice, renameDevice } from './device-record.ts';
import { addRadarBans } from './radar-bans.ts';
import { readBackhaul } from './read-backhaul.ts';
import { readBridge } from './read-bridge.ts';
import { readCamera } from './recording/read-camera.ts';
import { readRecorder } from './recording/read-recorder.ts';
import { readReplacement } from './replacements.ts';
import { presentDetail, presentDevice } from './present.ts';
import { deviceReads } from './reads.ts';
import { type DeviceRow, findDevice } from './store.ts';

type Keys =
  | 'deviceList'
  | 'deviceGet'
  | 'deviceDrawing'
  | 'deviceAdd'
  | 'deviceBatchCheck'
  | 'deviceBatchAdd'
  | 'deviceImport'
  | 'deviceRename'
  | 'deviceRemove'
  | 'baseDeviceRegister';

export function deviceRoutes(services: Services): HandlersOf<Keys> {
  const { db, clock } = services;
  const row = async (deviceId: string, context: RequestContext): Promise<DeviceRow> => {
    const { projectId } = getProjectAccess(context);
    const found = await findDevice(db, projectId, deviceId);
    if (!found) throw await createMissingDeviceError(db, projectId, [deviceId]);
    return found;
  };
  const present = async (deviceId: string, context: RequestContext): Promise<Device> =>
    presentDevice(await row(deviceId, context), getViewer(context), clock.now());
  return {
    ...serveReads(services, deviceReads),
    deviceGet: async ({ params }, context) => {
      const device = await row(params.deviceId, context);
      const { projectId } = getProjectAccess(context);
      const backhaul = await readBackhaul(db, projectId, device);
      const bridge = await readBridge(db, projectId, device);
      const recorder = await readRecorder(db, projectId, device);
      const camera = await readCamera(db, projectId, device);
      const vectorImage = fillPath(deviceEndpoints.deviceDrawing.path, params);
      const detail = presentDetail(device, getViewer(context), clock.now());
      const radios = await addRadarBans(db, { id: device.id, projectId }, detail.radios, clock.now());
      const replacement = await readReplacement(db, device.id);
      return {
        ...detail,
        radios,
        vectorImage,
        ...backhaul,
        ...bridge,
        ...recorder,
        ...camera,
        ...(device.clock_difference_seconds !== null && {
          clockDifferenceSeconds: device.clock_difference_seconds,
        }),
        ...(replacement && { replacement }),
      };
    },
    deviceDrawing: async ({ params }, context) => {
      const { caps } = await row(params.deviceId, context);
      return { mediaType: 'image/svg+xml', bytes: Buffer.from(drawDevice(caps)) };
    },
    deviceAdd: async ({ body }, context) => present(await addDevice(context, body), context),
    deviceBatchCheck: async ({ body }, context) => ({
      rows: await processBatch(context, body.devices, 'check'),
    }),
    deviceBatchAdd: async ({ body }, context) => {
      const rows = await processBatch(context, body.devices, 'valid');
      return { added: rows.filter(({ deviceId }) => deviceId !== undefined).length, rows };
    },
    deviceImport: ({ query }, context) => {
      if (!context.file) throw new Error('The endpoint declares an upload, so the request has a file.');
      return importDevices(context, context.file.bytes, query);
    },
    deviceRename: async ({ params, body }, context) => {
      await renameDevice(context, params.deviceId, body.name);
      return present(params.deviceId, context);
    },
    deviceRemove: async ({ params }, context) => {
      await removeDevice(context, params.deviceId);
      return { ok: true as const, deleteType: DELETE_TYPES.unbind };
    },
    baseDeviceRegister: async ({ body: { devices } }) => {
      checkModels(devices);
      return { registered: await registerBaseDevices(db, devices, clock.now()) };
    },
  };
}
