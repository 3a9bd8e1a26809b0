import { z } from 'zod';
import { band } from '../device-protocol/capabilities.ts';

/** Devices in a broadcasting role that must be online for an optimization. */
export const RF_ONLINE_MIN = 2;
/** Pairs of radios that an overview lists. */
export const RF_PAIRS_MAX = 10;
/** The two parts of the spectrum that are planned apart. */
export const rfBand = z.enum(['2.4G', '5G']);

const percent = z.number().min(0).max(100);

const radioName = {
  deviceId: z.string(),
  deviceName: z.string(),
  radioId: z.string(),
};

/** A radio that broadcasts, with its airtime as last reported. */
export const rfRadio = z.object({
  ...radioName,
  band,
  channel: z.number().int(),
  widthMhz: z.number().int(),
  powerDbm: z.number().optional(),
  clients: z.number().int(),
  /** Share of the time in which the channel was busy; absent if the device does not measure it. */
  busyPercent: percent.optional(),
  /** Share of the time in which the radio itself sent, and received for its clients. */
  txPercent: percent.optional(),
  rxPercent: percent.optional(),
  noiseDbm: z.number().optional(),
  /** Number of radios of the project, and of foreign networks, that it receives on its channel. */
  ownOnChannel: z.number().int(),
  foreignOnChannel: z.number().int(),
  /** Time of the report. */
  reportedAt: z.string(),
  /** Time of the last scan of the device; absent without one in the last 24 h. */
  scannedAt: z.string().optional(),
});
export type RfRadio = z.infer<typeof rfRadio>;

/** Use of a channel of 20 MHz. */
export const rfChannel = z.object({
  channel: z.number().int(),
  /** Number of radios of the project whose channel contains it. */
  radios: z.number().int(),
  /** Number of foreign networks that devices of the project receive on it. */
  foreignNetworks: z.number().int(),
  /** Mean busy share of the time of the radios on it. */
  busyPercent: percent.optional(),
});

/** Two radios of the project that disturb each other. */
export const rfPair = z.object({
  a: z.object(radioName),
  b: z.object(radioName),
  channel: z.number().int(),
  /** Level at which the weaker power is received (dBm). */
  signalDbm: z.number(),
  /** Airtime that both together lose at their present traffic. */
  lostPercent: z.number().min(0),
});

/** The interference between the radios of a project, and from foreign networks, as it is now. */
export const rfInterference = z.object({
  /** Number of online devices in a broadcasting role; an optimization needs `RF_ONLINE_MIN`. */
  online: z.number().int(),
  bands: z.array(z.object({ band: rfBand, channels: z.array(rfChannel) })),
  /** The worst pairs, at most `RF_PAIRS_MAX`. */
  pairs: z.array(rfPair).max(RF_PAIRS_MAX),
  radios: z.array(rfRadio),
});
export type RfInterference = z.infer<typeof rfInterference>;
