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
      return storeFirmware(context, getUploadedFile(context), { projectId });
    },
    firmwareRemove: ({ params }, context) =>
      removeFirmware(context, params.firmwareId, getProjectAccess(context).projectId),
    firmwareChannelSet: ({ body }, context) => setChannel(context, body),
    deviceUpgrade: ({ body }, context) => upgradeDevices(context, body),
    releaseList: async () => ({ items: (await listReleases(db)).map(presentFirmware) }),
    releaseUpload: ({ params }, context) =>
      storeFirmware(context, getUploadedFile(context), { channel: params.channel }),
    releaseMove: ({ params, body }, context) => moveRelease(context, params.firmwareId, body.channel),
    releaseWithdraw: ({ params }, context) => removeFirmware(context, params.firmwareId, null),
  };
}
