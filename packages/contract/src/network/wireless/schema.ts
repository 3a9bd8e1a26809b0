import { z } from 'zod';
import { band, radioCapability } from '../../device-protocol/capabilities.ts';
import { macAddress, policyName, rateKbps, ssid, wirelessVlanId } from '../../net/index.ts';
import { netMode } from '../../projects/schema.ts';
import { wifiSecurity } from './security.ts';

export const POLICY_LIMIT = 32;
export const MAX_CLIENTS_LIMIT = 128;
export const SHUTDOWN_LIMIT = 4;
export const BLACKLIST_LIMIT = 100;
export const POLICY_DEVICES_LIMIT = 999;

/** Time off the air, on days of the week (0 is Sunday), in the project's time zone; `toMinute` is exclusive, 1440 is midnight. */
export const shutdownPeriod = z.object({
  days: z.array(z.number().int().min(0).max(6)).max(7),
  fromMinute: z.number({ error: 'Enter when it starts.' }).int().min(0).max(1440),
  toMinute: z.number({ error: 'Enter when it ends.' }).int().min(0).max(1440),
});
export type ShutdownPeriod = z.infer<typeof shutdownPeriod>;

/** Guest presets (specification §9): upload 10 Mbit/s, download 20 or 50. */
export const GUEST_PRESETS = [
  { upKbps: 10_000, downKbps: 20_000 },
  { upKbps: 10_000, downKbps: 50_000 },
] as const;

const whole = (sentence: string) => z.number({ error: sentence }).int(sentence);

/** One policy of the project: an SSID, who may join it, and which radios have it on the air. */
export const wifiPolicy = z.object({
  /** Given by who adds the policy, and kept: a policy that is renamed stays itself, and keeps its password. */
  id: z.string().regex(/^[0-9a-z]{1,16}$/, 'The ID has 1 to 16 digits and small letters.'),
  name: policyName,
  enabled: z.boolean(),
  ssid,
  /** Another name on the 5 GHz bands. */
  ssid5g: ssid.optional(),
  hidden: z.boolean(),
  bands: z.array(band).min(1, 'Choose at least one band.').max(4),
  security: wifiSecurity,
  /** Of one radio. */
  maxClients: whole('Enter the most clients.'),
  /** Absent: the network that the device itself is in. */
  vlanId: wirelessVlanId.optional(),
  /** Guests reach the internet and not each other. */
  guest: z.boolean(),
  /** Most that one client may send and receive. */
  upKbps: rateKbps.optional(),
  downKbps: rateKbps.optional(),
  shutdowns: z.array(shutdownPeriod).max(64),
  /** `user`: addresses come from the network; `ap`: the device gives its clients addresses of its own. */
  dhcp: z.enum(['user', 'ap']),
  /** Clients weaker than this are not let in. */
  accessThresholdDbm: whole('The access threshold must be a whole number.').optional(),
  /** `all` includes devices that join later. One that has left the project is passed over. */
  devices: z.union([
    z.literal('all'),
    z
      .array(z.string().min(1).max(64))
      .min(1, 'Choose at least one device.')
      .max(POLICY_DEVICES_LIMIT, `A policy has at most ${POLICY_DEVICES_LIMIT} devices.`),
  ]),
});
export type WifiPolicy = z.infer<typeof wifiPolicy>;

export const blacklistEntry = z.object({ mac: macAddress, remark: policyName.optional() });
export type BlacklistEntry = z.infer<typeof blacklistEntry>;

/** How one radio is set; a radio without an entry finds everything by itself. */
export const radioSetting = z.object({
  deviceId: z.string().min(1).max(64),
  radioId: z.string().min(1).max(15),
  channel: z.union([z.literal('auto'), z.number().int()]),
  widthMhz: z.union([z.literal('auto'), z.literal(20), z.literal(40), z.literal(80), z.literal(160)]),
  powerDbm: z.union([z.literal('auto'), whole('The power must be a whole number.')]),
});
export type RadioSetting = z.infer<typeof radioSetting>;

/** ISO 3166, two letters. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'Choose a country from the list.');

/** Policies that a schema lets through, so that the rule can say how many are possible. */
const POLICIES_ANY = 256;

/** Everything about the air of a project. */
export const wirelessConfig = z.object({
  policies: z.array(wifiPolicy).max(POLICIES_ANY, `At most ${POLICIES_ANY} policies are possible.`),
  /** Clients that no SSID lets in. */
  blacklist: z.array(blacklistEntry).max(BLACKLIST_LIMIT, `At most ${BLACKLIST_LIMIT} clients are possible.`),
  radios: z.array(radioSetting).max(16_384),
  /** Whose radio rules a device keeps, where they are not those that it came with. */
  countries: z.array(z.object({ deviceId: z.string().min(1).max(64), country: countryCode })).max(1024),
});
export type WirelessConfig = z.infer<typeof wirelessConfig>;
export const EMPTY_WIRELESS: WirelessConfig = { policies: [], blacklist: [], radios: [], countries: [] };

/** A device with radios, as far as forms and rules ask. */
export const wirelessDevice = z.object({
  id: z.string(),
  name: z.string(),
  model: z.string(),
  radios: z.array(radioCapability),
  /** Of its capability document; absent: the usual ones. */
  ssidsPerRadio: z.number().int().optional(),
  accessThresholdMin: z.number().int().optional(),
  /** Countries that it knows; absent: those that every radio of ours does. */
  countries: z.array(z.string()).optional(),
});
export type WirelessDevice = z.infer<typeof wirelessDevice>;

/** What the forms may offer, and what a draft is checked against beside itself. */
export const wirelessScope = z.object({
  netMode,
  /** Devices with radios. */
  devices: z.array(wirelessDevice),
  hasGateway: z.boolean(),
  /** Of the project, for devices without one of their own; absent: nobody knows. */
  country: countryCode.optional(),
});
export type WirelessScope = z.infer<typeof wirelessScope>;
