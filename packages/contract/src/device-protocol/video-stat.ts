import { z } from 'zod';
import { measure } from './measure.ts';
import { foreignText as text } from '../net/index.ts';

const MAX_STREAMS = 8;
/** Largest difference of two clocks: one that begins at 1970 and one in 2100 (s). */
const MAX_CLOCK_DIFFERENCE_SECONDS = 130 * 366 * 86_400;

export const TIME_SOURCES = ['ntp', 'dhcp', 'manual'] as const;

/** A video stream as it is encoded. */
export const videoStream = z.object({
  codec: text(16),
  width: z.number().int().min(1).max(16_384),
  height: z.number().int().min(1).max(16_384),
  framesPerSecond: measure(0, 240),
  kbps: measure(0, 1_000_000),
});
export type VideoStream = z.infer<typeof videoStream>;

/** State that cameras and recorders have in common. */
export const videoDeviceState = {
  timeSource: z.enum(TIME_SOURCES).optional(),
  /**
   * Difference of the clock of a device whose messages another one sends, for example an ONVIF camera (s); positive if it is
   * ahead. The cloud measures the clocks of the other devices by the times of their messages.
   */
  clockDifferenceSeconds: measure(-MAX_CLOCK_DIFFERENCE_SECONDS, MAX_CLOCK_DIFFERENCE_SECONDS).optional(),
  /** True while the password of the maker is valid. */
  hasDefaultPassword: z.boolean().optional(),
};

/** State of a camera. */
export const cameraStat = z.object({
  ...videoDeviceState,
  streams: z.array(videoStream.extend({ name: text(32) })).max(MAX_STREAMS),
});
export type CameraStat = z.infer<typeof cameraStat>;
