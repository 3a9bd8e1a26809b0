import type { Band } from '@northlight/contract/device-protocol';

/** Bands by their names in the uCentral protocol. */
export const BANDS_BY_NAME: Readonly<Record<string, Band>> = {
  '2G': '2.4G',
  '5G': '5G',
  '5G-lower': '5G-1',
  '5G-upper': '5G-2',
};
