import { type Catalogue, entry } from './error-catalogue-entry.ts';

/** Wireless policies, radios and RF optimization. */
export const WIRELESS_ERRORS = {
  ssidExists: entry(24, 422, 'domain', 'The SSID already exists.'),
  wirelessInUse: entry(26, 409, 'domain', 'The wireless policy is in use.'),
  rfRunning: entry(27, 409, 'domain', 'RF optimization is running.'),
  rfTooFewDevices: entry(34, 409, 'domain', 'Unable to optimize with fewer than 2 online devices'),
  wirelessLimit: entry(40, 409, 'domain', 'At most 32 wireless policies are possible.'),
  radioTimeRule: entry(59, 422, 'domain', 'The shutdown periods of the radio are not valid.'),
  wlanSsidConflict: entry(88, 422, 'domain', 'The SSID conflicts with one of the WLAN.'),
  meshSsidConflict: entry(89, 422, 'domain', 'The SSID conflicts with one of the mesh network.'),
  rfSchedule: entry(90, 422, 'domain', 'The schedule of the RF optimization is not valid.'),
  maxClientsInvalid: entry(91, 422, 'domain', 'The maximum number of clients is not allowed.'),
  projectSsidFew: entry(92, 409, 'domain', 'The project has no room for another SSID.'),
  bandSsidConflict: entry(93, 422, 'domain', 'The 2.4G and 5G names must differ.'),
  deviceSsidFew: entry(135, 409, 'domain', 'The device has too little room for the SSIDs.'),
  deviceSsidFull: entry(136, 409, 'domain', 'The device has no room for another SSID.'),
  wifiConflict: entry(414, 409, 'domain', 'The Wi-Fi settings conflict with each other.'),
  bandClientLimit: entry(2003, 422, 'domain', 'At most 128 clients per band are possible.'),
  globalPolicyLimit: entry(2004, 409, 'domain', 'At most 7 wireless policies can be on all devices at once.'),
  devicePolicyLimit: entry(2005, 409, 'domain', 'At most 30 wireless policies can be on one device.'),
  guestPolicyLimit: entry(2006, 409, 'domain', 'A mesh project has at most one guest policy.'),
  rfBusy: entry(2104, 409, 'domain', 'RF optimization is already running in this project.'),
} as const satisfies Catalogue;
