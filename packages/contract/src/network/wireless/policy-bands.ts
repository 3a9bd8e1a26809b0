import { type Band, BANDS } from '../../device-protocol/capabilities.ts';
import type { WifiPolicy, WirelessConfig, WirelessDevice } from './schema.ts';

export const isFiveGhz = (band: Band): boolean => band !== '2.4G';

export const getSsidOn = ({ ssid, ssid5g }: Pick<WifiPolicy, 'ssid' | 'ssid5g'>, band: Band): string =>
  isFiveGhz(band) ? (ssid5g ?? ssid) : ssid;

export const isOnDevice = ({ devices }: Pick<WifiPolicy, 'devices'>, deviceId: string): boolean =>
  devices === 'all' || devices.includes(deviceId);

/** Lists the radio bands of a policy. `5G` includes both radios of a device with two 5 GHz radios. */
export const listReachedBands = ({ bands }: Pick<WifiPolicy, 'bands'>): Band[] =>
  BANDS.filter((band) => bands.includes(band) || (isFiveGhz(band) && bands.includes('5G')));

/** Lists the bands of a device that the policy applies to, even if the policy is disabled. */
export function listBandsOn(
  policy: Pick<WifiPolicy, 'bands' | 'devices'>,
  device: Pick<WirelessDevice, 'id' | 'radios'>,
): Band[] {
  if (!isOnDevice(policy, device.id)) return [];
  return listReachedBands(policy).filter((band) => device.radios.some((radio) => radio.band === band));
}

/** Lists the radios of a device that are not turned off. */
export const listRadiosOn = <Radio extends { readonly id: string }>(
  { id, radios }: { readonly id: string; readonly radios: readonly Radio[] },
  settings: WirelessConfig['radios'],
): Radio[] =>
  radios.filter(
    (radio) => !settings.some(({ deviceId, off, radioId }) => off && deviceId === id && radioId === radio.id),
  );

/** Returns true if both policies can apply to the same current or future device. */
export function doDevicesOverlap(
  one: Pick<WifiPolicy, 'devices'>,
  other: Pick<WifiPolicy, 'devices'>,
): boolean {
  const [a, b] = [one.devices, other.devices];
  if (a === 'all' || b === 'all') return true;
  const known = new Set(a);
  return b.some((id) => known.has(id));
}
