import { checkWireless } from '../rules.ts';
import type { WirelessRuleScope } from '../rules-scope.ts';
import { EMPTY_WIRELESS, type WifiPolicy, type WirelessConfig, type WirelessDevice } from '../schema.ts';

const device = (id: string, ...bands: WirelessDevice['radios'][number]['band'][]): WirelessDevice => ({
  id,
  name: id.toUpperCase(),
  model: 'NL-AP6C',
  radios: bands.map((band, index) => ({ id: `radio${index}`, band, maxPowerDbm: band === '2.4G' ? 26 : 29 })),
});
export const AP1 = device('ap1', '2.4G', '5G');
export const AP2 = device('ap2', '2.4G', '5G');
export const TRI_BAND_AP = device('tri', '2.4G', '5G-1', '5G-2');
export const CPE = device('cpe', '5G');
export const WLAN: WirelessRuleScope = {
  netMode: 0,
  devices: [AP1, AP2, TRI_BAND_AP, CPE],
  hasGateway: true,
  vlans: [{ id: 20 }, { id: 30 }],
};
export const MESH: WirelessRuleScope = { ...WLAN, netMode: 1 };

const POLICY: WifiPolicy = {
  id: 'staff',
  name: 'Staff',
  enabled: true,
  ssid: 'Staff',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'open' },
  maxClients: 1,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: ['ap1'],
};
let made = 0;
export const createPolicy = (values: Partial<WifiPolicy>): WifiPolicy => {
  made += 1;
  return { ...POLICY, id: `p${made}`, name: `Policy ${made}`, ssid: `Name ${made}`, ...values };
};
export const createPolicies = (count: number, values: Partial<WifiPolicy>): WifiPolicy[] =>
  Array.from({ length: count }, () => createPolicy(values));
export const createPsk = (
  key: string | undefined,
  mode: 'wpa2-psk' | 'wpa3-sae' | 'wpa3-sae-wpa2-psk' | 'wpa-psk' = 'wpa2-psk',
) =>
  ({
    mode,
    ciphers: ['AES'],
    keyUpdateSeconds: 0,
    ...(key !== undefined && { key }),
  }) as WifiPolicy['security'];
export const RAW_WPA_KEY = 'a'.repeat(64);

export const findBroken = (values: Partial<WirelessConfig>, scope: WirelessRuleScope = WLAN): string[] =>
  checkWireless({ ...EMPTY_WIRELESS, ...values }, scope).map(
    ({ path, error }) => `${path.replace('wireless.', '')} ${error}`,
  );
