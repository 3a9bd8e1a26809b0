import { DomainError } from '@northlight/contract';

/** Creates the error for a MAC that is no client of the project. */
export const createUnknownClientError = (): DomainError =>
  new DomainError('invalidParameters', {
    status: 404,
    message: 'The project has seen no client with this MAC address. Check the address.',
  });
