import {
  type DeviceDetail,
  type NetworkConfig,
  type NetworkScope,
  findVlanReferences,
  type Vlan,
  vlan as vlanSchema,
  type WifiPolicy,
} from '@northlight/contract';
import { formatVlanList, parseVlanList, PORT_VLAN_LIMITS } from '@northlight/contract/net';
import { findItemErrors, mapToFields } from '../../item-errors.ts';
import { omitItem, replaceItem } from '../../../draft/index.ts';
import {
  changeNetwork,
  type DhcpValues,
  findDhcpErrors,
  replacePool,
  supportsDhcp,
  toDhcpValues,
} from './dhcp-values.ts';

export interface VlanValues extends DhcpValues, Record<string, unknown> {
  /** VLAN ID; for new VLANs also a list such as `20,30,40-43`. */
  readonly id: string;
  readonly name: string;
  readonly ip: string;
  readonly prefix: number;
  readonly ports: string[];
  readonly taggedPorts: string[];
}

const STEP = 10;
const DEFAULT_PREFIX = 24;
const OCTET = 256;

/**
 * Returns the values of a new VLAN. Its ID is the next free multiple of 10. Its address and DHCP range are
 * derived from the ID.
 */
export function createVlanValues(config: NetworkConfig, scope: NetworkScope): VlanValues {
  const taken = new Set(config.vlans.map(({ id }) => id));
  let id = Math.max(STEP, Math.ceil(scope.limits.vlanMin / STEP) * STEP);
  while (taken.has(id) && id < scope.limits.vlanMax) id += STEP;
  const network = { id, name: '', ip: deriveAddress(id, config), prefix: DEFAULT_PREFIX };
  return {
    ...network,
    id: String(id),
    ports: [],
    taggedPorts: [],
    ...toDhcpValues(config, network),
    dhcp: supportsDhcp(scope),
  };
}

export const toVlanValues = (vlan: Vlan, config: NetworkConfig): VlanValues => ({
  ...vlan,
  id: String(vlan.id),
  ports: [...vlan.ports],
  taggedPorts: [...(vlan.taggedPorts ?? [])],
  ...toDhcpValues(config, vlan),
});

const parseId = (id: string): number => (id.trim() === '' ? Number.NaN : Number(id));

export function toVlan({ id, ip, name, ports, prefix, taggedPorts }: VlanValues): Vlan {
  return {
    id: parseId(id),
    name,
    ip,
    prefix,
    ports,
    ...(taggedPorts.length > 0 && { taggedPorts }),
  };
}

/** Applies a new ID. If the address was made from the old ID, makes a new address. */
export function changeId(values: VlanValues, id: string, config: NetworkConfig): VlanValues {
  const next = { ...values, id };
  const isDerived = values.ip === deriveAddress(parseId(values.id), config);
  return isDerived && isVlanId(parseId(id))
    ? changeNetwork(next, { ip: deriveAddress(parseId(id), config) })
    : next;
}

/**
 * Returns the VLANs of a list of 2 to 100 IDs, with names and addresses made from the IDs. Returns undefined
 * for a single ID and for a list with an error.
 */
export function toVlans(
  { id, taggedPorts }: VlanValues,
  config: NetworkConfig,
  scope: NetworkScope,
): readonly Vlan[] | undefined {
  const ids = parseIds(id, scope);
  if (!ids.ok || ids.value.length < 2) return undefined;
  return ids.value.map((each) => ({
    id: each,
    name: `VLAN ${each}`,
    ip: deriveAddress(each, config),
    prefix: DEFAULT_PREFIX,
    ports: [],
    ...(taggedPorts.length > 0 && { taggedPorts }),
  }));
}

const isVlanId = (id: number): boolean =>
  Number.isInteger(id) && id >= PORT_VLAN_LIMITS.min && id <= PORT_VLAN_LIMITS.max;

/**
 * Returns an address with the ID as third octet below VLAN 256, in the scheme of the other VLANs or in 192.168.0.0/16;
 * otherwise 10.x.y.1 with both bytes of the ID, so that no two IDs share a /24.
 */
function deriveAddress(id: number, { vlans }: NetworkConfig): string {
  if (id >= OCTET) return `10.${Math.floor(id / OCTET)}.${id % OCTET}.1`;
  const model = vlans.find((vlan) => vlan.ip.endsWith(`.${vlan.id}.1`))?.ip.split('.') ?? ['192', '168'];
  return `${model[0]}.${model[1]}.${id}.1`;
}

const parseIds = (text: string, { limits }: NetworkScope) =>
  parseVlanList(text, { min: limits.vlanMin, max: limits.vlanMax });

export const addVlans = (config: NetworkConfig, vlans: readonly Vlan[]): NetworkConfig => ({
  ...config,
  vlans: [...config.vlans, ...vlans],
});

/** Adds the VLANs of a list, each with a DHCP pool of the suggested range if `dhcp` is true. */
export const addVlanList = (config: NetworkConfig, vlans: readonly Vlan[], dhcp: boolean): NetworkConfig =>
  vlans.reduce(
    (all, vlan) => replacePool(all, vlan, { ...toDhcpValues(all, vlan), dhcp }),
    addVlans(config, vlans),
  );

/** Returns the configuration with the form's values for the VLAN, its ports and its DHCP pool. */
export function applyVlanValues(
  config: NetworkConfig,
  values: VlanValues,
  replaced: number | undefined,
): NetworkConfig {
  const next = toVlan(values);
  return replacePool(replaceVlan(releasePorts(config, next, replaced), next, replaced), next, values);
}

