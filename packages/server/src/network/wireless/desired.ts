import {
  bandsOn,
  countryOf,
  isFiveGhz,
  secretOf,
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

/** A device as far as its air asks. */
export interface WirelessTarget {
  readonly id: string;
  readonly caps: Pick<Capabilities, 'features' | 'radios'>;
}

/**
 * What a device with radios broadcasts: the enabled policies that apply to it, how its radios are set, whom they keep
 * out. `config` brings its secrets; the country is the project's. Undefined for a device without Wi-Fi.
 */
export function wirelessFor(
  device: WirelessTarget,
  config: WirelessConfig,
  timeZone: string,
  projectCountry?: string,
): ConfigWireless | undefined {
  if (!device.caps.features.includes('wifi')) return undefined;
  const country = countryOf(
    device.id,
    config,
    projectCountry === undefined ? {} : { country: projectCountry },
  );
  const wlans = config.policies.filter(({ enabled }) => enabled).flatMap((policy) => wlansOf(policy, device));
  return {
    wlans: withNames(wlans),
    radios: device.caps.radios.map(({ id }) => radioOf(id, device.id, config)),
    ...(country !== undefined && { country }),
    timeZone,
    blacklist: config.blacklist.map(({ mac }) => mac),
  };
}

/** A radio that nobody has set finds everything by itself: said aloud, so that a setting that is taken back is gone. */
function radioOf(id: string, deviceId: string, { radios }: WirelessConfig): ConfigRadio {
  const set = radios.find((radio) => radio.deviceId === deviceId && radio.radioId === id);
  const { channel = 'auto', powerDbm = 'auto', widthMhz = 'auto' } = set ?? {};
  return { id, channel, widthMhz, powerDbm };
}

interface NamedAlike {
  readonly policy: string;
  readonly wlan: Omit<ConfigWlan, 'name'>;
}

/** One SSID, or two when the policy has a name of its own on 5 GHz. */
function wlansOf(policy: WifiPolicy, device: WirelessTarget): NamedAlike[] {
  const bands = bandsOn(policy, { id: device.id, radios: device.caps.radios });
  const security = securityFor(policy);
  // Without its secret a policy stays off the air: nobody gets in by a mistake of ours.
  if (!security || bands.length === 0) return [];
  const { ssid, ssid5g } = policy;
  if (ssid5g === undefined) return [{ policy: policy.name, wlan: wlan(policy, ssid, bands, security) }];
  const [low, high] = [bands.filter((band) => !isFiveGhz(band)), bands.filter(isFiveGhz)];
  return [
    ...(low.length > 0 ? [{ policy: policy.name, wlan: wlan(policy, ssid, low, security) }] : []),
    ...(high.length > 0 ? [{ policy: policy.name, wlan: wlan(policy, ssid5g, high, security) }] : []),
  ];
}

function wlan(
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

function securityFor(policy: Pick<WifiPolicy, 'security'>): ConfigSecurity | undefined {
  const security: WifiSecurity = policy.security;
  if (security.mode === 'open') return { mode: 'open' };
  const secret = secretOf(policy);
  if (secret === undefined) return undefined;
  const { ciphers, keyUpdateSeconds } = security;
  if (!('radius' in security)) return { mode: security.mode, ciphers, key: secret, keyUpdateSeconds };
  const { ip, port } = security.radius;
  return { mode: security.mode, ciphers, radius: { ip, port, secret }, keyUpdateSeconds };
}

/** The policy's name, unique in the document: the second half of a policy is told by its band. */
function withNames(wlans: readonly NamedAlike[]): ConfigWlan[] {
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
