import { type ListId, SAVED_FILTERS_MAX, type SavedFilter, savedFilter } from '@northlight/contract';
import { type ListViewPart, useListView } from '../use-list-view.ts';

const FILTERS: ListViewPart<'filters'> = {
  fallback: [],
  accept: (value): value is SavedFilter[] => savedFilter.array().safeParse(value).success,
};

/** Returns the named filters of a list, which the account keeps, and a function that replaces them. */
export const useSavedFilters = (list: ListId) => useListView(list, 'filters', FILTERS);

/** Adds a filter, or replaces the filter of the same name; keeps the list sorted by name. */
export function saveFilter(filters: readonly SavedFilter[], next: SavedFilter): SavedFilter[] {
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
