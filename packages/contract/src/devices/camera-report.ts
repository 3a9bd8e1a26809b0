import { z } from 'zod';
import { videoDeviceState, videoStream } from '../device-protocol/video-stat.ts';

/** A channel of a recorder of the project that records a camera. */
const recordingChannel = z.object({
  recorder: z.object({ id: z.string(), name: z.string() }),
  channel: z.number().int(),
  recording: z.boolean(),
  heldDays: z.number().optional(),
  promisedDays: z.number().int().optional(),
});

/** A camera as last reported. */
export const deviceCamera = z.object({
  streams: z.array(videoStream.extend({ name: z.string() })),
  timeSource: videoDeviceState.timeSource,
  hasDefaultPassword: videoDeviceState.hasDefaultPassword,
});
export type DeviceCamera = z.infer<typeof deviceCamera>;

export const recordedBy = z.array(recordingChannel);
export type RecordedBy = z.infer<typeof recordedBy>;