/**
 * Removes ports from other VLANs in which they are untagged, because a port can be untagged in only one VLAN.
 */
function releasePorts(config: NetworkConfig, { ports }: Vlan, own: number | undefined): NetworkConfig {
  const isFree = (port: string): boolean => !ports.includes(port);
  return {
    ...config,
    vlans: config.vlans.map((vlan) =>
      vlan.id === own || vlan.ports.every(isFree) ? vlan : { ...vlan, ports: vlan.ports.filter(isFree) },
    ),
  };
}

/** Returns true if no client can join the VLAN: neither a port of the gateway nor a Wi-Fi policy uses it. */
export const isVlanUnused = (
  { ports, taggedPorts }: Pick<VlanValues, 'ports' | 'taggedPorts'>,
  { lanPorts }: NetworkScope,
  policies: readonly WifiPolicy[],
): boolean => lanPorts.length > 0 && ports.length === 0 && taggedPorts.length === 0 && policies.length === 0;

/** Adds or replaces a VLAN; pools and policies of a replaced VLAN get its new ID. */
export function replaceVlan(config: NetworkConfig, next: Vlan, replaced: number | undefined): NetworkConfig {
  const changed = replaceItem(config, 'vlans', next, replaced === undefined ? undefined : String(replaced));
  return {
    ...changed,
    dhcpPools: config.dhcpPools.map((pool) =>
      pool.vlanId === replaced ? { ...pool, vlanId: next.id } : pool,
    ),
    ...(config.wireless && {
      wireless: {
        ...config.wireless,
        policies: config.wireless.policies.map((policy) =>
          // Excludes an undefined `replaced`, which would match policies without a VLAN.
          replaced !== undefined && policy.vlanId === replaced ? { ...policy, vlanId: next.id } : policy,
        ),
      },
    }),
  };
}

/** Removes the VLAN and the settings that refer to it. */
export function omitVlan(config: NetworkConfig, vlan: Vlan): NetworkConfig {
  return findVlanReferences(config, vlan).reduce(
    (rest, { kind, name }) => omitItem(rest, kind, name),
    omitItem(config, 'vlans', String(vlan.id)),
  );
}

/** Returns the error messages by form field. */
export function findVlanErrors(
  values: VlanValues,
  replaced: number | undefined,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> {
  if (replaced !== undefined) return findOwnErrors(values, replaced, config, scope);
  const ids = parseIds(values.id, scope);
  if (!ids.ok) {
    const single = /[,-]/.test(values.id) ? {} : findOwnErrors(values, undefined, config, scope);
    return { ...single, id: single['id'] ?? ids.reason };
  }
  const vlans = toVlans(values, config, scope);
  return vlans
    ? findListErrors(vlans, values.dhcp, config, scope)
    : findOwnErrors(values, undefined, config, scope);
}

function findOwnErrors(
  values: VlanValues,
  replaced: number | undefined,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> {
  const next = toVlan(values);
  const before = releasePorts(config, next, replaced);
  const errors = findErrors(next, replaced, before, scope);
  // Stops before the rules of the range, which need a valid network.
  if (Object.keys(errors).length > 0) return errors;
  return findDhcpErrors(replaceVlan(before, next, replaced), next, values, scope);
}

/**
 * Checks the VLANs of a list one after another, each with the VLANs before it. The message of the first error
 * names all VLANs that have it.
 */
function findListErrors(
  vlans: readonly Vlan[],
  dhcp: boolean,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> {
  const free = Math.max(0, scope.limits.vlans - config.vlans.length);
  if (vlans.length > free)
    return {
      id: `The limit is ${scope.limits.vlans} VLANs. You can add ${free} more, but the list has ${vlans.length}.`,
    };
  const freePools = Math.max(0, scope.limits.dhcpPools - config.dhcpPools.length);
  if (dhcp && vlans.length > freePools)
    return {
      dhcp: `The limit is ${scope.limits.dhcpPools} DHCP pools. You can add ${freePools} more, but the list has ${vlans.length} VLANs.`,
    };
  const found: Record<string, { readonly message: string; readonly ids: number[] }> = {};
  let before = config;
  for (const vlan of vlans) {
    for (const [path, message] of Object.entries(findErrors(vlan, undefined, before, scope))) {
      const field = path === 'taggedPorts' ? path : 'id';
      found[field] ??= { message, ids: [] };
      if (found[field].message === message && !found[field].ids.includes(vlan.id))
        found[field].ids.push(vlan.id);
    }
    before = addVlans(before, [vlan]);
  }
  return Object.fromEntries(
    Object.entries(found).map(([field, { ids, message }]) => [
      field,
      field === 'id' ? `VLAN ${formatVlanList(ids)}: ${message}` : message,
    ]),
  );
}

const findErrors = (
  next: Vlan,
  replaced: number | undefined,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> =>
  mapToFields(
    findItemErrors(
      {
        list: 'vlans',
        next,
        replaced: replaced === undefined ? undefined : String(replaced),
        schema: vlanSchema,
      },
      config,
      scope,
    ),
    (path) => path.split('.')[0] || 'id',
  );

/** Returns the LAN ports at which the gateway reports a neighbour: a switch or an access point. */
export const listPortsToDevices = (
  reported: DeviceDetail['ports'],
  lanPorts: NetworkScope['lanPorts'],
): string[] =>
  reported
    .filter(({ id, neighbour }) => neighbour !== undefined && lanPorts.some((port) => port.id === id))
    .map(({ id }) => id);
