import {
  type InsideNetwork,
  type Lan,
  lan,
  LAN_VLAN_ID,
  type NetworkConfig,
  type NetworkScope,
} from '@northlight/contract';
import { findItemErrors, mapToFields } from '../../item-errors.ts';
import { omitItem, replaceItem } from '../../../draft/index.ts';
import { type DhcpValues, findDhcpErrors, replacePool, toDhcpValues } from './dhcp-values.ts';
import { findPool } from './network-rows.ts';

export type LanValues = Record<string, unknown> & Lan & DhcpValues;

const NEW_LAN: Lan = { ip: '', prefix: 24 };

export function toLanValues(own: Lan | undefined, config: NetworkConfig): LanValues {
  const values = own ?? NEW_LAN;
  return { ...values, ...toDhcpValues(config, toNetwork(values)) };
}

export const toLan = ({ ip, prefix }: LanValues): Lan => ({ ip: ip.trim(), prefix });

const toNetwork = ({ ip, prefix }: Lan): Omit<InsideNetwork, 'title'> => ({
  id: LAN_VLAN_ID,
  name: 'LAN',
  ip,
  prefix,
});

/** Returns the configuration with the form's values for the LAN and its DHCP pool. */
export function applyLanValues(config: NetworkConfig, values: LanValues): NetworkConfig {
  const next = toLan(values);
  return replacePool(replaceItem(config, 'lan', next, 'lan'), toNetwork(next), values);
}

/** Removes the LAN's settings with its DHCP pool. */
export function omitLan(config: NetworkConfig): NetworkConfig {
  const pool = findPool(config, LAN_VLAN_ID);
  const rest = omitItem(config, 'lan', 'lan');
  return pool ? omitItem(rest, 'dhcpPools', pool.name) : rest;
}

export function findLanErrors(
  values: LanValues,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> {
  const next = toLan(values);
  const errors = mapToFields(
    findItemErrors({ list: 'lan', next, replaced: 'lan', schema: lan }, config, scope),
    (path) => path || 'ip',
  );
  // Stops before the rules of the range, which need a valid network.
  if (Object.keys(errors).length > 0) return errors;
  return findDhcpErrors(replaceItem(config, 'lan', next, 'lan'), toNetwork(next), values, scope);
}
