import {
  checkGatewayConfig,
  type GatewayConfig,
  type GatewayScope,
  type Vlan,
  vlan as vlanSchema,
} from '@northlight/contract';
import { zodErrors } from '../kit/form/zod-errors.ts';

export interface VlanValues extends Record<string, unknown> {
  readonly id: number | '';
  readonly name: string;
  readonly ip: string;
  readonly prefix: number;
  readonly ports: string[];
}

const STEP = 10;
const DEFAULT_PREFIX = 24;

/** A new VLAN starts with the next free ID, and the network of that number. */
export function newVlanValues(config: GatewayConfig, scope: GatewayScope): VlanValues {
  const taken = new Set(config.vlans.map(({ id }) => id));
  let id = Math.max(STEP, Math.ceil(scope.limits.vlanMin / STEP) * STEP);
  while (taken.has(id) && id < scope.limits.vlanMax) id += STEP;
  return { id, name: '', ip: id < 256 ? `192.168.${id}.1` : '', prefix: DEFAULT_PREFIX, ports: [] };
}

export function vlanOf(values: VlanValues): Vlan {
  return { ...values, id: values.id === '' ? Number.NaN : values.id };
}

/** The configuration with one VLAN added, or put in the place of another; pools follow a changed ID. */
export function withVlan(config: GatewayConfig, next: Vlan, replaced: number | undefined): GatewayConfig {
  if (replaced === undefined) return { ...config, vlans: [...config.vlans, next] };
  return {
    ...config,
    vlans: config.vlans.map((each) => (each.id === replaced ? next : each)),
    dhcpPools: config.dhcpPools.map((pool) =>
      pool.vlanId === replaced ? { ...pool, vlanId: next.id } : pool,
    ),
  };
}

/** The VLAN and the pools that would hang in the air without it. */
export function withoutVlan(config: GatewayConfig, id: number): GatewayConfig {
  return {
    ...config,
    vlans: config.vlans.filter((each) => each.id !== id),
    dhcpPools: config.dhcpPools.filter(({ vlanId }) => vlanId !== id),
  };
}

/** What is wrong with the form, in the words of the rules that the server holds it to as well. */
export function vlanErrors(
  values: VlanValues,
  replaced: number | undefined,
  config: GatewayConfig,
  scope: GatewayScope,
): Record<string, string> {
  const next = vlanOf(values);
  const errors = zodErrors(vlanSchema, next);
  if (Object.keys(errors).length > 0) return errors;
  // Last in the list, every clash is reported on it and not on its neighbour.
  const others = config.vlans.filter(({ id }) => id !== replaced);
  const found = checkGatewayConfig({ vlans: [...others, next], dhcpPools: [] }, scope);
  for (const { path, message } of found) {
    const [list, index, field] = path.split('.');
    if (list === 'vlans' && (index === undefined || Number(index) === others.length))
      errors[field ?? 'id'] ??= message;
  }
  return errors;
}
