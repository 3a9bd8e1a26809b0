import { ACCOUNT_ERRORS } from './error-catalogue-accounts.ts';
import { DEVICE_ERRORS } from './error-catalogue-devices.ts';
import type { Catalogue, CatalogueGroup } from './error-catalogue-entry.ts';
import { GENERAL_ERRORS } from './error-catalogue-general.ts';
import { NETWORK_ERRORS } from './error-catalogue-network.ts';
import { WIRELESS_ERRORS } from './error-catalogue-wireless.ts';

export type { CatalogueEntry, CatalogueGroup } from './error-catalogue-entry.ts';

/** All codes of specification §8 that have a meaning of their own, by name. */
export const ERRORS = {
  ...GENERAL_ERRORS,
  ...ACCOUNT_ERRORS,
  ...DEVICE_ERRORS,
  ...NETWORK_ERRORS,
  ...WIRELESS_ERRORS,
} as const satisfies Catalogue;

export type ErrorName = keyof typeof ERRORS;

/**
 * Codes that specification §8 defines only by group. An entry of `ERRORS` takes precedence over a group that
 * contains its code.
 */
export const ERROR_GROUPS: readonly CatalogueGroup[] = [
  {
    name: 'networkConflict',
    ranges: [
      [96, 127],
      [179, 182],
      [200, 208],
      [713, 740],
      [901, 917],
      [1100, 1147],
    ],
    message: 'The network settings conflict with each other. Change one of them.',
  },
  {
    name: 'thirdPartyBinding',
    ranges: [
      [138, 139],
      [142, 142],
      [152, 152],
      [158, 163],
    ],
    message: 'The third-party account could not be connected. Try again.',
  },
  {
    name: 'projectOrDevice',
    ranges: [
      [67, 67],
      [87, 87],
      [140, 140],
      [147, 147],
      [149, 149],
      [153, 154],
      [166, 167],
    ],
    message: 'The project or device does not allow this operation. Choose another one.',
  },
  {
    name: 'remoteManagement',
    ranges: [[320, 326]],
    message: 'Remote management of the device failed. Try again.',
  },
  { name: 'files', ranges: [[258, 260]], message: 'The file could not be stored. Try again.' },
  {
    name: 'wifiLimit',
    ranges: [[2003, 2008]],
    message: 'A limit of the Wi-Fi is exceeded. Reduce the number of policies or clients.',
  },
  {
    name: 'transferOrOptimization',
    ranges: [[2101, 2105]],
    message: 'A limit of transfers or of RF optimization is reached. Try again later.',
  },
  {
    name: 'disk',
    ranges: [[3000, 3002]],
    message: 'The disk could not be formatted. Check the disk and try again.',
  },
  { name: 'loginCode', ranges: [[3101, 3103]], message: 'The sign-in code is not valid. Scan a new one.' },
];
