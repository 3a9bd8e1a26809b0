/**
 * Schemas of the uCentral parts that emitted documents can contain. A document that does not match is an
 * error of the emitter and is not sent.
 */
import { z } from 'zod';

/** Largest configuration number, because both clients store it as a signed 32-bit integer. */
export const INT32_MAX = 2_147_483_647;
/** Highest VLAN ID in the schema of access points; switches support all 4094. */
export const AP_VLAN_MAX = 4050;

/**
 * Speeds that the client of switches can set (Mbit/s). It sets any other value, such as 40,000, to 10 Mbit/s without an
 * error.
 */
export const SWITCH_SPEEDS_MBPS = [10, 100, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000] as const;

const address = z.string().regex(/^(\d{1,3}\.){3}\d{1,3}$/);
const cidr = z.string().regex(/^(\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/);
const portRange = z.string().regex(/^\d{1,5}(-\d{1,5})?$/);
const metrics = z.strictObject({
  statistics: z.strictObject({ interval: z.int().min(60), types: z.array(z.string()) }),
  health: z.strictObject({ interval: z.int().min(60) }),
});
const apMetrics = metrics.extend({
  'wifi-frames': z.strictObject({ filters: z.array(z.enum(['radar-detected'])).min(1) }),
  telemetry: z.strictObject({ interval: z.int().min(60) }),
});
const services = z.strictObject({ lldp: z.strictObject({ describe: z.string(), location: z.string() }) });
const member = z.strictObject({
  'select-ports': z.array(z.string()).min(1),
  'vlan-tag': z.enum(['tagged', 'un-tagged']),
});
const duplex = z.enum(['half', 'full']);

const apIpv4 = z.strictObject({
  addressing: z.enum(['dynamic', 'static', 'none']),
  subnet: cidr.optional(),
  gateway: address.optional(),
  'use-dns': z.array(address).optional(),
  dhcp: z
    .strictObject({
      'lease-first': z.int().min(1),
      'lease-count': z.int().min(1),
      'lease-time': z.string().regex(/^\d+m$/),
      'use-dns': z.array(address).optional(),
    })
    .optional(),
  'dhcp-leases': z
    .array(
      z.strictObject({
        macaddr: z.string(),
        'static-lease-offset': z.int().min(1),
        'lease-time': z.string(),
      }),
    )
    .optional(),
  'port-forward': z
    .array(
      z.strictObject({
        protocol: z.enum(['tcp', 'udp', 'any']),
        'external-port': portRange,
        /** Host part of the address within the downstream subnet. */
        'internal-address': address,
        'internal-port': portRange,
      }),
    )
    .optional(),
});

/** Signal strength in the range of the devices (dBm). */
const rssi = z.int().min(-100).max(0);
const wifiBand = z.enum(['2G', '5G', '5G-lower', '5G-upper']);
const apSsid = z.strictObject({
  name: z.string().min(1),
  'wifi-bands': z.array(wifiBand).min(1),
  'bss-mode': z.literal('ap'),
  'hidden-ssid': z.boolean(),
  'isolate-clients': z.boolean(),
  'maximum-clients': z.int().positive(),
  encryption: z.strictObject({
    proto: z.enum(['none', 'psk', 'psk2', 'psk-mixed', 'sae', 'sae-mixed', 'wpa', 'wpa2']),
    key: z.string().min(8).max(63).optional(),
    ieee80211w: z.enum(['optional', 'required']).optional(),
  }),
  radius: z
    .strictObject({
      authentication: z.strictObject({
        host: address,
        port: z.int().min(1024).max(65_535),
        secret: z.string().min(1),
      }),
    })
    .optional(),
  /** Rate limits per client in Mbit/s; ingress is the client's upload. */
  'rate-limit': z
    .strictObject({
      'ingress-rate': z.int().positive().optional(),
      'egress-rate': z.int().positive().optional(),
    })
    .optional(),
  'quality-thresholds': z
    .strictObject({ 'probe-request-rssi': rssi, 'association-request-rssi': rssi })
    .optional(),
  'access-control-list': z
    .strictObject({ mode: z.literal('deny'), 'mac-address': z.array(z.string()).min(1) })
    .optional(),
  'hostapd-bss-raw': z.array(z.string().regex(/^[a-z_]+=[A-Z0-9 ]+$/)).optional(),
});

/** Document for access points. */
export const apDocument = z.strictObject({
  uuid: z.int().min(1).max(INT32_MAX),
  interfaces: z.array(
    z.strictObject({
      name: z.string(),
      role: z.enum(['upstream', 'downstream']),
      vlan: z.strictObject({ id: z.int().min(1).max(AP_VLAN_MAX) }).optional(),
      services: z.array(z.string()).optional(),
      ethernet: z.array(member).optional(),
      ipv4: apIpv4.optional(),
      ssids: z.array(apSsid).optional(),
    }),
  ),
  radios: z
    .array(
      z.strictObject({
        band: wifiBand,
        channel: z.union([z.literal('auto'), z.int().min(1).max(233)]),
        'channel-width': z.union([z.literal(20), z.literal(40), z.literal(80), z.literal(160)]).optional(),
        'tx-power': z.int().min(0).max(30).optional(),
        country: z.string().length(2).optional(),
      }),
    )
    .optional(),
  ethernet: z
    .array(
      z.strictObject({
        'select-ports': z.array(z.string()).length(1),
        enabled: z.boolean(),
        speed: z.int().positive().optional(),
        duplex: duplex.optional(),
      }),
    )
    .optional(),
  services,
  metrics: apMetrics,
});

/** Document for switches, in which `subnet` and `gateway` are lists. */
export const switchDocument = z.strictObject({
  uuid: z.int().min(1).max(INT32_MAX),
  ethernet: z
    .array(
      z.strictObject({
        'select-ports': z.array(z.string().regex(/^Ethernet\d+$/)).length(1),
        // Speed of the port; required, because switches reject an entry without speed and duplex.
        speed: z.literal(SWITCH_SPEEDS_MBPS),
        duplex,
        enabled: z.boolean(),
        poe: z.strictObject({ 'admin-mode': z.boolean(), 'do-reset': z.boolean().optional() }).optional(),
      }),
    )
    .min(1),
  interfaces: z.array(
    z.strictObject({
      name: z.string(),
      role: z.literal('upstream'),
      vlan: z.strictObject({ id: z.int().min(1).max(4094), proto: z.literal('802.1q') }),
      ethernet: z.array(member).optional(),
      ipv4: z
        .strictObject({
          addressing: z.enum(['dynamic', 'static']),
          subnet: z.array(z.strictObject({ prefix: cidr })).optional(),
          gateway: z.array(z.strictObject({ prefix: cidr, nexthop: address })).optional(),
          'use-dns': z.array(address).optional(),
        })
        .optional(),
    }),
  ),
  switch: z
    .strictObject({
      'loop-detection': z
        .strictObject({
          // The known client supports rapid spanning tree per VLAN only, and refuses a document with `rstp`.
          protocol: z.enum(['none', 'rpvstp']),
          /** One instance for each VLAN; `id` is the VLAN. */
          instances: z
            .array(z.strictObject({ id: z.int().min(1).max(4094), enabled: z.boolean(), priority: z.int() }))
            .optional(),
        })
        .optional(),
    })
    .optional(),
  services,
  metrics,
});
export type ApDocument = Omit<z.infer<typeof apDocument>, 'uuid'>;
export type SwitchDocument = Omit<z.infer<typeof switchDocument>, 'uuid'>;

/** Report intervals (s) and LLDP names for all devices. */
export const REPORTING = {
  services: { lldp: { describe: 'OpenWiFi', location: 'Northlight' } },
  metrics: {
    statistics: { interval: 60, types: ['ssids', 'lldp', 'clients'] },
    health: { interval: 120 },
  },
};

/** Reporting of access points, whose clients send the frames about radar in telemetry messages. */
export const AP_REPORTING = {
  services: REPORTING.services,
  metrics: {
    ...REPORTING.metrics,
    'wifi-frames': { filters: ['radar-detected' as const] },
    telemetry: { interval: 60 },
  },
};
