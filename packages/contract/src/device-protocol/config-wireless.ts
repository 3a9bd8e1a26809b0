import { z } from 'zod';
import { band } from './capabilities.ts';

/**
 * Security modes by name, with the numbers of the specification (§3). Devices may report mode 5, but it
 * cannot be configured.
 */
export const SECURITY_MODES = {
  open: 0,
  'wpa-psk': 1,
  'wpa2-psk': 2,
  'wpa3-sae': 3,
  'wpa3-sae-wpa2-psk': 4,
  other: 5,
  'wpa-wpa2-psk': 6,
  wpa: 7,
  wpa2: 8,
} as const;
export type SecurityMode = keyof typeof SECURITY_MODES;

export const wifiCipher = z.enum(['AES', 'TKIP']);
export type WifiCipher = z.infer<typeof wifiCipher>;

/** Authentication and encryption of an SSID. */
export const configSecurity = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('open') }),
  z.object({
    mode: z.enum(['wpa-psk', 'wpa2-psk', 'wpa-wpa2-psk', 'wpa3-sae', 'wpa3-sae-wpa2-psk']),
    ciphers: z.array(wifiCipher).min(1).max(2),
    /** A passphrase of 8 to 63 printable ASCII characters, or a raw key of 64 hex digits (never with SAE). */
    key: z.string(),
    /** Interval of group key updates in seconds; 0: never. */
    keyUpdateSeconds: z.number().int().nonnegative(),
  }),
  z.object({
    mode: z.enum(['wpa', 'wpa2']),
    ciphers: z.array(wifiCipher).min(1).max(2),
    radius: z.object({ ip: z.string(), port: z.number().int(), secret: z.string() }),
    keyUpdateSeconds: z.number().int().nonnegative(),
  }),
]);
export type ConfigSecurity = z.infer<typeof configSecurity>;

/** Period without broadcast: minutes of the day in the document's time zone, on days of the week (0 is Sunday). */
export const configShutdown = z.object({
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  fromMinute: z.number().int().min(0).max(1439),
  /** End of the period, exclusive; 1440 is midnight at the end of the day. */
  toMinute: z.number().int().min(1).max(1440),
});
export type ConfigShutdown = z.infer<typeof configShutdown>;

export const configWlan = z.object({
  /** Name of the policy; unique in the document. */
  name: z.string(),
  /** Name of the network, 1 to 32 bytes of UTF-8. */
  ssid: z.string(),
  hidden: z.boolean(),
  bands: z.array(band).min(1),
  security: configSecurity,
  /** Maximum clients of this SSID on each radio. */
  maxClients: z.number().int().positive(),
  /** VLAN tag of client frames on the uplink; absent: untagged. */
  vlanId: z.number().int().min(1).max(4094).optional(),
  /** True if clients reach only the uplink, not each other. */
  isolated: z.boolean(),
  /** Limits per client: upload and download. */
  upKbps: z.number().int().positive().optional(),
  downKbps: z.number().int().positive().optional(),
  /**
   * Source of client addresses: `user` is the VLAN's network, `ap` is the device, which translates them
   * (NAT).
   */
  dhcp: z.enum(['user', 'ap']),
  shutdowns: z.array(configShutdown).max(4),
  /** Clients with a weaker signal (dBm) cannot join. */
  accessThresholdDbm: z.number().int().negative().optional(),
});
export type ConfigWlan = z.infer<typeof configWlan>;

export const configRadio = z.object({
  /** Id of the radio in the capabilities. */
  id: z.string(),
  channel: z.union([z.literal('auto'), z.number().int().min(1).max(233)]),
  widthMhz: z.union([z.literal('auto'), z.literal(20), z.literal(40), z.literal(80), z.literal(160)]),
  powerDbm: z.union([z.literal('auto'), z.number().int()]),
});
export type ConfigRadio = z.infer<typeof configRadio>;

/** Wireless configuration of one device. For an absent part the device keeps its own setting. */
export const configWireless = z.object({
  wlans: z.array(configWlan).max(64),
  radios: z.array(configRadio).max(16),
  /** Regulatory domain (ISO 3166, two letters). */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** Time zone of the shutdown periods (IANA name). */
  timeZone: z.string(),
  /** MAC addresses of clients that cannot join any Wi-Fi network of the device. */
  blacklist: z.array(z.string()).max(100),
});
export type ConfigWireless = z.infer<typeof configWireless>;
