import {
  listBandsOn,
  listRadiosOn,
  getCountry,
  isFiveGhz,
  getSecret,
  type RadioSetting,
  type WifiPolicy,
  type WifiSecurity,
  type WirelessConfig,
} from '@northlight/contract';
import type {
  Band,
  Capabilities,
  ConfigRadio,
  ConfigSecurity,
  ConfigWireless,
  ConfigWlan,
} from '@northlight/contract/device-protocol';
import { avoidRadar, type DeviceRadar } from './avoid-radar.ts';

const NO_RADAR: DeviceRadar = { finds: [], now: 0 };

/** Properties of a device on which its wireless configuration depends. */
export interface WirelessTarget {
  readonly id: string;
  readonly caps: Pick<Capabilities, 'features' | 'radios'>;
}

/**
 * Returns the wireless configuration of a device: the enabled policies that apply to it, its radio settings
 * and the blacklist; undefined for a device without Wi-Fi. `config` contains secrets, and `projectCountry` is that
 * of the project. Channels with radar are replaced.
 */
export function buildDesiredWireless(
  device: WirelessTarget,
  config: WirelessConfig,
  timeZone: string,
  projectCountry?: string,
  radar: DeviceRadar = NO_RADAR,
): ConfigWireless | undefined {
  if (!device.caps.features.includes('wifi')) return undefined;
  const country = getCountry(
    device.id,
    config,
    projectCountry === undefined ? {} : { country: projectCountry },
  );
  const radiosOn = listRadiosOn({ id: device.id, radios: device.caps.radios }, config.radios);
  const wlans = config.policies
    .filter(({ enabled }) => enabled)
    .flatMap((policy) => buildWlans(policy, { id: device.id, radios: radiosOn }));
  return {
    wlans: assignNames(wlans),
    radios: device.caps.radios.map(({ band, id }) => {
      const set = config.radios.find(({ deviceId, radioId }) => deviceId === device.id && radioId === id);
      return avoidRadar(buildRadio(id, set), { band, country, fallbacks: set?.fallbacks }, radar);
    }),
    ...(country !== undefined && { country }),
    timeZone,
    blacklist: config.blacklist.map(({ mac }) => mac),
  };
}

/** Returns the radio settings. A radio without settings gets explicit automatic values, so that removed settings are reset. */
function buildRadio(id: string, set: RadioSetting | undefined): ConfigRadio {
  const { channel = 'auto', powerDbm = 'auto', widthMhz = 'auto' } = set ?? {};
  return { id, channel, widthMhz, powerDbm };
}

interface NamedWlan {
  readonly policy: string;
  readonly wlan: Omit<ConfigWlan, 'name'>;
}

/** Returns one SSID, or two when the policy has a separate SSID for 5 GHz. */
function buildWlans(policy: WifiPolicy, device: Parameters<typeof listBandsOn>[1]): NamedWlan[] {
  const bands = listBandsOn(policy, device);
  const security = buildSecurity(policy);
  // Does not broadcast a policy whose secret is missing, so that a fault never opens a network.
  if (!security || bands.length === 0) return [];
  const { ssid, ssid5g } = policy;
  if (ssid5g === undefined) return [{ policy: policy.name, wlan: buildWlan(policy, ssid, bands, security) }];
  const [low, high] = [bands.filter((band) => !isFiveGhz(band)), bands.filter(isFiveGhz)];
  return [
    ...(low.length > 0 ? [{ policy: policy.name, wlan: buildWlan(policy, ssid, low, security) }] : []),
    ...(high.length > 0 ? [{ policy: policy.name, wlan: buildWlan(policy, ssid5g, high, security) }] : []),
  ];
}

function buildWlan(
  { accessThresholdDbm, dhcp, downKbps, guest, hidden, maxClients, shutdowns, upKbps, vlanId }: WifiPolicy,
  ssid: string,
  bands: Band[],
  security: ConfigSecurity,
): Omit<ConfigWlan, 'name'> {
  return {
    ssid,
    hidden,
    bands,
    security,
    maxClients,
    ...(vlanId !== undefined && { vlanId }),
    isolated: guest,
    ...(upKbps !== undefined && { upKbps }),
    ...(downKbps !== undefined && { downKbps }),
    dhcp,
    shutdowns,
    ...(accessThresholdDbm !== undefined && { accessThresholdDbm }),
  };
}

function buildSecurity(policy: Pick<WifiPolicy, 'security'>): ConfigSecurity | undefined {
  const security: WifiSecurity = policy.security;
  if (security.mode === 'open') return { mode: 'open' };
  const secret = getSecret(policy);
  if (secret === undefined) return undefined;
  const { ciphers, keyUpdateSeconds } = security;
  if (!('radius' in security)) return { mode: security.mode, ciphers, key: secret, keyUpdateSeconds };
  const { ip, port } = security.radius;
  return { mode: security.mode, ciphers, radius: { ip, port, secret }, keyUpdateSeconds };
}

/** Names each WLAN after its policy; adds the band to the name of a policy's second WLAN. */
function assignNames(wlans: readonly NamedWlan[]): ConfigWlan[] {
  const taken = new Set(wlans.map(({ policy }) => policy));
  const seen = new Set<string>();
  return wlans.map(({ policy, wlan }) => {
    let name = policy;
    if (seen.has(policy)) while (taken.has(name)) name = `${name} 5G`;
    taken.add(name);
    seen.add(policy);
    return { name, ...wlan };
  });
}
