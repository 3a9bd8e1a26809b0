import {
  type DhcpPool,
  dhcpPool,
  type InsideNetwork,
  type NetworkConfig,
  type NetworkScope,
} from '@northlight/contract';
import { DHCP_POOL_NAME_MAX, normalizeName } from '@northlight/contract/net';
import { findItemErrors, mapToFields } from '../../item-errors.ts';
import { omitItem, replaceItem } from '../../../draft/index.ts';
import { findPool } from './network-rows.ts';
import { DEFAULT_LEASE_MINUTES, suggestRange } from '../dhcp/pool-form-values.ts';

/** Form values for the DHCP pool of a network: the switch and the range. */
export interface DhcpValues {
  readonly dhcp: boolean;
  readonly start: string;
  readonly end: string;
}

type Network = Pick<InsideNetwork, 'id' | 'ip' | 'name' | 'prefix'>;
type NetworkAddress = Pick<Network, 'ip' | 'prefix'>;

/**
 * Returns whether the gateway supports a DHCP server; true without a gateway, because settings can be made
 * before one is added.
 */
export const supportsDhcp = ({ device, features }: NetworkScope): boolean =>
  device === undefined || features.includes('dhcp');

export function toDhcpValues(config: NetworkConfig, network: Network): DhcpValues {
  const pool = findPool(config, network.id);
  return pool ? { dhcp: true, start: pool.start, end: pool.end } : { dhcp: false, ...suggestRange(network) };
}

/**
 * Applies a new address and mask. If the range was the suggestion for the old network, suggests a new range.
 */
export function changeNetwork<V extends DhcpValues & NetworkAddress>(
  values: V,
  next: Partial<NetworkAddress>,
): V {
  const suggested = suggestRange(values);
  const isSuggested = values.start === suggested.start && values.end === suggested.end;
  const moved = { ...values, ...next };
  return isSuggested ? { ...moved, ...suggestRange(moved) } : moved;
}

/** Adds, changes or removes the pool of a network that the configuration contains. */
export function replacePool(config: NetworkConfig, network: Network, values: DhcpValues): NetworkConfig {
  const before = findPool(config, network.id);
  if (values.dhcp) return replaceItem(config, 'dhcpPools', buildPool(config, network, values), before?.name);
  return before ? omitItem(config, 'dhcpPools', before.name) : config;
}

function buildPool(config: NetworkConfig, network: Network, { end, start }: DhcpValues): DhcpPool {
  const range = { start: start.trim(), end: end.trim() };
  const before = findPool(config, network.id);
  if (before) return { ...before, ...range };
  const name = choosePoolName(config, network);
  return { name, vlanId: network.id, ...range, dns: [], leaseMinutes: DEFAULT_LEASE_MINUTES };
}

/**
 * Returns an unused pool name made from the network's name; it contains only digits, letters and underscores.
 */
export function choosePoolName(
  { dhcpPools }: NetworkConfig,
  { id, name }: Pick<Network, 'id' | 'name'>,
): string {
  const taken = new Set(dhcpPools.map((pool) => normalizeName(pool.name)));
  const plain = name
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, DHCP_POOL_NAME_MAX);
  const candidates = [plain, `VLAN_${id}`].filter((each) => each !== '');
  for (let count = 2; ; count++) {
    const free = candidates.find((each) => !taken.has(normalizeName(each)));
    if (free !== undefined) return free;
    const suffix = `_${count}`;
    candidates.push(`VLAN_${id}${suffix}`);
  }
}

/** Returns the errors of the range by form field; `dhcp` contains the errors of the whole pool. */
export function findDhcpErrors(
  config: NetworkConfig,
  network: Network,
  values: DhcpValues,
  scope: NetworkScope,
): Record<string, string> {
  if (!values.dhcp) return {};
  const next = buildPool(config, network, values);
  const replaced = findPool(config, network.id)?.name;
  return mapToFields(
    findItemErrors({ list: 'dhcpPools', next, replaced, schema: dhcpPool }, config, scope),
    (path) => (path === 'start' || path === 'end' ? path : 'dhcp'),
  );
}
