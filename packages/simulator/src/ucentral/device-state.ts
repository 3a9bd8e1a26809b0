import { type Entropy, drawRandomInt } from '@northlight/runtime';
import { buildWirelessState } from './wireless-state.ts';

export type Platform = 'ap' | 'switch';

/** Ports of a simulated device, uplinks first. */
export const PORTS: Readonly<Record<Platform, { readonly wan: string[]; readonly lan: string[] }>> = {
  ap: { wan: ['eth0'], lan: ['eth1'] },
  switch: { wan: ['Ethernet8'], lan: Array.from({ length: 8 }, (_, index) => `Ethernet${index}`) },
};

export const CAPABILITIES: Readonly<Record<Platform, object>> = {
  ap: {
    compatible: 'sim_openwifi_ap',
    model: 'Simulated OpenWiFi AP',
    platform: 'ap',
    network: PORTS.ap,
    wifi: { 'platform/soc/0': { band: ['2G'] }, 'platform/soc/1': { band: ['5G'] } },
    compress_cmd: true,
    country_codes: ['PT', 'ES', 'FR', 'DE', 'US'],
  },
  switch: {
    compatible: 'sim_openlan_switch',
    model: 'Simulated OpenLAN switch',
    platform: 'switch',
    network: PORTS.switch,
    compress_cmd: true,
  },
};

const hex = (value: number): string => value.toString(16).padStart(2, '0');

/** Returns the MAC of a device's client; the same for the same index. */
const clientMac = (serial: string, index: number): string =>
  ['06', serial.slice(6, 8), serial.slice(8, 10), serial.slice(10, 12), '00', hex(index)].join(':');

/** Builds the `state` document of a device. */
export function buildState(
  platform: Platform,
  serial: string,
  uptimeSeconds: number,
  entropy: Entropy,
  config?: Readonly<Record<string, unknown>>,
): object {
  const wireless = platform === 'ap' ? buildWirelessState(config) : undefined;
  const load = drawRandomInt(entropy, 2, 40);
  const unit = {
    load: [load / 100, load / 120, load / 150],
    cpu_load: [load],
    uptime: uptimeSeconds,
    localtime: uptimeSeconds,
    memory: {
      total: 512_000_000,
      free: drawRandomInt(entropy, 180, 260) * 1_000_000,
      cached: 60_000_000,
      buffered: 9_000_000,
    },
    temperature: [drawRandomInt(entropy, 38, 52)],
  };
  const { lan, wan } = PORTS[platform];
  const ports = (names: readonly string[], up: (index: number) => boolean): object =>
    Object.fromEntries(names.map((name, index) => [name, buildLink(platform, up(index), uptimeSeconds)]));
  return {
    version: 1,
    unit,
    ...(wireless && { radios: wireless.radios }),
    interfaces: wireless
      ? apInterfaces(serial, uptimeSeconds, entropy, wireless.ssids)
      : [switchInterface(serial)],
    'link-state': { upstream: ports(wan, () => true), downstream: ports(lan, (index) => index < 4) },
    'lldp-peers': {
      upstream: {
        [wan[0] ?? '']: [{ name: 'Core', mac: '02:4e:4c:ff:00:01', port_id: 'p1', capability: ['Bridge'] }],
      },
      downstream: {},
    },
  };
}

const buildLink = (platform: Platform, up: boolean, seconds: number): object => ({
  carrier: up ? 1 : 0,
  ...(up && { speed: 1000, duplex: 'full' }),
  counters: { rx_bytes: up ? seconds * 1_200 : 0, tx_bytes: up ? seconds * 3_400 : 0 },
  ...(platform === 'switch' && { poe: { 'power-consumption': up ? 3.5 : 0 } }),
});

/** Returns the interfaces of an access point; all clients use its first SSID. */
function apInterfaces(
  serial: string,
  seconds: number,
  entropy: Entropy,
  broadcastSsids: ReturnType<typeof buildWirelessState>['ssids'],
): object[] {
  const associations = Array.from({ length: 6 }, (_, index) => ({
    bssid: clientMac(serial, 200),
    station: clientMac(serial, index),
    rssi: -drawRandomInt(entropy, 45, 78),
    connected: seconds,
    rx_bytes: seconds * 300,
    tx_bytes: seconds * 900,
    rx_rate: { bitrate: 433_300, mcs: 9, nss: 1, chwidth: 80, vht: true },
    tx_rate: { bitrate: 390_000, mcs: 8, nss: 1, chwidth: 80, vht: true },
  }));
  const ssids = broadcastSsids.map(({ interfaceIndex, band, ssid }, index) => ({
    interfaceIndex,
    state: {
      ssid,
      bssid: clientMac(serial, 200 + index),
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

const switchInterface = (serial: string): object => ({
  name: 'VLAN1',
  location: '/interfaces/0',
  ipv4: { addresses: ['192.168.1.30/24'] },
  clients: Array.from({ length: 4 }, (_, index) => ({
    mac: clientMac(serial, 100 + index),
    ipv4_addresses: [`192.168.1.${100 + index}`],
    ports: [`Ethernet${index}`],
  })),
});

/** Returns the result of a Wi-Fi scan. */
export const buildScanResult = (serial: string): object[] =>
  [1, 6, 11, 36, 44].map((channel, index) => ({
    bssid: clientMac(serial, 230 + index),
    ssid: `Neighbour ${index + 1}`,
    channel,
    frequency: channel < 15 ? 2407 + 5 * channel : 5000 + 5 * channel,
    signal: -50 - 6 * index,
  }));
