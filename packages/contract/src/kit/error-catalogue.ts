import { ACCOUNT_ERRORS } from './error-catalogue-accounts.ts';
import { DEVICE_ERRORS } from './error-catalogue-devices.ts';
import type { Catalogue, CatalogueGroup } from './error-catalogue-entry.ts';
import { GENERAL_ERRORS } from './error-catalogue-general.ts';
import { NETWORK_ERRORS } from './error-catalogue-network.ts';
import { WIRELESS_ERRORS } from './error-catalogue-wireless.ts';

export type { CatalogueEntry, CatalogueGroup } from './error-catalogue-entry.ts';

/** All codes of specification §8 with their own meaning, by name. */
export const ERRORS = {
  ...GENERAL_ERRORS,
  ...ACCOUNT_ERRORS,
  ...DEVICE_ERRORS,
  ...NETWORK_ERRORS,
  ...WIRELESS_ERRORS,
} as const satisfies Catalogue;

export type ErrorName = keyof typeof ERRORS;

/** Codes that specification §8 defines by group only; a single code takes precedence over its group. */
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
    message: 'The network settings conflict with each other.',
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
    message: 'The project or device does not allow this operation.',
  },
  {
    name: 'remoteManagement',
    ranges: [[320, 326]],
    message: 'Remote management of the device failed. Try again.',
  },
  { name: 'files', ranges: [[258, 260]], message: 'The file could not be stored.' },
  { name: 'wifiLimit', ranges: [[2003, 2008]], message: 'The limits of the Wi-Fi are exceeded.' },
  {
    name: 'transferOrOptimization',
    ranges: [[2101, 2105]],
    message: 'The limits of transfer or optimization are exceeded.',
  },
  { name: 'disk', ranges: [[3000, 3002]], message: 'The disk could not be formatted.' },
  { name: 'loginCode', ranges: [[3101, 3103]], message: 'The sign-in code is not valid. Scan a new one.' },
];
