import type {
  Capabilities,
  ConfigBridge,
  ConfigManagement,
  DeviceConfig,
} from '@northlight/contract/device-protocol';
import { encodeSsid } from '../radio/hostapd-lines.ts';
import { encodeInteger, encodeMac, EncodingRefused } from '../system/encode.ts';
import { renderUplink, type UplinkSettings } from '../system/uplink-settings.ts';

/** Bridge of the cable and the radio; it passes VLAN tags unchanged. */
export const LINK_BRIDGE = 'nlbr0';
/** Interface of the radio. The base has one more interface per client, with this name as prefix. */
export const LINK_DEVICE = 'nlb0';
const UNTAGGED_VLAN = 1;
/** Distance that one coverage class adds to the acknowledgement timeout (802.11-2020, 9.4.2.9). */
const METRES_PER_CLASS = 450;
const MAX_DISTANCE_METRES = 100_000;

export interface BridgeMachine {
  readonly caps: Capabilities;
  /** Management settings without a configuration. */
  readonly management: ConfigManagement;
  /** Directory of the control sockets of hostapd. */
  readonly controlDir: string;
  readonly acceptFile: string;
}

/** One end of the link. */
export interface BridgeEnd {
  readonly config: ConfigBridge;
  /** Lines of the file of hostapd or wpa_supplicant, without those of the channel. */
  readonly lines: readonly string[];
  readonly powerDbm: number | undefined;
  /** MAC addresses of the only accepted clients of a base. */
  readonly accepted: readonly string[];
  /** VLANs that pass tagged; undefined for all. */
  readonly vlans: readonly number[] | undefined;
  /** True if the radio must wait longer than usual for acknowledgements. */
  readonly isLong: boolean;
}

/** Rendered configuration of a bridge. */
export interface BridgeArtefacts {
  readonly end: BridgeEnd | undefined;
  readonly management: {
    readonly device: string;
    readonly vlanId: number | undefined;
    readonly settings: UplinkSettings;
  };
  readonly issues: readonly [];
}

/**
 * Renders a configuration without side effects. Throws `EncodingRefused` with the path of a value that cannot be used.
 */
export function renderBridge(config: DeviceConfig, machine: BridgeMachine): BridgeArtefacts {
  const management = config.management ?? machine.management;
  const vlanId = management.vlanId === UNTAGGED_VLAN ? undefined : management.vlanId;
  if (vlanId !== undefined) encodeInteger(vlanId, 1, 4094, 'management.vlanId');
  return {
    end: config.bridge && renderEnd(config.bridge, machine),
    management: {
      device: vlanId === undefined ? LINK_BRIDGE : nameManagementInterface(vlanId),
      vlanId,
      settings: renderUplink(management, 'management'),
    },
    issues: [],
  };
}

export const nameManagementInterface = (vlanId: number): string => `nlmg${vlanId}`;

function renderEnd(config: ConfigBridge, machine: BridgeMachine): BridgeEnd {
  const { distanceMetres, peers = [], powerDbm, vlans } = config;
  encodeInteger(distanceMetres, 1, MAX_DISTANCE_METRES, 'bridge.distanceMetres');
  const ids = vlans === 'all' ? undefined : [...new Set(vlans)].sort((a, b) => a - b);
  for (const [index, id] of (ids ?? []).entries()) encodeInteger(id, 1, 4094, `bridge.vlans.${index}`);
  const accepted = peers.map((mac, index) => encodeMac(mac, `bridge.peers.${index}`));
  const key = encodeKey(config.key);
  const ssid = encodeSsid(config.ssid, 'bridge.ssid');
  return {
    config,
    lines:
      config.mode === 'base'
        ? formatBaseLines(
            { ssid, key, maxClients: config.maxClients, isLocked: accepted.length > 0 },
            machine,
          )
        : formatClientLines({ ssid, key, base: accepted[0], country: config.country }),
    powerDbm: powerDbm === 'auto' ? undefined : powerDbm,
    accepted: config.mode === 'base' ? accepted : [],
    vlans: ids,
    isLong: distanceMetres > METRES_PER_CLASS,
  };
}

function encodeKey(key: string): string {
  if (!/^[\u0020-\u007E]{8,63}$/.test(key))
    throw new EncodingRefused('bridge.key', '8 to 63 printable characters');
  return key;
}

interface BaseValues {
  readonly ssid: string;
  readonly key: string;
  readonly maxClients: number;
  readonly isLocked: boolean;
}

function formatBaseLines(
  { isLocked, key, maxClients, ssid }: BaseValues,
  { acceptFile, controlDir }: Pick<BridgeMachine, 'acceptFile' | 'controlDir'>,
): string[] {
  return [
    `interface=${LINK_DEVICE}`,
    `bridge=${LINK_BRIDGE}`,
    'driver=nl80211',
    `ctrl_interface=${controlDir}`,
    'logger_syslog=-1',
    'logger_syslog_level=3',
    'logger_stdout=-1',
    'logger_stdout_level=3',
    `ssid2=${ssid}`,
    'utf8_ssid=1',
    `max_num_sta=${encodeInteger(maxClients, 1, 2_007, 'bridge.maxClients')}`,
    // Frames with four addresses, which bridge the networks of both ends.
    'wds_sta=1',
    'auth_algs=1',
    'wmm_enabled=1',
    `macaddr_acl=${isLocked ? 1 : 0}`,
    ...(isLocked ? [`accept_mac_file=${acceptFile}`] : []),
    'wpa=2',
    'wpa_key_mgmt=WPA-PSK',
    'rsn_pairwise=CCMP',
    `wpa_passphrase=${key}`,
  ];
}

interface ClientValues {
  readonly ssid: string;
  readonly key: string;
  readonly base: string | undefined;
  readonly country: string | undefined;
}

/** Returns the file of wpa_supplicant, in which a key extends to the last quotation mark of its line. */
const formatClientLines = ({ base, country, key, ssid }: ClientValues): string[] => [
  ...(country === undefined ? [] : [`country=${country}`]),
  'network={',
  `ssid=${ssid}`,
  'scan_ssid=1',
  'key_mgmt=WPA-PSK',
  'proto=RSN',
  'pairwise=CCMP',
  'group=CCMP',
  `psk="${key}"`,
  ...(base === undefined ? [] : [`bssid=${base}`]),
  '}',
];
