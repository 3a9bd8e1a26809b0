import {
  type NetworkConfig,
  type NetworkScope,
  findVlanReferences,
  type Vlan,
  vlan as vlanSchema,
} from '@northlight/contract';
import { findItemErrors, mapToFields } from '../item-errors.ts';
import { replaceItem, omitItem } from '../staged-lists.ts';

export interface VlanValues extends Record<string, unknown> {
  readonly id: number | '';
  readonly name: string;
  readonly ip: string;
  readonly prefix: number;
  readonly ports: string[];
  readonly taggedPorts: string[];
}

const STEP = 10;
const DEFAULT_PREFIX = 24;

/** Returns the values of a new VLAN: the next free multiple of 10 as ID and 192.168.ID.1 as address. */
export function createVlanValues(config: NetworkConfig, scope: NetworkScope): VlanValues {
  const taken = new Set(config.vlans.map(({ id }) => id));
  let id = Math.max(STEP, Math.ceil(scope.limits.vlanMin / STEP) * STEP);
  while (taken.has(id) && id < scope.limits.vlanMax) id += STEP;
  return {
    id,
    name: '',
    ip: id < 256 ? `192.168.${id}.1` : '',
    prefix: DEFAULT_PREFIX,
    ports: [],
    taggedPorts: [],
  };
}

export const toVlanValues = (vlan: Vlan): VlanValues => ({
  ...vlan,
  ports: [...vlan.ports],
  taggedPorts: [...(vlan.taggedPorts ?? [])],
});

export function toVlan({ id, taggedPorts, ...rest }: VlanValues): Vlan {
  return { ...rest, id: id === '' ? Number.NaN : id, ...(taggedPorts.length > 0 && { taggedPorts }) };
}

/** Adds a VLAN or replaces one; pools and policies follow a changed ID. */
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
          // A policy without a VLAN must not match an undefined `replaced`.
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

/** Returns the errors by form field. */
export const findVlanErrors = (
  values: VlanValues,
  replaced: number | undefined,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> =>
  mapToFields(
    findItemErrors(
      {
        list: 'vlans',
        next: toVlan(values),
        replaced: replaced === undefined ? undefined : String(replaced),
        schema: vlanSchema,
      },
      config,
      scope,
    ),
    (path) => path.split('.')[0] || 'id',
  );
