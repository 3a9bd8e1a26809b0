import {
  checkGatewayConfig,
  type DhcpPool,
  dhcpPool,
  type GatewayConfig,
  type GatewayScope,
  type Vlan,
} from '@northlight/contract';
import {
  broadcastOf,
  formatIpv4,
  LEASE_CHOICES_MINUTES,
  networkOf,
  parseIpv4,
} from '@northlight/contract/net';
import { zodErrors } from '../kit/form/zod-errors.ts';

export interface PoolValues extends Record<string, unknown> {
  readonly name: string;
  readonly vlanId: string;
  readonly start: string;
  readonly end: string;
  readonly dns1: string;
  readonly dns2: string;
  /** A choice in minutes, or `custom`. */
  readonly lease: string;
  readonly customMinutes: number | '';
}

export const CUSTOM = 'custom';
const DEFAULT_LEASE = '720';
const FIRST_HOST = 99;
const MOST_HOSTS = 101;

export function poolValues(pool: DhcpPool): PoolValues {
  const choice = LEASE_CHOICES_MINUTES.some((minutes) => minutes === pool.leaseMinutes);
  return {
    name: pool.name,
    vlanId: String(pool.vlanId),
    start: pool.start,
    end: pool.end,
    dns1: pool.dns[0] ?? '',
    dns2: pool.dns[1] ?? '',
    lease: choice ? String(pool.leaseMinutes) : CUSTOM,
    customMinutes: choice ? '' : pool.leaseMinutes,
  };
}

/** A new pool is for the first VLAN that has none. */
export function newPoolValues(config: GatewayConfig): PoolValues {
  const free = config.vlans.find(({ id }) => !config.dhcpPools.some(({ vlanId }) => vlanId === id));
  return {
    name: '',
    vlanId: free ? String(free.id) : '',
    ...suggestedRange(free),
    dns1: '',
    dns2: '',
    lease: DEFAULT_LEASE,
    customMinutes: '',
  };
}

/** The hundred addresses from .100 on, or the upper half of a smaller network. */
export function suggestedRange(vlan: Vlan | undefined): { start: string; end: string } {
  const own = vlan && parseIpv4(vlan.ip);
  if (!vlan || own === undefined) return { start: '', end: '' };
  const first = networkOf(own, vlan.prefix) + 1;
  const last = broadcastOf(own, vlan.prefix) - 1;
  const hosts = last - first + 1;
  const start = hosts > FIRST_HOST + MOST_HOSTS ? first + FIRST_HOST : first + Math.floor(hosts / 2);
  const end = Math.min(last, start + MOST_HOSTS - 1);
  if (own >= start && own <= end)
    return { start: formatIpv4(own + 1), end: formatIpv4(Math.max(own + 2, end)) };
  return { start: formatIpv4(start), end: formatIpv4(end) };
}

export function poolOf(values: PoolValues): DhcpPool {
  return {
    name: values.name,
    vlanId: values.vlanId === '' ? Number.NaN : Number(values.vlanId),
    start: values.start.trim(),
    end: values.end.trim(),
    dns: [values.dns1.trim(), values.dns2.trim()].filter((address) => address !== ''),
    leaseMinutes:
      values.lease === CUSTOM
        ? values.customMinutes === ''
          ? Number.NaN
          : values.customMinutes
        : Number(values.lease),
  };
}

/** Names of the pool's own paths → fields of the form. */
const FIELD_OF: Readonly<Record<string, string>> = {
  'dns.0': 'dns1',
  'dns.1': 'dns2',
  dns: 'dns2',
  leaseMinutes: 'customMinutes',
};

export function poolErrors(
  values: PoolValues,
  replaced: string | undefined,
  config: GatewayConfig,
  scope: GatewayScope,
): Record<string, string> {
  const next = poolOf(values);
  const errors: Record<string, string> = {};
  const schemaErrors = zodErrors(dhcpPool, next);
  for (const [path, message] of Object.entries(schemaErrors)) errors[FIELD_OF[path] ?? path] ??= message;
  if (Object.keys(errors).length > 0) return errors;
  const others = config.dhcpPools.filter(({ name }) => name !== replaced);
  const found = checkGatewayConfig(
    { vlans: config.vlans, dhcpPools: [...others, next] },
    { limits: scope.limits, lanPorts: [], wanPorts: [] },
  );
  for (const { path, message } of found) {
    const [list, index, ...rest] = path.split('.');
    if (list !== 'dhcpPools' || (index !== undefined && Number(index) !== others.length)) continue;
    const field = rest.join('.') || 'name';
    errors[FIELD_OF[field] ?? field] ??= message;
  }
  return errors;
}

export function withPool(config: GatewayConfig, next: DhcpPool, replaced: string | undefined): GatewayConfig {
  if (replaced === undefined) return { ...config, dhcpPools: [...config.dhcpPools, next] };
  return { ...config, dhcpPools: config.dhcpPools.map((each) => (each.name === replaced ? next : each)) };
}
