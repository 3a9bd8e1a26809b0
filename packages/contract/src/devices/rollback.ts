import { isOpenWifi } from './authorities.ts';

/**
 * Returns true if a device undoes a configuration with which it cannot reach the cloud. OpenWiFi devices do not:
 * their protocol has no confirmation. Their own uplink and management address change only with the name of the project.
 */
export const canRollBack = ({ sn }: { readonly sn: string }): boolean => !isOpenWifi(sn);

export const ROLLS_BACK = 'If it cannot reach the cloud afterwards, it rolls back automatically.';
export const CANNOT_ROLL_BACK =
  'It cannot roll back: if it cannot reach the cloud afterwards, a person on site is needed.';
