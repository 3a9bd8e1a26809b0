import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Search parameters of all pages; each page reads its own. */
export interface AppSearch {
  readonly project?: number;
  /** Filter of the list, as `filter.ts` writes it. */
  readonly filter?: string;
  /** Column id, with `-` in front for descending. */
  readonly sort?: string;
  /** Id of the row in the side panel, or `new`. */
  readonly open?: string;
  readonly dialog?: string;
  readonly tab?: string;
  /** Charts: the range, and the zoomed window. */
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
  /** Compared devices and the compared metric. */
  readonly devices?: string;
  readonly metric?: string;
  readonly ports?: string;
  /** Address to open after signing in. */
  readonly return?: string;
}

const TEXT_KEYS = [
  'filter',
  'sort',
  'open',
  'dialog',
  'tab',
  'range',
  'from',
  'to',
  'devices',
  'metric',
  'ports',
  'return',
] as const;

/** Drops invalid parameters, so that a damaged URL still opens a page. */
export function parseAppSearch(raw: Record<string, unknown>): AppSearch {
  const search: { -readonly [K in keyof AppSearch]: AppSearch[K] } = {};
  const project = Number(raw['project']);
  if (Number.isInteger(project) && project > 0) search.project = project;
  for (const key of TEXT_KEYS) {
    const value = raw[key];
    if (typeof value === 'string' && value !== '') search[key] = value;
    else if (typeof value === 'number') search[key] = String(value);
  }
  return search;
}

export interface UrlState {
  readonly search: AppSearch;
  /** Changes some parameters; `undefined` removes one. Replaces the history entry unless mode is `push`. */
  readonly set: (
    patch: Partial<Record<keyof AppSearch, string | number | undefined>>,
    mode?: 'push' | 'replace',
  ) => void;
}

/** Returns the state of a page in its URL. */
export function useUrlState(): UrlState {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const set = useCallback<UrlState['set']>(
    (patch, mode = 'replace') => {
      void navigate({
        to: '.',
        search: (previous: AppSearch) => parseAppSearch({ ...previous, ...patch }),
        replace: mode === 'replace',
      });
    },
    [navigate],
  );
  return { search, set };
}
