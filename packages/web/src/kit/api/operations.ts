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
 * Declarations of the operations of the first pages. All others are loaded at the first call of an operation
 * that is not listed here.
 */
const FIRST: Partial<Api> = {
  ...signInEndpoints,
  ...projectEndpoints,
  ...deviceListEndpoints,
  ...clientEndpoints,
  ...alarmListEndpoints,
};

/** Returns the declaration of an operation: method, path and schemas. */
export async function loadOperation<K extends ApiKey>(key: K): Promise<Api[K]> {
  const first: Api[K] | undefined = FIRST[key];
  if (first) return first;
  const { api } = await import('./all-operations.ts');
  return api[key];
}
