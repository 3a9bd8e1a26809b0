import { type Catalogue, entry } from './error-catalogue-entry.ts';

/**
 * Errors of wireless policies, radios and RF optimization. docs/decisions/0090 explains the split of the
 * codes.
 */
export const WIRELESS_ERRORS = {
  ssidExists: entry(24, 422, 'domain', 'The SSID already exists. Enter a different one.'),
  wirelessInUse: entry(26, 409, 'domain', 'A wireless policy uses the VLAN. Change the policy first.'),
  rfRunning: entry(27, 409, 'domain', 'RF optimization is running. Try again when it has finished.'),
  rfTooFewDevices: entry(34, 409, 'domain', 'Unable to optimize with fewer than 2 online devices'),
  wirelessLimit: entry(40, 409, 'domain', 'The limit of 32 wireless policies is reached. Remove one first.'),
  radioTimeRule: entry(59, 422, 'domain', 'The shutdown periods are not valid. Correct them.'),
  wlanSsidConflict: entry(88, 422, 'domain', 'Another policy uses the 5 GHz SSID. Enter a different one.'),
  meshSsidConflict: entry(
    89,
    422,
    'domain',
    'Another policy of the mesh network uses the 5 GHz SSID. Enter a different one.',
  ),
  radioSettings: entry(90, 422, 'domain', 'The settings of the radio are not valid. Correct them.'),
  maxClientsInvalid: entry(
    91,
    422,
    'domain',
    'The maximum number of clients is not allowed. Enter a different number.',
  ),
  meshNeedsPolicy: entry(
    92,
    409,
    'domain',
    'A mesh network needs an enabled wireless policy. Add or enable one.',
  ),
  bandSsidConflict: entry(
    93,
    422,
    'domain',
    'The SSIDs for 2.4 GHz and 5 GHz are the same. Change one of them.',
  ),
  deviceWithoutBand: entry(
    135,
    409,
    'domain',
    'The device has no radio on a band of the wireless policy. Choose another device or band.',
  ),
  deviceSsidFull: entry(
    136,
    409,
    'domain',
    'The limit of SSIDs of the radio is reached. Remove a policy from it first.',
  ),
  wifiConflict: entry(414, 409, 'domain', 'The Wi-Fi settings conflict with each other. Change one of them.'),
  bandClientLimit: entry(
    2003,
    422,
    'domain',
    'The limit of 128 clients per band is exceeded. Enter a smaller number.',
  ),
  globalPolicyLimit: entry(
    2004,
    409,
    'domain',
    'The limit of 7 wireless policies for all devices is reached. Change or remove one first.',
  ),
  devicePolicyLimit: entry(
    2005,
    409,
    'domain',
    'The limit of 30 wireless policies for one device is reached. Change or remove one first.',
  ),
  guestPolicyLimit: entry(
    2006,
    409,
    'domain',
    'The limit of 1 guest policy in a mesh project is reached. Change or remove one first.',
  ),
  meshGlobalPolicyLimit: entry(
    2007,
    409,
    'domain',
    'The limit of 7 wireless policies for all devices of a mesh project is reached. Change or remove one first.',
  ),
  meshDevicePolicyLimit: entry(
    2008,
    409,
    'domain',
    'The limit of 30 wireless policies for one device of a mesh project is reached. Change or remove one first.',
  ),
  rfBusy: entry(
    2104,
    409,
    'domain',
    'RF optimization is already running in this project. Try again when it has finished.',
  ),
} as const satisfies Catalogue;
