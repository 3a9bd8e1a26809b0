import type { HandlersOf } from '../platform/http/serve.ts';
import { setPromises } from '../devices/index.ts';
import { listPictures, readPicture, takePicture } from './pictures/read.ts';
import { formatDisk } from './format-disk.ts';

export function videoRoutes(): HandlersOf<
  | 'cameraPictureGet'
  | 'cameraPictureList'
  | 'cameraPictureTake'
  | 'recorderDiskFormat'
  | 'recordingPromisesSet'
> {
  return {
    cameraPictureList: ({ params }, context) => listPictures(context, params.deviceId),
    cameraPictureGet: ({ params, query }, context) => readPicture(context, params.pictureId, query.size),
    cameraPictureTake: ({ params }, context) => takePicture(context, params.deviceId),
    recorderDiskFormat: ({ body, params }, context) => formatDisk(context, params, body.deviceName),
    recordingPromisesSet: ({ body, params }, context) => setPromises(context, params.deviceId, body.channels),
  };
}
