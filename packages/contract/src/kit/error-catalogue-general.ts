import { type Catalogue, entry } from './error-catalogue-entry.ts';

/** Errors that any call can return. */
export const GENERAL_ERRORS = {
  setFailed: entry(
    -99,
    409,
    'domain',
    'The configuration was not applied. Review it and try again.',
    'a configuration that a device refused or rolled back',
  ),
  general: entry(1, 500, 'ours', 'The operation failed. Try again.'),
  model: entry(
    2,
    422,
    'caller',
    'The model is not supported. Choose a different one.',
    'upload of an upgrade file that names no known model',
  ),
  signature: entry(
    3,
    401,
    'caller',
    'The signature is not valid. Sign the request again.',
    'sign-in with an invalid ticket; upload of an upgrade file without a valid signature; a device that asks for a credential or certificate without proof',
  ),
  database: entry(
    5,
    503,
    'ours',
    'The database is not available. Try again later.',
    'any write while the database refuses it',
  ),
  invalidParameters: entry(
    400,
    400,
    'caller',
    'Some values are not valid. Correct them and try again.',
    'any call whose values do not parse',
  ),
  network: entry(
    404,
    503,
    'ours',
    'The network is not available. Check your connection.',
    'the console, when a call gets no answer; a verification code that could not be sent',
  ),
  serverError: entry(
    2000,
    500,
    'ours',
    'The server had an internal error. Try again later.',
    'any fault of ours',
  ),
  saveFailed: entry(
    2001,
    500,
    'ours',
    'Saving failed. Try again.',
    'a device that asks for a certificate or an upload which this cloud does not offer',
  ),
  repeated: entry(
    2010,
    409,
    'caller',
    'The same request is already running. Wait for its result.',
    'a repeated call',
  ),
} as const satisfies Catalogue;
