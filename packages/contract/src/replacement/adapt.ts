import type { Adaption, BackupPart } from '../backups/index.ts';
import type { Capabilities } from '../device-protocol/capabilities.ts';
import type { SettingsScope } from '../device-settings/index.ts';
import { type DeviceRole, isGatewayRole } from '../devices/index.ts';
import type { RuleViolation } from '../kit/violation.ts';
import type { GatewayConfig } from '../network/gateway/index.ts';
import {
  checkNetworkConfig,
  type NetworkConfig,
  type NetworkRuleScope,
  type ProjectContent,
} from '../network/index.ts';
import {
  checkCountries,
  checkRadios,
  listBandsOn,
  type RadioSetting,
  type WirelessConfig,
  type WirelessRuleScope,
} from '../network/wireless/index.ts';
import { adaptSettings, NO_PORT } from './adapt-settings.ts';
import { matchPorts, matchRadios } from './match-hardware.ts';

/** A device whose hardware is replaced. */
export interface ReplacedDevice {
  readonly id: string;
  readonly role: DeviceRole;
  /** Capabilities of the present hardware. */
  readonly from: Capabilities;
  readonly to: Capabilities;
}

/** Facts of a project with the new hardware. */
export interface AdaptionScope {
  readonly network: NetworkRuleScope;
  readonly settings: Omit<SettingsScope, 'caps'>;
}

export interface AdaptedContent {
  readonly content: ProjectContent;
  readonly adaptions: readonly Adaption[];
}

/**
 * Returns the configuration of a project for a device whose hardware is replaced: ports and radios with the ids of their
 * counterparts, and without what the new hardware does not support.
 */
export function adaptContent(
  { config, devices }: ProjectContent,
  device: ReplacedDevice,
  scope: AdaptionScope,
): AdaptedContent {
  const network = isGatewayRole(device.role)
    ? adaptGateway(config, device)
    : { value: config, adaptions: [] };
  const wireless =
    network.value.wireless &&
    adaptWireless(network.value.wireless, device, {
      ...scope.network.wireless,
      vlans: network.value.vlans,
    });
  const own = devices.find(({ deviceId }) => deviceId === device.id);
  const settings = own && adaptSettings(own.settings, device.from, { ...scope.settings, caps: device.to });
  return {
    content: {
      config: wireless ? { ...network.value, wireless: wireless.value } : network.value,
      devices: devices.map((each) =>
        each === own && settings ? { ...each, settings: settings.value } : each,
      ),
    },
    adaptions: [network, wireless, settings].flatMap((part) => part?.adaptions ?? []),
  };
}

/**
 * Returns the rules that a configuration breaks with the new hardware only, such as more VLANs than it supports. `before` is
 * the present configuration with the present hardware.
 */
export function findNewViolations(
  before: { readonly config: NetworkConfig; readonly scope: NetworkRuleScope },
  after: { readonly config: NetworkConfig; readonly scope: NetworkRuleScope },
): RuleViolation[] {
  const known = new Set(
    checkNetworkConfig(before.config, before.scope, before.config).map(({ message }) => message),
  );
  return checkNetworkConfig(after.config, after.scope, after.config).filter(
    ({ message }) => !known.has(message),
  );
}

interface Adapted<Value> {
  readonly value: Value;
  readonly adaptions: readonly Adaption[];
}

/** Moves the ports of internet connections and VLANs to their counterparts. */
function adaptGateway<Config extends GatewayConfig>(
  config: Config,
  { from, to }: Pick<ReplacedDevice, 'from' | 'to'>,
): Adapted<Config> {
  const pairs = matchPorts(from, to);
  const label = (id: string) => from.ports.find((port) => port.id === id)?.label ?? id;
  const adaptions: Adaption[] = [];
  const move = (ids: readonly string[], item: string): string[] =>
    ids.flatMap((id) => {
      const counterpart = pairs.get(id);
      if (counterpart !== undefined) return [counterpart];
      adaptions.push({
        part: 'vlans',
        item,
        outcome: 'adapted',
        reason: `${label(id)}: the new model has no such port.`,
      });
      return [];
    });
  const vlans = config.vlans.map(({ ports, taggedPorts, ...vlan }) => ({
    ...vlan,
    ports: move(ports, `VLAN ${vlan.id}`),
    ...(taggedPorts && { taggedPorts: move(taggedPorts, `VLAN ${vlan.id}`) }),
  }));
  const wan = config.wan?.flatMap((each) => {
    const port = pairs.get(each.port);
    if (port !== undefined) return [{ ...each, port }];
    adaptions.push({
      part: 'internet',
      item: `Internet on ${label(each.port)}`,
      outcome: 'skipped',
      reason: NO_PORT,
    });
    return [];
  });
  return { value: { ...config, vlans, ...(wan && { wan }) }, adaptions };
}

