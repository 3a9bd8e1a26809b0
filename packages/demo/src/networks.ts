import {
  type BridgeLink,
  EMPTY_WIRELESS,
  type NetworkConfig,
  type WifiPolicy,
  type WirelessConfig,
} from '@northlight/contract';
import { BRIDGE_PORT, type SiteSpec } from '@northlight/simulator';

/**
 * Common fields of the demos' policies. Publishing the password does no harm, because the radios are
 * simulated.
 */
const POLICY = {
  enabled: true,
  hidden: false,
  bands: ['2.4G', '5G'],
  security: {
    mode: 'wpa3-sae-wpa2-psk',
    ciphers: ['AES'],
    key: 'stay a while longer',
    keyUpdateSeconds: 3600,
  },
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
} as const satisfies Partial<WifiPolicy>;

const createPolicies = (
  ...list: (Pick<WifiPolicy, 'id' | 'maxClients' | 'name' | 'ssid'> & Partial<WifiPolicy>)[]
) => list.map((own): WifiPolicy => ({ ...structuredClone(POLICY), bands: [...POLICY.bands], ...own }));

const HOTEL_WIRELESS: WirelessConfig = {
  ...EMPTY_WIRELESS,
  policies: createPolicies(
    {
      id: 'guests',
      name: 'Guests',
      ssid: 'Grand Hotel',
      maxClients: 64,
      vlanId: 20,
      guest: true,
      upKbps: 10_000,
      downKbps: 20_000,
    },
    { id: 'staff', name: 'Staff', ssid: 'Grand Hotel Staff', maxClients: 32, vlanId: 30 },
    {
      id: 'conference',
      name: 'Conference',
      enabled: false,
      ssid: 'Grand Hotel Conference',
      ssid5g: 'Grand Hotel Conference 5G',
      maxClients: 64,
      vlanId: 20,
      guest: true,
      shutdowns: [
        { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, toMinute: 390 },
        { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 1320, toMinute: 1440 },
      ],
    },
  ),
};

/** Membership of a VLAN that both core switches receive tagged. */
const TO_CORES = { ports: [], taggedPorts: ['lan1', 'lan2'] };

export const HOTEL_NETWORK: NetworkConfig = {
  lan: { ip: '10.10.1.1', prefix: 24 },
  vlans: [
    { id: 20, name: 'Guests', ip: '10.10.20.1', prefix: 22, ...TO_CORES },
    { id: 30, name: 'Staff', ip: '10.10.30.1', prefix: 24, ...TO_CORES },
    { id: 40, name: 'Cameras', ip: '10.10.40.1', prefix: 24, ...TO_CORES },
  ],
  dhcpPools: [
    { name: 'devices', vlanId: 1, start: '10.10.1.2', end: '10.10.1.250', dns: [], leaseMinutes: 1440 },
    {
      name: 'guests',
      vlanId: 20,
      start: '10.10.20.2',
      end: '10.10.23.250',
      dns: ['10.10.20.1'],
      leaseMinutes: 60,
    },
    {
      name: 'staff',
      vlanId: 30,
      start: '10.10.30.2',
      end: '10.10.30.250',
      dns: ['10.10.30.1', '9.9.9.9'],
      leaseMinutes: 1440,
    },
    { name: 'cameras', vlanId: 40, start: '10.10.40.2', end: '10.10.40.99', dns: [], leaseMinutes: 10_080 },
  ],
  wan: [{ mode: 'dhcp', port: 'wan1', dns: [] }],
  staticRoutes: [
    { name: 'head-office', destination: '10.80.0.0', prefix: 16, nextHop: '10.10.30.254' },
    { name: 'car-park', destination: '192.168.80.0', prefix: 24, nextHop: '10.10.40.254' },
  ],
  portMappings: [
    {
      name: 'video-recorder',
      protocol: 'tcp',
      // Address of NVR-1.
      internalIp: '10.10.40.2',
      externalPorts: '8443',
      internalPorts: '443',
    },
  ],
  wireless: HOTEL_WIRELESS,
};

export const HOUSE_NETWORK: NetworkConfig = {
  vlans: [],
  dhcpPools: [],
  wireless: {
    ...EMPTY_WIRELESS,
    policies: createPolicies(
      { id: 'home', name: 'Home', ssid: 'Maple House', maxClients: 64 },
      {
        id: 'visitors',
        name: 'Visitors',
        ssid: 'Maple House visitors',
        maxClients: 32,
        guest: true,
        upKbps: 10_000,
        downKbps: 20_000,
      },
    ),
  },
};

/** Lists the links between the bridges of a site; `ids` are the ids of its devices by serial number. */
export const listDemoLinks = ({ devices }: SiteSpec, ids: ReadonlyMap<string, string>): BridgeLink[] =>
  devices.flatMap(({ bridgeMetres, sn, uplink }, index): BridgeLink[] => {
    const [baseId, clientId] = [ids.get(uplink?.sn ?? ''), ids.get(sn)];
    if (uplink?.port !== BRIDGE_PORT || baseId === undefined || clientId === undefined) return [];
    return [
      {
        id: `link${index}`,
        name: 'Annex',
        baseId,
        clientIds: [clientId],
        ssid: 'Annex link',
        key: 'stay a while longer',
        channel: 100,
        widthMhz: 40,
        powerDbm: 20,
        distanceMetres: bridgeMetres ?? 200,
        maxClients: 2,
        peerLock: true,
        vlans: 'all',
      },
    ];
  });
