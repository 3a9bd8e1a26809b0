import type { ConfigWlan } from '@northlight/contract/device-protocol';
import { encodeSsid } from '../radio/hostapd-lines.ts';
import { encodeInteger, encodeInterface, encodePath } from '../system/encode.ts';
import type { ApMachine } from './render.ts';
import { renderSecurity } from './security.ts';

const MAX_CLIENTS = 2_007;

interface BssParts {
  readonly device: string;
  readonly bridge: string;
  readonly wlan: ConfigWlan;
  readonly path: string;
  /** Lowest access threshold (dBm) of the device. */
  readonly floor: number;
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
