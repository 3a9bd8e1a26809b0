import type { HandlersOf } from '../platform/http/serve.ts';
import { formatDisk } from './format-disk.ts';

export function videoRoutes(): HandlersOf<'recorderDiskFormat'> {
  return {
    recorderDiskFormat: ({ body, params }, context) => formatDisk(context, params, body.deviceName),
  };
}
