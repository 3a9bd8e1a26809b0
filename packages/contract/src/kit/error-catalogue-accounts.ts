import { type Catalogue, entry } from './error-catalogue-entry.ts';

const WRONG_SIGN_IN = 'Wrong account or password. Check both.';
const COMPANY_ONCE =
  'The company name or location was changed less than 1 year ago. Try again 1 year after that change.';

/** Errors of accounts, sessions, verification codes, sharing and transfer. */
export const ACCOUNT_ERRORS = {
  wrongAccountOrPassword: entry(4, 401, 'caller', WRONG_SIGN_IN),
  wrongPassword: entry(6, 401, 'caller', WRONG_SIGN_IN),
  notSignedIn: entry(9, 401, 'caller', 'Sign in to continue.'),
  sessionEnded: entry(10, 401, 'caller', 'The session has ended. Sign in again.'),
  wrongCode: entry(12, 422, 'caller', 'Wrong verification code. Check it, or request a new one.'),
  accountExists: entry(13, 409, 'domain', 'The account already exists. Sign in, or reset its password.'),
  companyNameChanged: entry(
    14,
    409,
    'domain',
    'The company name was changed less than 1 year ago. Try again 1 year after that change.',
  ),
  companyLocationChanged: entry(
    15,
    409,
    'domain',
    'The company location was changed less than 1 year ago. Try again 1 year after that change.',
  ),
  alreadyShared: entry(
    21,
    409,
    'domain',
    'The project is already shared with this account in the same way. Change the permission or the validity.',
  ),
  shareAccountUnknown: entry(
    22,
    404,
    'caller',
    'The account to share with does not exist. Check the e-mail address or mobile number.',
  ),
  pointsNotEnough: entry(23, 409, 'domain', 'There are not enough points. Add points first.'),
  shareToSelf: entry(
    28,
    422,
    'caller',
    'You cannot share a project with yourself or transfer it to yourself. Enter another account.',
  ),
  shareRefused: entry(44, 409, 'domain', 'The project could not be shared. Try again.'),
  codeHourLimit: entry(51, 429, 'caller', 'Too many codes were requested within 1 h. Try again later.'),
  codeDayLimit: entry(52, 429, 'caller', 'Too many codes were requested within 24 h. Try again tomorrow.'),
  codeMinuteLimit: entry(53, 429, 'caller', 'A code was sent less than 1 min ago. Try again in 1 min.'),
  shareReadLimit: entry(61, 409, 'domain', 'The limit of read-only shares is reached. End one first.'),
  shareWriteLimit: entry(62, 409, 'domain', 'The limit of read-write shares is reached. End one first.'),
  shareOverwrites: entry(
    63,
    409,
    'domain',
    'The account already has a share of this project. Confirm that the new share replaces it.',
  ),
  inviteExpired: entry(64, 409, 'domain', 'The invitation has expired. Ask the owner for a new one.'),
  companyChanged: entry(65, 409, 'domain', COMPANY_ONCE),
  signedInElsewhere: entry(69, 401, 'caller', 'The account signed in elsewhere. Sign in again.'),
  passwordModified: entry(70, 401, 'caller', 'The password was changed. Sign in again.'),
  codeAttempts: entry(75, 429, 'caller', 'Too many wrong codes. Request a new one.'),
  tooManyFailures: entry(80, 429, 'caller', 'Too many failed attempts. Try again in 30 min.'),
  wrongOldPassword: entry(100, 422, 'caller', 'The current password is wrong. Enter it again.'),
  bindingFailed: entry(138, 409, 'domain', 'The account could not be connected. Start again.'),
  bindingExists: entry(
    139,
    409,
    'domain',
    'The third-party account is already connected to another account. Disconnect it there first.',
  ),
  bindingMissing: entry(142, 404, 'caller', 'The third-party account is not connected. Connect it first.'),
  bindingRefused: entry(152, 401, 'caller', 'The third-party sign-in was refused. Try again.'),
  readOnly: entry(173, 403, 'caller', 'The device is in the read-only share mode'),
  shareGone: entry(188, 404, 'caller', 'The share no longer exists. Reload the page.'),
  sharePending: entry(
    406,
    409,
    'domain',
    'A share or transfer of this project is still open. Withdraw it first.',
  ),
  readOnlyShare: entry(916, 403, 'caller', 'The device is in the read-only share mode'),
  transferPending: entry(
    2101,
    409,
    'domain',
    'A transfer of this project is already open. Withdraw it first.',
  ),
  transferInvalid: entry(
    2102,
    409,
    'domain',
    'The transfer is no longer valid. Ask the owner for a new one.',
  ),
  transferNotOwner: entry(
    2103,
    403,
    'caller',
    'Only the owner can transfer the project. Ask its owner to transfer it.',
  ),
  loginCodeInvalid: entry(3101, 401, 'caller', 'The sign-in code is not valid. Scan a new one.'),
  loginCodeUsed: entry(3102, 409, 'caller', 'The sign-in code was already used. Scan a new one.'),
  loginCodeExpired: entry(3103, 401, 'caller', 'The sign-in code has expired. Scan a new one.'),
} as const satisfies Catalogue;
