import { type Entropy, drawRandomInt } from '@northlight/runtime';
import { buildSurvey } from './radio-survey.ts';
import { buildClientMac, buildMemory } from './state-parts.ts';
import { buildWirelessState } from './wireless-state.ts';

export type Platform = 'ap' | 'switch';

/** Ports of the simulated access point. */
export const AP_PORTS = { wan: ['eth0'], lan: ['eth1'] } as const;

export const CAPABILITIES: Readonly<Record<Platform, object>> = {
  ap: {
    compatible: 'sim_openwifi_ap',
    model: 'Simulated OpenWiFi AP',
    platform: 'ap',
    network: AP_PORTS,
    wifi: { 'platform/soc/0': { band: ['2G'] }, 'platform/soc/1': { band: ['5G'] } },
    compress_cmd: true,
    country_codes: ['PT', 'ES', 'FR', 'DE', 'US'],
  },
  switch: {
    compatible: 'sim_openlan_switch',
    model: 'Simulated OpenLAN switch',
    platform: 'switch',
  },
};

/** Builds the `state` document of an access point. */
export function buildApState(
  serial: string,
  uptimeSeconds: number,
  entropy: Entropy,
  config?: Readonly<Record<string, unknown>>,
): object {
  const wireless = buildWirelessState(config);
  const load = drawRandomInt(entropy, 2, 40);
  const unit = {
    load: [load / 100, load / 120, load / 150],
    cpu_load: [load],
    uptime: uptimeSeconds,
    localtime: uptimeSeconds,
    memory: buildMemory(entropy),
    temperature: [drawRandomInt(entropy, 38, 52)],
  };
  return {
    version: 1,
    unit,
    radios: wireless.radios.map((radio) => ({
      ...radio,
      survey: buildSurvey(radio.channel, serial, uptimeSeconds),
    })),
    interfaces: buildApInterfaces(serial, uptimeSeconds, entropy, wireless.ssids),
    'link-state': {
      upstream: { [AP_PORTS.wan[0]]: buildLink(uptimeSeconds) },
      downstream: { [AP_PORTS.lan[0]]: buildLink(uptimeSeconds) },
    },
    'lldp-peers': {
      upstream: {
        [AP_PORTS.wan[0]]: [
          { name: 'Core', mac: '02:4e:4c:ff:00:01', port_id: 'p1', capability: ['Bridge'] },
        ],
      },
      downstream: {},
    },
  };
}

const buildLink = (seconds: number): object => ({
  carrier: 1,
  speed: 1000,
  duplex: 'full',
  counters: { rx_bytes: seconds * 1_200, tx_bytes: seconds * 3_400 },
});

/** Returns the interfaces of an access point; all clients use its first SSID. */
function buildApInterfaces(
  serial: string,
  seconds: number,
  entropy: Entropy,
  broadcastSsids: ReturnType<typeof buildWirelessState>['ssids'],
): object[] {
  const associations = Array.from({ length: 6 }, (_, index) => ({
    bssid: buildClientMac(serial, 200),
    station: buildClientMac(serial, index),
    rssi: -drawRandomInt(entropy, 45, 78),
    connected: seconds,
    rx_bytes: seconds * 300,
    tx_bytes: seconds * 900,
    tx_packets: seconds * 20,
    tx_retries: Math.floor((seconds * 20) / (8 + index)),
    rx_duration: seconds * 4_000,
    rx_rate: { bitrate: 433_300, mcs: 9, nss: 1, chwidth: 80, vht: true },
    tx_rate: { bitrate: 390_000, mcs: 8, nss: 1, chwidth: 80, vht: true },
  }));
  const ssids = broadcastSsids.map(({ interfaceIndex, band, ssid }, index) => ({
    interfaceIndex,
    state: {
      ssid,
      bssid: buildClientMac(serial, 200 + index),
      band,
      mode: 'ap',
      ...(index === 0 && { associations }),
    },
  }));
  const interfaceIndices = [...new Set([0, ...ssids.map(({ interfaceIndex }) => interfaceIndex)])];
  return interfaceIndices.map((index) => ({
    name: `up${index}v0`,
    location: `/interfaces/${index}`,
    uptime: seconds,
    ...(index === 0 && { ipv4: { addresses: ['192.168.1.20/24'] } }),
    ssids: ssids.filter(({ interfaceIndex }) => interfaceIndex === index).map(({ state }) => state),
  }));
}

/** Returns the result of a Wi-Fi scan. */
export const buildScanResult = (serial: string): object[] =>
  [1, 6, 11, 36, 44].map((channel, index) => ({
    bssid: buildClientMac(serial, 230 + index),
    ssid: `Neighbour ${index + 1}`,
    channel,
    frequency: channel < 15 ? 2407 + 5 * channel : 5000 + 5 * channel,
    signal: -50 - 6 * index,
    ch_util: 30 + 15 * index,
  }));
