import { z } from 'zod';
import { band } from './capabilities.ts';

/** Security modes by name, with the specification's numbers (§3). Mode 5 is told by devices and never asked for. */
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

/** How clients of an SSID prove themselves, and what hides their frames. */
export const configSecurity = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('open') }),
  z.object({
    mode: z.enum(['wpa-psk', 'wpa2-psk', 'wpa-wpa2-psk', 'wpa3-sae', 'wpa3-sae-wpa2-psk']),
    ciphers: z.array(wifiCipher).min(1).max(2),
    /** A passphrase of 8 to 63 printable ASCII characters, or a raw key of 64 hex digits (never with SAE). */
    key: z.string(),
    /** Seconds between changes of the group key; 0: never. */
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

/** Time off the air: minutes of the day in the time zone of the document, on days of the week (0 is Sunday). */
export const configShutdown = z.object({
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  fromMinute: z.number().int().min(0).max(1439),
  /** Exclusive; 1440 is midnight at its end. */
  toMinute: z.number().int().min(1).max(1440),
});
export type ConfigShutdown = z.infer<typeof configShutdown>;

/** One SSID as a device with radios broadcasts it. */
export const configWlan = z.object({
  /** The policy's; unique in the document. */
  name: z.string(),
  /** 1 to 32 bytes of UTF-8, any of them. */
  ssid: z.string(),
  hidden: z.boolean(),
  bands: z.array(band).min(1),
  security: configSecurity,
  /** Per radio. */
  maxClients: z.number().int().positive(),
  /** Frames of its clients are tagged with it on the uplink; absent: untagged. */
  vlanId: z.number().int().min(1).max(4094).optional(),
  /** Clients reach the uplink and not each other. */
  isolated: z.boolean(),
  /** Most that one client may send and receive. */
  upKbps: z.number().int().positive().optional(),
  downKbps: z.number().int().positive().optional(),
  /** `user`: addresses come from the network of the VLAN; `ap`: the device gives its clients addresses of its own and hides them. */
  dhcp: z.enum(['user', 'ap']),
  shutdowns: z.array(configShutdown).max(4),
  /** Clients weaker than this (dBm) are not let in. */
  accessThresholdDbm: z.number().int().negative().optional(),
});
export type ConfigWlan = z.infer<typeof configWlan>;

export const configRadio = z.object({
  /** Of the capability document. */
  id: z.string(),
  channel: z.union([z.literal('auto'), z.number().int().min(1).max(233)]),
  widthMhz: z.union([z.literal('auto'), z.literal(20), z.literal(40), z.literal(80), z.literal(160)]),
  powerDbm: z.union([z.literal('auto'), z.number().int()]),
});
export type ConfigRadio = z.infer<typeof configRadio>;

/** Everything about the air of one device. An absent part says nothing. */
export const configWireless = z.object({
  wlans: z.array(configWlan).max(64),
  radios: z.array(configRadio).max(16),
  /** ISO 3166, two letters: whose radio rules hold. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** IANA name; shutdowns are meant in it. */
  timeZone: z.string(),
  /** Clients (MAC) that no SSID lets in. */
  blacklist: z.array(z.string()).max(100),
});
export type ConfigWireless = z.infer<typeof configWireless>;
