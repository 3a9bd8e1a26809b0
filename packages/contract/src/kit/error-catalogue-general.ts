import { type Catalogue, entry } from './error-catalogue-entry.ts';

/** Errors that any call can return. */
export const GENERAL_ERRORS = {
  setFailed: entry(-99, 409, 'domain', 'The configuration was not applied. Review it and try again.'),
  general: entry(1, 500, 'ours', 'The operation failed. Try again.'),
  model: entry(2, 422, 'caller', 'The model is not supported. Choose a different one.'),
  signature: entry(3, 401, 'caller', 'The signature is not valid. Sign the request again.'),
  database: entry(5, 503, 'ours', 'The database is not available. Try again later.'),
  invalidParameters: entry(400, 400, 'caller', 'Some values are not valid. Correct them and try again.'),
  network: entry(404, 503, 'ours', 'The network is not available. Check your connection and try again.'),
  serverError: entry(2000, 500, 'ours', 'The server had an internal error. Try again later.'),
  saveFailed: entry(2001, 500, 'ours', 'Saving failed. Try again.'),
  repeated: entry(2010, 409, 'caller', 'The same request is already running. Wait for its result.'),
} as const satisfies Catalogue;
