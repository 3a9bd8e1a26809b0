import { type Catalogue, entry } from './error-catalogue-entry.ts';

const OFFLINE = 'The device is offline. Try again when it is online.';
const LOCAL = 'The device is in local management mode. Switch it to cloud management first.';
const UNSUPPORTED =
  "The device's software version does not support this operation. Upgrade the device first.";
const TOO_LARGE = 'The file is larger than 10 MB. Choose a smaller one.';

/** Errors of projects, devices, commands and files. */
export const DEVICE_ERRORS = {
  projectId: entry(30, 400, 'caller', 'The project ID is not valid. Check it.'),
  deviceOffline: entry(36, 409, 'domain', OFFLINE),
  unsupportedVersion: entry(37, 409, 'domain', UNSUPPORTED),
  terminalNumber: entry(47, 422, 'domain', 'The number of clients is not allowed. Enter a different number.'),
  bridgeDistance: entry(50, 422, 'domain', 'The bridge distance is not allowed. Enter a different distance.'),
  projectNameExists: entry(67, 422, 'domain', 'The project name already exists. Enter a different one.'),
  upgrading: entry(71, 409, 'domain', 'The device is upgrading. Try again when it is online.'),
  projectInvalid: entry(
    73,
    404,
    'caller',
    'The project is not available to this account. Choose another project.',
  ),
  projectExpired: entry(
    74,
    403,
    'caller',
    'Your access to this project has expired. Ask its owner for more time.',
  ),
  localManagement: entry(76, 409, 'domain', LOCAL),
  unsupportedFeature: entry(85, 409, 'domain', UNSUPPORTED),
  deviceRestarting: entry(87, 409, 'domain', 'The device is restarting. Try again when it is online.'),
  deviceOfflineConfigure: entry(94, 409, 'domain', OFFLINE),
  deviceOfflineMaintain: entry(95, 409, 'domain', OFFLINE),
  localManagementRefusal: entry(133, 409, 'domain', LOCAL),
  claimRefused: entry(
    140,
    422,
    'caller',
    'The serial number and the claim code do not match, or the device is already claimed. Check both.',
  ),
  deviceOfflineQuery: entry(143, 409, 'domain', OFFLINE),
  deviceNameExists: entry(147, 422, 'domain', 'The device name already exists. Enter a different one.'),
  serialNumberExists: entry(149, 422, 'domain', 'The serial number already exists. Enter a different one.'),
  deviceUnknown: entry(
    153,
    404,
    'caller',
    'The device does not exist in this project. Reload the list of devices.',
  ),
  importTooLong: entry(154, 422, 'caller', 'The list has more than 500 devices. Split it.'),
  netModeMismatch: entry(
    166,
    409,
    'domain',
    'The device does not fit the network mode of the project. Add it to a project of the other mode.',
  ),
  deviceBusy: entry(
    167,
    409,
    'domain',
    'Another operation on the device is still running. Try again when it has finished.',
  ),
  imageTooLarge: entry(251, 413, 'caller', TOO_LARGE),
  storageFull: entry(258, 503, 'ours', 'The storage for files is full. Delete some files first.'),
  fileMissing: entry(259, 404, 'caller', 'The file no longer exists. Upload it again.'),
  fileRefused: entry(260, 422, 'caller', 'The file could not be read. Choose another one.'),
  remoteFailed: entry(320, 503, 'domain', 'Remote management of the device failed. Try again.'),
  remoteSignInTimeout: entry(321, 409, 'domain', 'The sign-in at the device timed out. Try again.'),
  remoteBusy: entry(322, 409, 'domain', 'The page of the device is already open. Close it first.'),
  remoteEnded: entry(323, 409, 'domain', 'Remote management of the device has ended. Open it again.'),
  remoteOffline: entry(324, 409, 'domain', OFFLINE),
  remoteUnavailable: entry(
    325,
    409,
    'domain',
    'Remote management needs its own host name. Ask the operator of this installation to set one.',
  ),
  partlyOffline: entry(
    407,
    200,
    'domain',
    'The job failed on some devices. Check them, then retry the failed devices.',
  ),
  deviceDeleted: entry(410, 404, 'caller', 'The device was deleted. Reload the list of devices.'),
  fileTooLarge: entry(413, 413, 'caller', TOO_LARGE),
  demoProject: entry(914, 403, 'caller', 'This operation is not available in demo projects.'),
  experienceDailyLimit: entry(
    1160,
    429,
    'domain',
    'You have created 5 demo projects within 24 h. Try again tomorrow.',
  ),
  experienceExists: entry(
    1161,
    409,
    'domain',
    'You already have a demo project of this kind. Open it, or delete it first.',
  ),
  deviceLimit: entry(
    1162,
    409,
    'domain',
    'The project has the maximum number of devices of this kind. Remove one first, or use another project.',
  ),
  planPages: entry(2105, 422, 'caller', 'The floor plan has more than 15 pages. Choose a smaller one.'),
  diskFormatting: entry(
    3000,
    409,
    'domain',
    'The disk is being formatted. Try again when the formatting has finished.',
  ),
  diskFormatFailed: entry(
    3001,
    409,
    'domain',
    'The disk could not be formatted. Check the disk and try again.',
  ),
  diskMissing: entry(3002, 409, 'domain', 'The device has no disk to format. Insert one first.'),
  timeBeforeProject: entry(
    715,
    422,
    'caller',
    'The project did not exist at this time. Choose a later time.',
  ),
} as const satisfies Catalogue;
