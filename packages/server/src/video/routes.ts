import type { HandlersOf } from '../platform/http/serve.ts';
import { setPromises } from '../devices/index.ts';
import { formatDisk } from './format-disk.ts';

export function videoRoutes(): HandlersOf<'recorderDiskFormat' | 'recordingPromisesSet'> {
  return {
    recorderDiskFormat: ({ body, params }, context) => formatDisk(context, params, body.deviceName),
    recordingPromisesSet: ({ body, params }, context) => setPromises(context, params.deviceId, body.channels),
  };
}
