import { z } from 'zod';
import { DISK_STATES, RECORDING_SCHEDULES } from '../device-protocol/recorder-stat.ts';
import { videoDeviceState, videoStream } from '../device-protocol/video-stat.ts';
import { meshNode } from './bridge-report.ts';

export const DISK_STATE_LABELS: Readonly<Record<(typeof DISK_STATES)[number], string>> = {
  normal: 'Normal',
  failing: 'Failing',
  failed: 'Failed',
  missing: 'Missing',
  unformatted: 'Not formatted',
  formatting: 'Formatting',
};

/** A disk of a recorder as last reported. */
export const recorderDisk = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(DISK_STATES),
  model: z.string().optional(),
  capacityBytes: z.number().int().optional(),
  usedBytes: z.number().int().optional(),
  /** Health by the disk's own figures: 100 is new, 0 is worn out. */
  healthPercent: z.number().optional(),
  temperatureC: z.number().optional(),
  powerOnHours: z.number().optional(),
});
export type RecorderDisk = z.infer<typeof recorderDisk>;

/** A channel of a recorder as last reported. */
export const recorderChannel = z.object({
  number: z.number().int(),
  name: z.string().optional(),
  /** Camera of the channel: a device of the project, or the MAC address of any other camera. */
  camera: meshNode.optional(),
  ip: z.string().optional(),
  /** True while the recorder receives the stream of the camera. */
  online: z.boolean(),
  recording: z.boolean(),
  schedule: z.enum(RECORDING_SCHEDULES).optional(),
  /** False while the schedule of the channel records nothing. */
  due: z.boolean(),
  stream: videoStream.optional(),
  /** Days for which recordings of the camera must be held; absent without a promise. */
  promisedDays: z.number().int().optional(),
  /** Days between the oldest recording and the report. */
  heldDays: z.number().optional(),
  /** Bytes written in the last 24 h. */
  dayBytes: z.number().int().optional(),
  /** Share of the last 24 h that was recorded (%). */
  recordedPercent: z.number().optional(),
  /** The last gaps of the recording, newest first. */
  gaps: z.array(z.object({ endedAt: z.string(), seconds: z.number() })),
});
export type RecorderChannel = z.infer<typeof recorderChannel>;

/** A recorder as last reported. */
export const deviceRecorder = z.object({
  disks: z.array(recorderDisk),
  channels: z.array(recorderChannel),
  /** True if the oldest recordings are overwritten when the disks are full. */
  overwrites: z.boolean(),
  /** Days for which the disks hold recordings at the rate of the last 24 h; absent without recordings. */
  projectedDays: z.number().optional(),
  /** Days until the recording stops, at the same rate; absent for a recorder that overwrites. */
  daysUntilFull: z.number().optional(),
  timeSource: videoDeviceState.timeSource,
  hasDefaultPassword: videoDeviceState.hasDefaultPassword,
});
export type DeviceRecorder = z.infer<typeof deviceRecorder>;
