import {
  type DhcpPool,
  dhcpPool,
  type NetworkConfig,
  type NetworkScope,
  type Reservation,
  type Vlan,
  listInsideNetworks,
} from '@northlight/contract';
import {
  getBroadcastAddress,
  formatIpv4,
  LEASE_CHOICES_MINUTES,
  getNetworkAddress,
  parseIpv4,
  parseMac,
} from '@northlight/contract/net';
import { findItemErrors, mapToFields } from '../../item-errors.ts';

export interface PoolValues extends Record<string, unknown> {
  readonly name: string;
  readonly vlanId: string;
  readonly start: string;
  readonly end: string;
  readonly dns1: string;
  readonly dns2: string;
  /** Lease time in minutes from the list of choices, or `custom`. */
  readonly lease: string;
  readonly customMinutes: number | '';
  readonly reservations: ReservationValues[];
}

export interface ReservationValues {
  readonly ip: string;
  readonly mac: string;
  readonly name: string;
}

export const EMPTY_RESERVATION: ReservationValues = { ip: '', mac: '', name: '' };

export const CUSTOM = 'custom';
/** Lease time of a new pool: 12 h. */
export const DEFAULT_LEASE_MINUTES = 720;
const FIRST_HOST_OFFSET = 99;
const POOL_SIZE = 101;

export function toPoolValues(pool: DhcpPool): PoolValues {
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
    reservations: (pool.reservations ?? []).map(({ ip, mac, name = '' }) => ({ ip, mac, name })),
  };
}

/** Returns the values of a new pool, for the first VLAN without a pool. */
export function createPoolValues(config: NetworkConfig): PoolValues {
  const free = listInsideNetworks(config).find(
    ({ id }) => !config.dhcpPools.some(({ vlanId }) => vlanId === id),
  );
  return {
    name: '',
    vlanId: free ? String(free.id) : '',
    ...suggestRange(free),
    dns1: '',
    dns2: '',
    lease: String(DEFAULT_LEASE_MINUTES),
    customMinutes: '',
    reservations: [],
  };
}

/** Suggests the 101 addresses from .100 on, or the upper half of a smaller network. */
export function suggestRange(vlan: Pick<Vlan, 'ip' | 'prefix'> | undefined): {
  start: string;
  end: string;
} {
  const own = vlan && parseIpv4(vlan.ip);
  if (!vlan || own === undefined) return { start: '', end: '' };
  const first = getNetworkAddress(own, vlan.prefix) + 1;
  const last = getBroadcastAddress(own, vlan.prefix) - 1;
  const hosts = last - first + 1;
  const start =
    hosts > FIRST_HOST_OFFSET + POOL_SIZE ? first + FIRST_HOST_OFFSET : first + Math.floor(hosts / 2);
  const end = Math.min(last, start + POOL_SIZE - 1);
  if (own >= start && own <= end)
    return { start: formatIpv4(own + 1), end: formatIpv4(Math.max(own + 2, end)) };
  return { start: formatIpv4(start), end: formatIpv4(end) };
}

export function toPool(values: PoolValues): DhcpPool {
  const reservations = values.reservations.map(toReservation);
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
    ...(reservations.length > 0 && { reservations }),
  };
}

/** Normalizes the MAC address; keeps an invalid one for the error message. */
function toReservation({ ip, mac, name }: ReservationValues): Reservation {
  const parsed = parseMac(mac);
  return {
    ip: ip.trim(),
    mac: parsed ?? mac.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
  };
}

/** Form fields by the path of an error inside a pool. */
const FIELD_OF: Readonly<Record<string, string>> = {
  'dns.0': 'dns1',
  'dns.1': 'dns2',
  dns: 'dns2',
  leaseMinutes: 'customMinutes',
  '': 'name',
};

export const findPoolErrors = (
  values: PoolValues,
  replaced: string | undefined,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> =>
  mapToFields(
    findItemErrors({ list: 'dhcpPools', next: toPool(values), replaced, schema: dhcpPool }, config, scope),
    (path) => FIELD_OF[path] ?? path,
  );
