import { type Band, BANDS } from '../../device-protocol/capabilities.ts';
import type { WifiPolicy, WirelessDevice } from './schema.ts';

export const isFiveGhz = (band: Band): boolean => band !== '2.4G';

/** What the policy is called on a band. */
export const ssidOn = ({ ssid, ssid5g }: Pick<WifiPolicy, 'ssid' | 'ssid5g'>, band: Band): string =>
  isFiveGhz(band) ? (ssid5g ?? ssid) : ssid;

export const isOnDevice = ({ devices }: Pick<WifiPolicy, 'devices'>, deviceId: string): boolean =>
  devices === 'all' || devices.includes(deviceId);

/** Bands of radios that a policy reaches: 5G is also both halves of a device that has two. */
export const reachedBands = ({ bands }: Pick<WifiPolicy, 'bands'>): Band[] =>
  BANDS.filter((band) => bands.includes(band) || (isFiveGhz(band) && bands.includes('5G')));

/** Bands of the device that have the policy, whether it is enabled or not. */
export function bandsOn(
  policy: Pick<WifiPolicy, 'bands' | 'devices'>,
  device: Pick<WirelessDevice, 'id' | 'radios'>,
): Band[] {
  if (!isOnDevice(policy, device.id)) return [];
  return reachedBands(policy).filter((band) => device.radios.some((radio) => radio.band === band));
}

/** Whether some device may have both, now or when it joins. */
export function devicesOverlap(
  one: Pick<WifiPolicy, 'devices'>,
  other: Pick<WifiPolicy, 'devices'>,
): boolean {
  const [a, b] = [one.devices, other.devices];
  if (a === 'all' || b === 'all') return true;
  const known = new Set(a);
  return b.some((id) => known.has(id));
}
