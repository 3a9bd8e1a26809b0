import { z } from 'zod';
import { measure } from './measure.ts';
import { videoDeviceState, videoStream } from './video-stat.ts';
import { refuseDuplicates } from '../kit/duplicates.ts';
import { foreignKey as key, foreignText as text, macAddress } from '../net/index.ts';

export const MAX_DISKS = 32;
export const MAX_CHANNELS = 256;
export const MAX_RECORDING_GAPS = 16;
/** Largest size of a disk, and of the recordings of a day (bytes): exact in JSON. */
const MAX_BYTES = Number.MAX_SAFE_INTEGER;
const MAX_AGE_SECONDS = 10 * 366 * 86_400;
const DAY_SECONDS = 86_400;

/**
 * `normal` and `failing` disks record; a failing one reports faults and should be replaced. `missing` is a bay whose disk is
 * no longer there.
 */
export const DISK_STATES = ['normal', 'failing', 'failed', 'missing', 'unformatted', 'formatting'] as const;
export type DiskState = (typeof DISK_STATES)[number];

/** One disk of a recorder. */
export const diskStat = z
  .object({
    /** Id of the bay, which never changes: `d1`. */
    id: key(15).min(1),
    label: text(32),
    state: z.enum(DISK_STATES),
    model: text(64).optional(),
    capacityBytes: z.number().int().positive().max(MAX_BYTES).optional(),
    usedBytes: z.number().int().nonnegative().max(MAX_BYTES).optional(),
    /** Health by the disk's own figures: 100 is new, 0 is worn out. */
    healthPercent: measure(0, 100).optional(),
    temperatureC: measure(-40, 120).optional(),
    powerOnHours: measure(0, 1_000_000).optional(),
  })
  .refine(({ capacityBytes = MAX_BYTES, usedBytes = 0 }) => usedBytes <= capacityBytes, {
    path: ['usedBytes'],
    message: 'A disk must not use more than its capacity.',
  });
export type DiskStat = z.infer<typeof diskStat>;

/** Times that a channel records: all, those with motion, those of a plan by day and hour, or none. */
export const RECORDING_SCHEDULES = ['continuous', 'motion', 'timed', 'off'] as const;

/** A time without recording, which was planned. Ages, because clocks of devices are wrong. */
const recordingGap = z.object({
  /** Time since the end of the gap. */
  ageSeconds: measure(0, MAX_AGE_SECONDS),
  seconds: measure(1, MAX_AGE_SECONDS),
});

/** One channel of a recorder. */
export const channelStat = z.object({
  number: z.number().int().min(1).max(MAX_CHANNELS),
  name: text(63).optional(),
  /** Camera of the channel; absent for a channel without one. */
  mac: macAddress.optional(),
  ip: key(45).optional(),
  /** True while the recorder receives the stream of the camera. */
  online: z.boolean(),
  recording: z.boolean(),
  schedule: z.enum(RECORDING_SCHEDULES).optional(),
  /** False while the schedule records nothing; by default, the channel must be recorded. */
  due: z.boolean().optional(),
  stream: videoStream.optional(),
  /** Age of the oldest recording of the channel; absent without one. */
  oldestSeconds: measure(0, MAX_AGE_SECONDS).optional(),
  /** Bytes that were written for the channel in the last 24 h, and the time of these that it recorded. */
  dayBytes: z.number().int().nonnegative().max(MAX_BYTES).optional(),
  daySeconds: measure(0, DAY_SECONDS).optional(),
  /** The last gaps of the recording, at most those of the last 7 days. */
  gaps: z.array(recordingGap).max(MAX_RECORDING_GAPS).optional(),
});
export type ChannelStat = z.infer<typeof channelStat>;

/** Disks and channels of a recorder. */
export const recorderStat = z.object({
  disks: z
    .array(diskStat)
    .max(MAX_DISKS)
    .check(refuseDuplicates(({ id }) => id, 'A disk must not be listed twice.')),
  channels: z
    .array(channelStat)
    .max(MAX_CHANNELS)
    .check(refuseDuplicates(({ number }) => String(number), 'A channel must not be listed twice.')),
  /** True if the oldest recordings are overwritten when the disks are full; otherwise the recording stops. */
  overwrites: z.boolean().default(true),
  ...videoDeviceState,
});
export type RecorderStat = z.infer<typeof recorderStat>;
