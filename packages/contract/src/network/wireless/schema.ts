import { z } from 'zod';
import { band, radioCapability } from '../../device-protocol/capabilities.ts';
import { clientMac, policyName, rateKbps, ssid, wirelessVlanId, storableText } from '../../net/index.ts';
import { netMode } from '../../projects/schema.ts';
import { wifiSecurity } from './security.ts';
import { autoOr, whole } from '../whole.ts';

export const POLICY_LIMIT = 32;
export const MAX_CLIENTS_LIMIT = 128;
export const SHUTDOWN_LIMIT = 4;
export const BLACKLIST_LIMIT = 100;
export const POLICY_DEVICES_LIMIT = 999;

/**
 * Period without broadcast: days of the week (0 is Sunday) in the project's time zone. `toMinute` is
 * exclusive; 1440 is midnight.
 */
export const shutdownPeriod = z.object({
  days: z.array(z.number().int().min(0).max(6)).max(7),
  fromMinute: z.number({ error: 'Enter the start time.' }).int().min(0).max(1440),
  toMinute: z.number({ error: 'Enter the end time.' }).int().min(0).max(1440),
});
export type ShutdownPeriod = z.infer<typeof shutdownPeriod>;

/** Presets for guests (specification §9): upload 10 Mbit/s, download 20 or 50 Mbit/s. */
export const GUEST_PRESETS = [
  { upKbps: 10_000, downKbps: 20_000 },
  { upKbps: 10_000, downKbps: 50_000 },
] as const;

/** One policy of the project: an SSID, its security, and the devices and bands that broadcast it. */
export const wifiPolicy = z.object({
  /** Permanent id chosen by the client, so that a renamed policy keeps its password. */
  id: z.string().regex(/^[0-9a-z]{1,16}$/, 'The ID has 1 to 16 digits and small letters.'),
  name: policyName,
  enabled: z.boolean(),
  ssid,
  /** Separate SSID for the 5 GHz bands. */
  ssid5g: ssid.optional(),
  hidden: z.boolean(),
  bands: z
    .array(band)
    .min(1, 'Choose at least one band.')
    .max(4)
    .refine((bands) => new Set(bands).size === bands.length, 'Choose each band once.'),
  security: wifiSecurity,
  /** Maximum number of clients per radio. */
  maxClients: whole('Enter the maximum number of clients.'),
  /** VLAN of the clients; absent for the device's own network. */
  vlanId: wirelessVlanId.optional(),
  /** True if the clients reach only the internet. */
  guest: z.boolean(),
  /** Rate limits of each client: upload and download. */
  upKbps: rateKbps.optional(),
  downKbps: rateKbps.optional(),
  shutdowns: z.array(shutdownPeriod).max(64),
  /** Source of client addresses: `user` is the network, `ap` is the device, which translates them (NAT). */
  dhcp: z.enum(['user', 'ap']),
  /** Minimum signal with which clients can join (dBm). */
  accessThresholdDbm: whole('The access threshold must be a whole number.').optional(),
  /**
   * Devices that broadcast the policy. `all` includes devices that are added later; devices that left the
   * project are ignored.
   */
  devices: z.union([
    z.literal('all'),
    z
      .array(storableText(64).min(1))
      .min(1, 'Choose at least one device.')
      .max(
        POLICY_DEVICES_LIMIT,
        `The limit of ${POLICY_DEVICES_LIMIT} devices in a policy is reached. Remove one first.`,
      ),
  ]),
});
export type WifiPolicy = z.infer<typeof wifiPolicy>;

export const blacklistEntry = z.object({ mac: clientMac, remark: policyName.optional() });
export type BlacklistEntry = z.infer<typeof blacklistEntry>;

/** Channels of a radio for the case that radar bans its channel, the best one first. */
export const FALLBACKS_MAX = 4;
const radioFallback = z.object({
  channel: z.number().int().min(1).max(233),
  widthMhz: z.literal([20, 40, 80, 160]),
});
export type RadioFallback = z.infer<typeof radioFallback>;

/** Settings of one radio. A radio without an entry chooses all values automatically. */
export const radioSetting = z.object({
  deviceId: storableText(64).min(1),
  radioId: storableText(15).min(1),
  channel: autoOr('The channel must be a whole number.'),
  widthMhz: z.union([z.literal('auto'), z.literal(20), z.literal(40), z.literal(80), z.literal(160)]),
  powerDbm: autoOr('The power must be a whole number.'),
  /** Set if an RF optimization has chosen channel and width and may change them again. */
  planned: z.literal(true).optional(),
  /** Power (dBm) from which an RF optimization has lowered it; set only if one has. */
  loweredFromDbm: z.number().int().optional(),
  /** Set if the radio broadcasts no network. */
  off: z.literal(true).optional(),
  /** Channels that it chose for the time in which radar bans the channel. */
  fallbacks: z.array(radioFallback).max(FALLBACKS_MAX).optional(),
});
export type RadioSetting = z.infer<typeof radioSetting>;

/** Country code of ISO 3166, two letters. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'Choose a country from the list.');

/**
 * Maximum number of policies that the schema accepts. It exceeds the limit of the rule, so that the rule
 * reports the limit.
 */
const POLICIES_ANY = 256;

export const wirelessConfig = z.object({
  policies: z
    .array(wifiPolicy)
    .max(POLICIES_ANY, `The limit of ${POLICIES_ANY} policies is reached. Remove one first.`),
  /** Clients that cannot join any Wi-Fi network of the project. */
  blacklist: z
    .array(blacklistEntry)
    .max(BLACKLIST_LIMIT, `The limit of ${BLACKLIST_LIMIT} blocked clients is reached. Remove one first.`),
  radios: z.array(radioSetting).max(16_384),
  /** Regulatory domains of devices whose country differs from the project's. */
  countries: z.array(z.object({ deviceId: storableText(64).min(1), country: countryCode })).max(1024),
});
export type WirelessConfig = z.infer<typeof wirelessConfig>;
export const EMPTY_WIRELESS: WirelessConfig = { policies: [], blacklist: [], radios: [], countries: [] };

/** Properties of a device with radios that forms and rules need. */
export const wirelessDevice = z.object({
  id: z.string(),
  name: z.string(),
  model: z.string(),
  radios: z.array(radioCapability),
  /** Maximum number of SSIDs per radio from the device's capabilities; absent for the default. */
  ssidsPerRadio: z.number().int().optional(),
  accessThresholdMin: z.number().int().optional(),
  /** Regulatory domains that the device supports; absent for those of all Northlight radios. */
  countries: z.array(z.string()).optional(),
});
export type WirelessDevice = z.infer<typeof wirelessDevice>;

/** Capabilities for wireless forms and for the validation of drafts. */
export const wirelessScope = z.object({
  netMode,
  devices: z.array(wirelessDevice),
  hasGateway: z.boolean(),
  /** Country of the project, for devices without an entry in `countries`; absent if it is unknown. */
  country: countryCode.optional(),
});
export type WirelessScope = z.infer<typeof wirelessScope>;
