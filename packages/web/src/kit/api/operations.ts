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
 * that is not listed here, and those of floor plans by their page.
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
  const { mainApi } = await import('./main-operations.ts');
  const main: Partial<Api> = mainApi;
  const known: Api[K] | undefined = main[key];
  if (known) return known;
  const { mapEndpoints } = await import('./map-operations.ts');
  const maps: Partial<Api> = mapEndpoints;
  return maps[key] as Api[K];
}
