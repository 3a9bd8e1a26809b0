import type { ConfigWlan } from '@northlight/contract/device-protocol';
import { encodeInteger, encodeInterface, encodePath, EncodingRefused } from '../system/encode.ts';
import type { ChosenChannel } from './channels.ts';
import type { ApMachine } from './render.ts';
import { renderSecurity } from './security.ts';

const MAX_CLIENTS = 2_007;
const MAX_SSID_BYTES = 32;

interface BssParts {
  readonly device: string;
  readonly bridge: string;
  readonly wlan: ConfigWlan;
  readonly path: string;
  /** Lowest access threshold (dBm) of the device. */
  readonly floor: number;
}

/** Encodes an SSID in hexadecimal, which hostapd accepts for any bytes. */
export function encodeSsid(ssid: string, path: string): string {
  const bytes = Buffer.from(ssid, 'utf8');
  if (bytes.length < 1 || bytes.length > MAX_SSID_BYTES || bytes.toString('utf8') !== ssid)
    throw new EncodingRefused(path, `1 to ${MAX_SSID_BYTES} bytes of UTF-8`);
  return bytes.toString('hex');
}

/** Returns the lines of the hostapd file for one SSID, without those of the channel. */
export function formatBssLines(
  { bridge, device, floor, path, wlan }: BssParts,
  { controlDir, denyFile, sn }: Pick<ApMachine, 'controlDir' | 'denyFile' | 'sn'>,
): string[] {
  const { accessThresholdDbm, hidden, isolated, maxClients, security, ssid } = wlan;
  return [
    `interface=${encodeInterface(device, path)}`,
    `bridge=${encodeInterface(bridge, path)}`,
    'driver=nl80211',
    `ctrl_interface=${encodePath(controlDir, 'stateDir')}`,
    // Logs only problems, because the agent itself reports joining and leaving clients.
    'logger_syslog=-1',
    'logger_syslog_level=3',
    'logger_stdout=-1',
    'logger_stdout_level=3',
    `ssid2=${encodeSsid(ssid, `${path}.ssid`)}`,
    'utf8_ssid=1',
    `ignore_broadcast_ssid=${hidden ? 1 : 0}`,
    `max_num_sta=${encodeInteger(Math.min(maxClients, MAX_CLIENTS), 1, MAX_CLIENTS, `${path}.maxClients`)}`,
    `ap_isolate=${isolated ? 1 : 0}`,
    // Starts disabled, because the bridge port must be configured before the first frame passes.
    'start_disabled=1',
    'auth_algs=1',
    'wmm_enabled=1',
    'macaddr_acl=0',
    `deny_mac_file=${encodePath(denyFile, 'stateDir')}`,
    ...(accessThresholdDbm === undefined
      ? []
      : [
          `rssi_reject_assoc_rssi=${encodeInteger(Math.max(accessThresholdDbm, floor), -90, -60, `${path}.accessThresholdDbm`)}`,
          'rssi_reject_assoc_timeout=5',
        ]),
    ...renderSecurity(security, `${path}.security`, sn),
  ];
}

/** Returns the lines of the hostapd file for a radio's channel, which are the same for all its SSIDs. */
export function formatChannelLines(
  { centre, channel, second, widthMhz }: ChosenChannel,
  { country, vht }: { readonly country: string | undefined; readonly vht: boolean },
): string[] {
  const high = channel > 14;
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw new EncodingRefused('wireless.country', 'the two letters of a country');
  return [
    ...(country === undefined ? [] : [`country_code=${country}`, 'ieee80211d=1']),
    ...(country !== undefined && high ? ['ieee80211h=1'] : []),
    `hw_mode=${high ? 'a' : 'g'}`,
    `channel=${encodeInteger(channel, 1, 233, 'wireless.radios')}`,
    'ieee80211n=1',
    ...(second === undefined ? [] : [`ht_capab=[HT40${second === 1 ? '+' : '-'}]`]),
    ...(high && vht
      ? ['ieee80211ac=1', `vht_oper_chwidth=${widthMhz === 160 ? 2 : widthMhz === 80 ? 1 : 0}`]
      : []),
    ...(centre === undefined
      ? []
      : [`vht_oper_centr_freq_seg0_idx=${encodeInteger(centre, 1, 233, 'wireless.radios')}`]),
  ];
}
