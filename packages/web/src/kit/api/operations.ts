import { type Api, type ApiKey, type Endpoint, signInEndpoints } from '@northlight/contract';

/** Declarations of the sign-in pages, which load without the table of all operations; that table, once it is loaded. */
let table: Partial<Api> = signInEndpoints;

/** Returns the declaration of an operation: method, path and schemas. */
export async function loadOperation<K extends ApiKey>(key: K): Promise<Api[K]> {
  const known: Api[K] | undefined = table[key];
  if (known) return known;
  const { api } = await import('./api-table.ts');
  table = api;
  return api[key];
}

/** Returns the declaration of an operation that this page has called; undefined for any other text. */
export const findOperation = (key: unknown): Endpoint | undefined =>
  Object.hasOwn(table, String(key)) ? table[key as ApiKey] : undefined;
