import { localState } from '../local-state/index.ts';
import { isString, useStoredValue } from '../stored.ts';

/** A filter with its name; the filter has the form of the URL parameter. */
export interface SavedFilter {
  readonly name: string;
  readonly filter: string;
}

export const SAVED_FILTERS_MAX = 20;
export const FILTER_NAME_MAX = 32;

const NONE: readonly SavedFilter[] = [];

const isSavedFilter = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  isString(value.name) &&
  'filter' in value &&
  isString(value.filter);

const areSavedFilters = (value: unknown): value is readonly SavedFilter[] =>
  Array.isArray(value) && value.every(isSavedFilter);

/** Returns the named filters of a list, stored in this browser per account, and a function that replaces them. */
export const useSavedFilters = (tableId: string, account: string) =>
  useStoredValue(localState.tableKey(`${tableId}.filters`, account), NONE, areSavedFilters);

/** Adds a filter, or replaces the filter of the same name; keeps the list sorted by name. */
export function saveFilter(filters: readonly SavedFilter[], next: SavedFilter): readonly SavedFilter[] {
  return [...filters.filter(({ name }) => name !== next.name), next].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );
}

/** Returns why a filter cannot be saved under a name; undefined when it can be saved. */
export function findSaveObstacle(filters: readonly SavedFilter[], name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  const isNew = filters.every((each) => each.name !== name.trim());
  return isNew && filters.length >= SAVED_FILTERS_MAX
    ? `The limit of ${SAVED_FILTERS_MAX} saved filters is reached. Delete one first.`
    : undefined;
}
