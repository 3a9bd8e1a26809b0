import { formatDbm, formatPlural } from '../../../kit/format/index.ts';
import type { PolicyValues } from './policy-values.ts';

/** Form fields of each folded section, by the name that an error has. */
export const CLIENT_FIELDS = ['maxClients', 'dhcp', 'upMbps', 'downMbps'];
export const DEVICE_FIELDS = ['devices', 'everywhere'];
export const SHUTDOWN_FIELDS = ['shutdowns'];
export const ADVANCED_FIELDS = [
  'cipher',
  'keyUpdateSeconds',
  'hasSecondName',
  'ssid5g',
  'hidden',
  'thresholdDbm',
];

/** Describes the values of *Client limits and addresses*: `Up to 32 clients per radio, 10/50 Mbit/s`. */
export function describeClients({ downMbps, maxClients, upMbps }: PolicyValues): string {
  const hasLimit = upMbps !== '' || downMbps !== '';
  return [
    maxClients === '' ? undefined : `Up to ${formatPlural(maxClients, 'client')} per radio`,
    hasLimit ? `${upMbps || '–'}/${downMbps || '–'} Mbit/s` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

export const describeDevices = ({ devices, everywhere }: PolicyValues): string =>
  everywhere ? 'All devices' : formatPlural(devices.length, 'device');

export const describeShutdowns = ({ shutdowns }: PolicyValues): string =>
  shutdowns.length === 0 ? 'None' : formatPlural(shutdowns.length, 'period');

/** Describes the values of *Advanced* that differ from those of a new policy: `Hidden, 5 GHz SSID Lobby 5`. */
export function describeAdvanced({ hasSecondName, hidden, ssid5g, thresholdDbm }: PolicyValues): string {
  const parts = [
    hidden ? 'hidden' : undefined,
    hasSecondName ? `5 GHz SSID ${ssid5g}` : undefined,
    thresholdDbm === '' ? undefined : `from ${formatDbm(thresholdDbm)}`,
  ].filter((part) => part !== undefined);
  return parts.join(', ') || 'Default';
}
