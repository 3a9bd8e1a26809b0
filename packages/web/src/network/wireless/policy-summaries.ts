import { formatPlural } from '../../kit/format/index.ts';
import type { PolicyValues } from './policy-values.ts';

/** Form fields of each folded section, by the name that an error has. */
export const CLIENT_FIELDS = ['maxClients', 'vlanId', 'dhcp', 'guest', 'upMbps', 'downMbps'];
export const DEVICE_FIELDS = ['devices', 'everywhere'];
export const SHUTDOWN_FIELDS = ['shutdowns'];

/** Describes the values of *Clients and network*: `Up to 32, VLAN 20, guests, 10/50 Mbit/s`. */
export function describeClients({ downMbps, guest, maxClients, upMbps, vlanId }: PolicyValues): string {
  const hasLimit = upMbps !== '' || downMbps !== '';
  return [
    maxClients === '' ? undefined : `up to ${maxClients}`,
    vlanId === '' ? 'no VLAN' : `VLAN ${vlanId}`,
    guest ? 'guests' : undefined,
    hasLimit ? `${upMbps || '–'}/${downMbps || '–'} Mbit/s` : 'no limit',
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

export const describeDevices = ({ devices, everywhere }: PolicyValues): string =>
  everywhere ? 'All devices' : formatPlural(devices.length, 'device');

export const describeShutdowns = ({ shutdowns }: PolicyValues): string =>
  shutdowns.length === 0 ? 'None' : formatPlural(shutdowns.length, 'period');
