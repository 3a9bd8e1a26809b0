import type { ServerResponse } from 'node:http';
import { drawScene, type LightMode, renderJpeg } from '../picture/index.ts';
import type { CameraState, ImagingSettings } from './camera-state.ts';
import type { MediaProfile } from './media-service.ts';

const HUGE_BYTES = 50_000_000;
const CHUNK_BYTES = 65_536;
const LIGHT_MODES: Readonly<Record<ImagingSettings['irCutFilter'], LightMode>> = {
  ON: 'day',
  OFF: 'night',
  AUTO: 'automatic',
};

/** Draws the picture of this moment by the camera's clock. */
export function takeSnapshot(state: CameraState, { snapshot }: MediaProfile): Promise<Buffer> {
  const { place, seed } = state.options;
  const scene = drawScene({
    name: state.osdText,
    at: state.now(),
    zoneHours: state.zoneHours,
    seed,
    ...(place && { place }),
    lightMode: LIGHT_MODES[state.imaging.irCutFilter],
    condition: state.condition,
  });
  return renderJpeg(scene, snapshot);
}

/** Sends a snapshot, in the way of a hostile camera if its options ask for it. */
export async function sendSnapshot(
  response: ServerResponse,
  state: CameraState,
  profile: MediaProfile,
): Promise<void> {
  const mode = state.options.hostility?.snapshot;
  if (typeof mode === 'object') {
    response.writeHead(302, { Location: mode.redirect }).end();
    return;
  }
  response.setHeader('Content-Type', 'image/jpeg');
  if (mode === 'html') {
    response.end('<!DOCTYPE html><html><body><script>alert(1)</script></body></html>');
    return;
  }
  const picture = await takeSnapshot(state, profile);
  if (mode === undefined) {
    response.setHeader('Content-Length', picture.length);
    response.end(picture);
  } else if (mode === 'stalled') {
    response.setHeader('Content-Length', picture.length);
    response.write(picture.subarray(0, picture.length / 2));
  } else {
    if (mode === 'huge') response.setHeader('Content-Length', HUGE_BYTES);
    sendChunks(response, picture, mode === 'huge' ? HUGE_BYTES : Number.POSITIVE_INFINITY);
  }
}

/** Sends a picture that is followed by zeros, as fast as the client reads, until the client disconnects. */
function sendChunks(response: ServerResponse, picture: Buffer, length: number): void {
  const zeros = Buffer.alloc(CHUNK_BYTES);
  let sent = 0;
  const sendMore = (): void => {
    while (sent < length && !response.destroyed) {
      const chunk = sent === 0 ? picture : zeros.subarray(0, Math.min(CHUNK_BYTES, length - sent));
      sent += chunk.length;
      if (!response.write(chunk)) {
        response.once('drain', sendMore);
        return;
      }
    }
    if (sent >= length) response.end();
  };
  sendMore();
}
