import type { ConfigSecurity, ConfigWlan } from '@northlight/contract/device-protocol';
import type { Capabilities, DeviceConfig } from '../../contract-types.ts';
import type { EmissionBuilder } from './emission-builder.ts';
import { NATIVE_VLAN } from './ports.ts';
import type { ApDocument } from './schema.ts';

type Ssid = NonNullable<ApDocument['interfaces'][number]['ssids']>[number];
type Radio = NonNullable<ApDocument['radios']>[number];
type Encryption = Ssid['encryption'];

/** Name of the network of SSIDs whose clients get their addresses from the access point. */
export const OWN_NETWORK = 'own';
type Network = number | typeof OWN_NETWORK;

const NETWORK_OMITTED = 'The network is omitted.';
const BANDS = { '2.4G': '2G', '5G': '5G', '5G-1': '5G-lower', '5G-2': '5G-upper' } as const;
/** Minimum port of a RADIUS server in the devices' schema. */
const RADIUS_PORT_MIN = 1024;
const KEY_MAX = 63;
/**
 * Width at 2.4 GHz for automatic width (MHz). Without a width, the devices' schema sets 80 MHz, which no such
 * radio supports.
 */
const AUTO_WIDTH_2G = 20;

/**
 * Returns the SSIDs by their network, which is the untagged one for an SSID without a VLAN; adds an issue for each
 * unsupported setting.
 */
export function groupSsidsByNetwork(
  { wireless }: DeviceConfig,
  builder: EmissionBuilder,
): ReadonlyMap<Network, readonly (readonly [index: number, ssid: Ssid])[]> {
  const networks = new Map<Network, (readonly [number, Ssid])[]>();
  wireless?.wlans.forEach((wlan, index) => {
    const path = `wireless.wlans.${index}`;
    const encryption = buildEncryption(wlan.security, `${path}.security`, builder);
    if (!encryption) return;
    if (wlan.shutdowns.length > 0)
      builder.addIssue(
        `${path}.shutdowns`,
        'This model does not support shutdown periods.',
        'The network is always on.',
      );
    const network = wlan.dhcp === 'ap' ? OWN_NETWORK : (wlan.vlanId ?? NATIVE_VLAN);
    const list = networks.get(network) ?? [];
    networks.set(network, [...list, [index, buildSsid(wlan, encryption, wireless.blacklist, path, builder)]]);
  });
  return networks;
}

function buildSsid(
  wlan: ConfigWlan,
  encryption: Pick<Ssid, 'encryption' | 'radius'>,
  blacklist: readonly string[],
  path: string,
  builder: EmissionBuilder,
): Ssid {
  const { accessThresholdDbm, bands, hidden, isolated, maxClients, security, ssid } = wlan;
  const raw = renderRawLines(security);
  const rate = buildRateLimit(wlan, path, builder);
  return {
    name: ssid,
    'wifi-bands': bands.map((band) => BANDS[band]),
    'bss-mode': 'ap',
    'hidden-ssid': hidden,
    'isolate-clients': isolated,
    'maximum-clients': maxClients,
    ...encryption,
    ...(rate && { 'rate-limit': rate }),
    ...(accessThresholdDbm !== undefined && {
      'quality-thresholds': {
        'probe-request-rssi': accessThresholdDbm,
        'association-request-rssi': accessThresholdDbm,
      },
    }),
    ...(blacklist.length > 0 && {
      'access-control-list': { mode: 'deny', 'mac-address': [...blacklist] },
    }),
    ...(raw.length > 0 && { 'hostapd-bss-raw': raw }),
  };
}

const PROTOCOLS = {
  'wpa-psk': { proto: 'psk' },
  'wpa2-psk': { proto: 'psk2' },
  'wpa-wpa2-psk': { proto: 'psk-mixed' },
  'wpa3-sae': { proto: 'sae', ieee80211w: 'required' },
  'wpa3-sae-wpa2-psk': { proto: 'sae-mixed', ieee80211w: 'optional' },
} as const satisfies Record<string, Encryption>;

/**
 * Returns the security settings; undefined if the device does not support them. The network is then omitted,
 * because it must not be open.
 */
