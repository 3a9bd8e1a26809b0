import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Search parameters of all pages; each page uses only its own. */
export interface AppSearch {
  readonly project?: number;
  /** Filter of the list, in the form that `filter.ts` writes. */
  readonly filter?: string;
  /** Order of the list: a column id, with `-` in front for descending. */
  readonly sort?: string;
  /** Id of the row in the side panel; `new` for a new item. */
  readonly open?: string;
  readonly dialog?: string;
  readonly tab?: string;
  /** Range of the charts, and the zoomed window. */
  readonly range?: string;
  readonly from?: string;
  readonly to?: string;
  /** Compared devices and the compared metric. */
  readonly devices?: string;
  readonly metric?: string;
  /** Ports that a chart shows, or that are selected in a device's panel. */
  readonly ports?: string;
  /** View of the page, such as a list instead of a drawing. */
  readonly view?: string;
  /** Part of the page's contents to show, such as a VLAN. */
  readonly show?: string;
  /** Time of the past that the page shows (ISO 8601). */
  readonly at?: string;
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
  'view',
  'show',
  'at',
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

declare module '@tanstack/history' {
  interface HistoryState {
    /** True for a history entry that was added when a panel or dialog opened. */
    isOverlay?: boolean;
  }
}

export type SearchPatch = Partial<Record<keyof AppSearch, string | number | undefined>>;

export interface UrlState {
  readonly search: AppSearch;
  /**
   * Changes some parameters; `undefined` removes a parameter. Without a mode, opening a panel or dialog adds
   * a history entry, so that Back closes it. Closing it returns to the previous entry. All other changes
   * replace the entry.
   */
  readonly set: (patch: SearchPatch, mode?: 'push' | 'replace') => void;
}

const OVERLAYS = ['open', 'dialog'] as const;
/** Parameters that belong to an open panel, whose changes keep its history entry. */
const PANEL_KEYS: ReadonlySet<string> = new Set(['open', 'dialog', 'tab', 'ports']);

/** Returns the effect of a change on the browser history. */
export function planNavigation(
  before: AppSearch,
  patch: SearchPatch,
  isOverlay: boolean,
): 'push' | 'replace' | 'back' {
  const opens = OVERLAYS.some((key) => before[key] === undefined && patch[key] !== undefined);
  if (opens) return 'push';
  const closes = OVERLAYS.some(
    (key) => key in patch && before[key] !== undefined && patch[key] === undefined,
  );
  const isOfPanel = Object.keys(patch).every((key) => PANEL_KEYS.has(key));
  return closes && isOfPanel && isOverlay ? 'back' : 'replace';
}

/** Returns the changed parameters. Chosen ports are those of the open device, and end with it. */
export function applyPatch(before: AppSearch, patch: SearchPatch): Record<string, unknown> {
  const isOther = 'open' in patch && patch.open !== before.open;
  return { ...before, ...(isOther && { ports: undefined }), ...patch };
}

/** Returns the state of a page that its URL contains, and the function that changes it. */
export function useUrlState(): UrlState {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const set = useCallback<UrlState['set']>(
    (patch, mode) => {
      const { location } = history;
      const before = parseAppSearch(Object.fromEntries(new URLSearchParams(location.search)));
      const isOverlay = location.state.isOverlay === true;
      const plan = mode ?? planNavigation(before, patch, isOverlay);
      if (plan === 'back') {
        history.back();
        return;
      }
      const keepsOverlay = isOverlay && Object.keys(patch).every((key) => PANEL_KEYS.has(key));
      void navigate({
        to: '.',
        search: (previous: AppSearch) => parseAppSearch(applyPatch(previous, patch)),
        replace: plan === 'replace',
        state: { isOverlay: plan === 'push' ? mode === undefined : keepsOverlay },
      });
    },
    [history, navigate],
  );
  return { search, set };
}
