import { z } from 'zod';
import { versionNumber } from '../kit/page.ts';
import { storableText } from '../net/index.ts';

/** Flags of a radio (specification §3). */
export const RF_FLAGS = { keep: 0, optimize: 1 } as const;

const CHANNELS_MAX = 64;
export const RF_RADIOS_MAX = 16_384;

/** A radio of a project by its device. */
export const rfRadioKey = z.object({
  deviceId: storableText(64).min(1),
  radioId: storableText(15).min(1),
});
export type RfRadioKey = z.infer<typeof rfRadioKey>;

/**
 * When optimizations start: by hand only, also at the quiet hour of some days, or also around an access point after radar, with a busy
 * channel, or that is new.
 */
export const rfMode = z.enum(['manual', 'scheduled', 'auto']);
export type RfMode = z.infer<typeof rfMode>;

/** Channels, widths and radios that an optimization may change, and when it does. */
export const rfSettings = z
  .object({
    /** Channels that no radio gets, such as 144. */
    excludedChannels: z.array(z.number().int().min(1).max(233)).max(CHANNELS_MAX),
    /** Largest width of a channel of 5 GHz (MHz). */
    maxWidthMhz: z.literal([20, 40, 80, 160]),
    /** True if radios may get channels on which they must watch for radar. */
    usesRadarChannels: z.boolean(),
    /** Radios with their flag; one that is not listed is optimized. */
    radios: z
      .array(rfRadioKey.extend({ flag: z.literal([RF_FLAGS.keep, RF_FLAGS.optimize]) }))
      .max(RF_RADIOS_MAX),
    mode: rfMode,
    /** Days of scheduled and automatic optimizations of the whole site, at the quiet hour; 1 is Monday. */
    weekdays: z.array(z.number().int().min(1).max(7)).max(7),
    /** Time `HH:mm` in the project's time zone at which few clients notice a change. */
    quietHour: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 03:30.'),
    /** Decrease of the interference from which a scheduled or automatic plan is applied (%). */
    leastImprovementPercent: z
      .number({ error: 'Enter the smallest improvement.' })
      .int('The smallest improvement must be a whole number.')
      .min(0, 'The smallest improvement must be between 0 and 100 %.')
      .max(100, 'The smallest improvement must be between 0 and 100 %.'),
  })
  .refine(({ mode, weekdays }) => mode === 'manual' || weekdays.length > 0, {
    path: ['weekdays'],
    message: 'Choose a day.',
  });
export type RfSettings = z.infer<typeof rfSettings>;

export const DEFAULT_RF_SETTINGS: RfSettings = {
  excludedChannels: [],
  maxWidthMhz: 80,
  usesRadarChannels: true,
  radios: [],
  mode: 'manual',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  quietHour: '03:00',
  leastImprovementPercent: 10,
};

/** Stored settings with their version; version 0 are the defaults. */
export const storedRfSettings = rfSettings.safeExtend({ version: versionNumber });
export type StoredRfSettings = z.infer<typeof storedRfSettings>;
