import type { UploadedFile } from '../platform/http/caller-context.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { moveRelease, removeFirmware, setChannel, storeFirmware, upgradeDevices } from './service.ts';
import { listReleases, presentFirmware, listProjectFirmware } from './store.ts';

type Keys =
  | 'firmwareList'
  | 'firmwareUpload'
  | 'firmwareRemove'
  | 'firmwareChannelSet'
  | 'deviceUpgrade'
  | 'releaseList'
  | 'releaseUpload'
  | 'releaseMove'
  | 'releaseWithdraw';

const OK = { ok: true as const };

function getUploadedFile({ file }: RequestContext): UploadedFile {
  if (!file) throw new Error('The endpoint declares an upload, so the request has a file.');
  return file;
}

export function firmwareRoutes(services: Services): HandlersOf<Keys> {
  const { db } = services;
  return {
    firmwareList: (_input, context) => listProjectFirmware(db, getProjectAccess(context).projectId),
    firmwareUpload: (_input, context) => {
      const { projectId } = getProjectAccess(context);
      return storeFirmware(services, getUploadedFile(context), { projectId }, context);
    },
    firmwareRemove: async ({ params }, context) => {
      await removeFirmware(services, params.firmwareId, getProjectAccess(context).projectId, context);
      return OK;
    },
    firmwareChannelSet: async ({ body }, context) => {
      await setChannel(services, body, context);
      return OK;
    },
    deviceUpgrade: ({ body }, context) => upgradeDevices(services, body, context),
    releaseList: async () => ({ items: (await listReleases(db)).map(presentFirmware) }),
    releaseUpload: ({ params }, context) =>
      storeFirmware(services, getUploadedFile(context), { channel: params.channel }, context),
    releaseMove: ({ params, body }, context) =>
      moveRelease(services, params.firmwareId, body.channel, context),
    releaseWithdraw: async ({ params }, context) => {
      await removeFirmware(services, params.firmwareId, null, context);
      return OK;
    },
  };
}
