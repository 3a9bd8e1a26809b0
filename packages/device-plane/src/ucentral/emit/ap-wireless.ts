import type { ConfigSecurity, ConfigWlan } from '@northlight/contract/device-protocol';
import type { Capabilities, DeviceConfig } from '../../contract-types.ts';
import type { EmissionBuilder } from './emission-builder.ts';
import type { ApDocument } from './schema.ts';

type Ssid = NonNullable<ApDocument['interfaces'][number]['ssids']>[number];
type Radio = NonNullable<ApDocument['radios']>[number];
type Encryption = Ssid['encryption'];

/** SSIDs whose clients get their addresses from the access point itself stand in a network of its own. */
export const OWN_NETWORK = 'own';
type Network = number | typeof OWN_NETWORK;

const NETWORK_OMITTED = 'The network is left out.';
const BANDS = { '2.4G': '2G', '5G': '5G', '5G-1': '5G-lower', '5G-2': '5G-upper' } as const;
/** Ports of a RADIUS server below this one are not in the devices' schema. */
const RADIUS_PORT_MIN = 1024;
const KEY_MAX = 63;

/** SSIDs by the network that they stand in; what this kind of device has no word for is told. */
export function ssidsByNetwork(
  { wireless }: DeviceConfig,
  native: number,
  origins: EmissionBuilder,
): ReadonlyMap<Network, readonly (readonly [index: number, ssid: Ssid])[]> {
  const networks = new Map<Network, (readonly [number, Ssid])[]>();
  wireless?.wlans.forEach((wlan, index) => {
    const path = `wireless.wlans.${index}`;
    const encryption = encryptionOf(wlan.security, `${path}.security`, origins);
    if (!encryption) return;
    if (wlan.shutdowns.length > 0)
      origins.refuse(
        `${path}.shutdowns`,
        'This model knows no shutdown periods.',
        'It stays on the air all the time.',
      );
    const network = wlan.dhcp === 'ap' ? OWN_NETWORK : (wlan.vlanId ?? native);
    const list = networks.get(network) ?? [];
    networks.set(network, [...list, [index, ssidOf(wlan, encryption, wireless.blacklist, path, origins)]]);
  });
  return networks;
}

function ssidOf(
  wlan: ConfigWlan,
  encryption: Pick<Ssid, 'encryption' | 'radius'>,
  blacklist: readonly string[],
  path: string,
  origins: EmissionBuilder,
): Ssid {
  const { accessThresholdDbm, bands, hidden, isolated, maxClients, security, ssid } = wlan;
  const raw = rawLines(security);
  const rate = rateOf(wlan, path, origins);
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

/** Undefined when the device cannot do it: without its security a network does not go on the air. */
function encryptionOf(
  security: ConfigSecurity,
  path: string,
  origins: EmissionBuilder,
): Pick<Ssid, 'encryption' | 'radius'> | undefined {
  if (security.mode === 'open') return { encryption: { proto: 'none' } };
  if ('key' in security) {
    if (security.key.length <= KEY_MAX)
      return { encryption: { ...PROTOCOLS[security.mode], key: security.key } };
    origins.refuse(`${path}.key`, 'This model takes no key of 64 digits, only a password.', NETWORK_OMITTED);
    return undefined;
  }
  const { ip, port, secret } = security.radius;
  if (port < RADIUS_PORT_MIN) {
    origins.refuse(
      `${path}.radius.port`,
      `This model takes ports from ${RADIUS_PORT_MIN} on.`,
      NETWORK_OMITTED,
    );
    return undefined;
  }
  return { encryption: { proto: security.mode }, radius: { authentication: { host: ip, port, secret } } };
}

/** What the schema has no word for, in that of the program that does it: ciphers, and how long a group key lives. */
function rawLines(security: ConfigSecurity): string[] {
  if (security.mode === 'open') return [];
  const { ciphers, keyUpdateSeconds } = security;
  const pairwise = ciphers.map((cipher) => (cipher === 'TKIP' ? 'TKIP' : 'CCMP')).join(' ');
  return [
    ...(ciphers.includes('TKIP') ? [`wpa_pairwise=${pairwise}`, `rsn_pairwise=${pairwise}`] : []),
    ...(keyUpdateSeconds > 0 ? [`wpa_group_rekey=${keyUpdateSeconds}`] : []),
  ];
}

/** Whole Mbit/s for each client, at least one. */
function rateOf(
  { downKbps, upKbps }: ConfigWlan,
  path: string,
  origins: EmissionBuilder,
): Ssid['rate-limit'] | undefined {
  const whole = (kbps: number, field: string): number => {
    const mbps = Math.max(1, Math.round(kbps / 1000));
    if (mbps * 1000 !== kbps)
      origins.refuse(`${path}.${field}`, 'This model limits in whole Mbit/s.', `${mbps} Mbit/s`);
    return mbps;
  };
  if (upKbps === undefined && downKbps === undefined) return undefined;
  return {
    ...(upKbps !== undefined && { 'ingress-rate': whole(upKbps, 'upKbps') }),
    ...(downKbps !== undefined && { 'egress-rate': whole(downKbps, 'downKbps') }),
  };
}

/** Radios as they are set; one that nothing is said of chooses by itself. */
export function radioEntries(
  { wireless }: DeviceConfig,
  radios: Capabilities['radios'],
  origins: EmissionBuilder,
): Radio[] {
  if (!wireless) return [];
  const entries: Radio[] = [];
  wireless.radios.forEach(({ channel, id, powerDbm, widthMhz }, index) => {
    const path = `wireless.radios.${index}`;
    const known = radios.find((radio) => radio.id === id);
    if (!known) return origins.refuse(path, `This device has no radio ${id}.`, 'Its settings are left out.');
    origins.noteOrigin(`/radios/${entries.length}`, path);
    for (const [name, field] of [
      ['channel', 'channel'],
      ['channel-width', 'widthMhz'],
      ['tx-power', 'powerDbm'],
      ['country', 'country'],
    ] as const)
      origins.noteOrigin(
        `/radios/${entries.length}/${name}`,
        field === 'country' ? 'wireless.country' : `${path}.${field}`,
      );
    entries.push({
      band: BANDS[known.band],
      channel,
      ...(widthMhz !== 'auto' && { 'channel-width': widthMhz }),
      ...(powerDbm !== 'auto' && { 'tx-power': powerDbm }),
      ...(wireless.country !== undefined && { country: wireless.country }),
    });
  });
  return entries;
}

/** Which part of our configuration each place of an SSID comes from. */
export function noteSsid(pointer: string, index: number, origins: EmissionBuilder): void {
  const path = `wireless.wlans.${index}`;
  origins.noteOrigin(pointer, path);
  for (const [place, field] of [
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
    origins.noteOrigin(`${pointer}/${place}`, `${path}.${field}`);
  origins.noteOrigin(`${pointer}/access-control-list`, 'wireless.blacklist');
}