function adaptWireless(
  config: WirelessConfig,
  device: ReplacedDevice,
  scope: WirelessRuleScope,
): Adapted<WirelessConfig> {
  const { from, id, to } = device;
  const pairs = matchRadios(from, to);
  const adaptions: Adaption[] = [];
  const label = (radioId: string) =>
    `Radio ${from.radios.find((radio) => radio.id === radioId)?.band ?? radioId}`;
  const drop = (part: BackupPart, item: string, reason: string): [] => {
    adaptions.push({ part, item, outcome: 'skipped', reason });
    return [];
  };
  const radios = config.radios.flatMap((radio) => {
    if (radio.deviceId !== id) return [radio];
    const radioId = pairs.get(radio.radioId);
    return radioId === undefined
      ? drop('radios', label(radio.radioId), 'The new model has no such radio.')
      : [{ ...radio, radioId }];
  });
  const policies = config.policies.map((policy) => {
    const { bands, devices } = policy;
    if (devices === 'all' || !devices.includes(id)) return policy;
    if (bands.length === 0 || listBandsOn(policy, { id, radios: to.radios }).length > 0) return policy;
    drop('policies', `Wi-Fi network ${policy.name}`, 'The new model has no radio for its bands.');
    return { ...policy, devices: devices.filter((each) => each !== id) };
  });
  const moved = { ...config, radios, policies };
  const loosened = loosenRadios(moved, id, scope);
  const unknown = new Map(
    checkCountries(loosened.value, scope).map(
      ({ message, path }) => [Number(path.split('.')[2]), message] as const,
    ),
  );
  const countries = loosened.value.countries.flatMap((country, index) => {
    const reason = unknown.get(index);
    return country.deviceId === id && reason !== undefined ? drop('radios', 'Country', reason) : [country];
  });
  return { value: { ...loosened.value, countries }, adaptions: [...adaptions, ...loosened.adaptions] };
}

/** Fields of a radio by the last member of a violation's path. */
const AUTOMATIC = ['channel', 'widthMhz', 'powerDbm'] as const satisfies readonly (keyof RadioSetting)[];

/** Makes the settings of a device's radios automatic that the new hardware does not support. */
function loosenRadios(
  config: WirelessConfig,
  deviceId: string,
  scope: WirelessRuleScope,
): Adapted<WirelessConfig> {
  const adaptions: Adaption[] = [];
  let value = config;
  for (const field of AUTOMATIC) {
    const broken = new Map(
      checkRadios(value, scope)
        .filter(({ path }) => path.endsWith(`.${field}`))
        .map(({ message, path }) => [Number(path.split('.')[2]), message] as const),
    );
    const radios = value.radios.map((radio, index) => {
      const reason = broken.get(index);
      if (radio.deviceId !== deviceId || reason === undefined) return radio;
      const band = scope.devices
        .find(({ id }) => id === deviceId)
        ?.radios.find(({ id }) => id === radio.radioId)?.band;
      adaptions.push({
        part: 'radios',
        item: `Radio ${band ?? radio.radioId}`,
        outcome: 'adapted',
        reason: `${reason} It is automatic now.`,
      });
      const { fallbacks: _channels, ...others } = radio;
      return field === 'channel'
        ? { ...others, channel: 'auto' as const }
        : { ...radio, [field]: 'auto' as const };
    });
    value = { ...value, radios };
  }
  return { value, adaptions };
}
