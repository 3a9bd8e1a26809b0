import { type Api, type ApiKey, signInEndpoints } from '@northlight/contract';

/** Declarations of the sign-in pages, which load without the table of all operations. */
const SIGN_IN: Partial<Api> = signInEndpoints;

/** Returns the declaration of an operation: method, path and schemas. */
export async function loadOperation<K extends ApiKey>(key: K): Promise<Api[K]> {
  const known: Api[K] | undefined = SIGN_IN[key];
  if (known) return known;
  const { api } = await import('./api-table.ts');
  return api[key];
}
