import { CONFIRM_SECONDS, getConfirmSeconds } from '../device-protocol/index.ts';
import { isOpenWifi } from './authorities.ts';

/**
 * Returns true if a device undoes a configuration with which it cannot reach the cloud. OpenWiFi devices do not:
 * their protocol has no confirmation. Their own uplink and management address change only with the name of the project.
 */
export const canRollBack = ({ sn }: { readonly sn: string }): boolean => !isOpenWifi(sn);

const ROLLS_BACK = 'If it cannot reach the cloud afterwards, it rolls back automatically.';
const CANNOT_ROLL_BACK =
  'It cannot roll back: if it cannot reach the cloud afterwards, a person on site is needed.';

/** Describes the consequences of another address of a device: the time of the change, if it is long, and its end. */
export function describeAddressChange(device: { readonly kind: string; readonly sn: string }): string {
  const seconds = getConfirmSeconds(device.kind);
  const duration = seconds > CONFIRM_SECONDS ? `The change takes about ${seconds / 60} min. ` : '';
  return `${duration}${canRollBack(device) ? ROLLS_BACK : CANNOT_ROLL_BACK}`;
}
