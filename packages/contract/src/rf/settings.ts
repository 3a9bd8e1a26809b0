import { z } from 'zod';
import { versionNumber } from '../kit/page.ts';
import { storableText } from '../net/index.ts';

/** Flags of a radio (specification §3). */
export const RF_FLAGS = { keep: 0, optimize: 1 } as const;

const CHANNELS_MAX = 64;
const RADIOS_MAX = 16_384;

/** Channels, widths and radios that an optimization may change. */
export const rfSettings = z.object({
  /** Channels that no radio gets, such as 144. */
  excludedChannels: z.array(z.number().int().min(1).max(233)).max(CHANNELS_MAX),
  /** Largest width of a channel of 5 GHz (MHz). */
  maxWidthMhz: z.literal([20, 40, 80, 160]),
  /** True if radios may get channels on which they must watch for radar. */
  usesRadarChannels: z.boolean(),
  /** Radios with their flag; one that is not listed is optimized. */
  radios: z
    .array(
      z.object({
        deviceId: storableText(64).min(1),
        radioId: storableText(15).min(1),
        flag: z.literal([RF_FLAGS.keep, RF_FLAGS.optimize]),
      }),
    )
    .max(RADIOS_MAX),
});
export type RfSettings = z.infer<typeof rfSettings>;

export const DEFAULT_RF_SETTINGS: RfSettings = {
  excludedChannels: [],
  maxWidthMhz: 80,
  usesRadarChannels: true,
  radios: [],
};

/** Stored settings with their version; version 0 are the defaults. */
export const storedRfSettings = rfSettings.extend({ version: versionNumber });
export type StoredRfSettings = z.infer<typeof storedRfSettings>;
