import {
  alarmListEndpoints,
  type Api,
  type ApiKey,
  clientEndpoints,
  deviceListEndpoints,
  projectEndpoints,
  signInEndpoints,
} from '@northlight/contract';

/**
 * Declarations of the operations of the first pages; the others are loaded with the first call of one of
 * them.
 */
const FIRST: Partial<Api> = {
  ...signInEndpoints,
  ...projectEndpoints,
  ...deviceListEndpoints,
  ...clientEndpoints,
  ...alarmListEndpoints,
};

/** Returns the declaration of an operation: method, path and schemas. */
export async function callOperation<K extends ApiKey>(key: K): Promise<Api[K]> {
  const first: Api[K] | undefined = FIRST[key];
  if (first) return first;
  const { api } = await import('./all-operations.ts');
  return api[key];
}