function buildEncryption(
  security: ConfigSecurity,
  path: string,
  builder: EmissionBuilder,
): Pick<Ssid, 'encryption' | 'radius'> | undefined {
  if (security.mode === 'open') return { encryption: { proto: 'none' } };
  if ('key' in security) {
    if (security.key.length <= KEY_MAX)
      return { encryption: { ...PROTOCOLS[security.mode], key: security.key } };
    builder.addIssue(`${path}.key`, 'This model supports passwords, not keys of 64 digits.', NETWORK_OMITTED);
    return undefined;
  }
  const { ip, port, secret } = security.radius;
  if (port < RADIUS_PORT_MIN) {
    builder.addIssue(
      `${path}.radius.port`,
      `This model supports RADIUS ports from ${RADIUS_PORT_MIN} on.`,
      NETWORK_OMITTED,
    );
    return undefined;
  }
  return { encryption: { proto: security.mode }, radius: { authentication: { host: ip, port, secret } } };
}

/**
 * Returns hostapd options for settings that the schema does not have: ciphers and the lifetime of the group
 * key.
 */
function renderRawLines(security: ConfigSecurity): string[] {
  if (security.mode === 'open') return [];
  const { ciphers, keyUpdateSeconds } = security;
  const pairwise = ciphers.map((cipher) => (cipher === 'TKIP' ? 'TKIP' : 'CCMP')).join(' ');
  return [
    ...(ciphers.includes('TKIP') ? [`wpa_pairwise=${pairwise}`, `rsn_pairwise=${pairwise}`] : []),
    ...(keyUpdateSeconds > 0 ? [`wpa_group_rekey=${keyUpdateSeconds}`] : []),
  ];
}

/** Returns the rate limits per client in whole Mbit/s, at least 1. */
function buildRateLimit(
  { downKbps, upKbps }: ConfigWlan,
  path: string,
  builder: EmissionBuilder,
): Ssid['rate-limit'] | undefined {
  const toMbps = (kbps: number, field: string): number => {
    const mbps = Math.max(1, Math.round(kbps / 1000));
    if (mbps * 1000 !== kbps)
      builder.addIssue(`${path}.${field}`, 'This model supports limits in whole Mbit/s.', `${mbps} Mbit/s`);
    return mbps;
  };
  if (upKbps === undefined && downKbps === undefined) return undefined;
  return {
    ...(upKbps !== undefined && { 'ingress-rate': toMbps(upKbps, 'upKbps') }),
    ...(downKbps !== undefined && { 'egress-rate': toMbps(downKbps, 'downKbps') }),
  };
}

/** Lists the settings of the radios. A radio without settings chooses its channel automatically. */
export function listRadioEntries(
  { wireless }: DeviceConfig,
  radios: Capabilities['radios'],
  builder: EmissionBuilder,
): Radio[] {
  if (!wireless) return [];
  const entries: Radio[] = [];
  wireless.radios.forEach(({ channel, id, powerDbm, widthMhz }, index) => {
    const path = `wireless.radios.${index}`;
    const known = radios.find((radio) => radio.id === id);
    if (!known) return builder.addIssue(path, `This device has no radio ${id}.`, 'Its settings are omitted.');
    builder.noteOrigin(`/radios/${entries.length}`, path);
    for (const [name, field] of [
      ['channel', 'channel'],
      ['channel-width', 'widthMhz'],
      ['tx-power', 'powerDbm'],
      ['country', 'country'],
    ] as const)
      builder.noteOrigin(
        `/radios/${entries.length}/${name}`,
        field === 'country' ? 'wireless.country' : `${path}.${field}`,
      );
    const width = widthMhz !== 'auto' ? widthMhz : known.band === '2.4G' ? AUTO_WIDTH_2G : undefined;
    entries.push({
      band: BANDS[known.band],
      channel,
      ...(width !== undefined && { 'channel-width': width }),
      ...(powerDbm !== 'auto' && { 'tx-power': powerDbm }),
      ...(wireless.country !== undefined && { country: wireless.country }),
    });
  });
  return entries;
}

/** Records which setting each part of an SSID comes from. */
export function recordSsid(pointer: string, index: number, builder: EmissionBuilder): void {
  const path = `wireless.wlans.${index}`;
  builder.noteOrigin(pointer, path);
  for (const [part, field] of [
    ['name', 'ssid'],
    ['wifi-bands', 'bands'],
    ['hidden-ssid', 'hidden'],
    ['maximum-clients', 'maxClients'],
    ['encryption', 'security'],
    ['encryption/key', 'security.key'],
    ['radius', 'security.radius'],
    ['rate-limit/ingress-rate', 'upKbps'],
    ['rate-limit/egress-rate', 'downKbps'],
    ['quality-thresholds', 'accessThresholdDbm'],
  ] as const)
    builder.noteOrigin(`${pointer}/${part}`, `${path}.${field}`);
  builder.noteOrigin(`${pointer}/access-control-list`, 'wireless.blacklist');
}
