import type { KeyboardEvent } from 'react';

export interface GridKeyOptions {
  /** Returns the row ids in their order; a function, because the rows change every second. */
  readonly ids: () => readonly string[];
  readonly activeId: string | undefined;
  readonly setActiveId: (id: string) => void;
  readonly scrollTo: (index: number) => void;
  readonly pageRows: () => number;
  readonly open: (index: number) => void;
  readonly toggle: ((id: string) => void) | undefined;
  /** True while a panel is open beside the list; arrow keys then open the row that they reach. */
  readonly follows: boolean;
}

/** Returns the keyboard handling of a list: arrow keys move, Enter opens, Space selects. */
export function useGridKeys(options: GridKeyOptions) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const { activeId } = options;
    const ids = options.ids();
    const current = activeId === undefined ? -1 : ids.indexOf(activeId);
    const next = findTarget(event.key, current, ids.length, options.pageRows);
    if (next !== undefined) {
      const id = ids[next];
      if (id === undefined) return;
      event.preventDefault();
      options.setActiveId(id);
      options.scrollTo(next);
      if (options.follows) options.open(next);
      return;
    }
    if (current < 0 || activeId === undefined) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      options.open(current);
    } else if (event.key === ' ') {
      event.preventDefault();
      options.toggle?.(activeId);
    }
  };
}

/** Returns the index that a key moves to, or undefined for other keys. */
export function findTarget(
  key: string,
  current: number,
  count: number,
  pageRows: () => number,
): number | undefined {
  if (count === 0) return undefined;
  const clamp = (index: number) => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(current + 1);
    case 'ArrowUp':
      return clamp(current - 1);
    case 'PageDown':
      return clamp(current + pageRows());
    case 'PageUp':
      return clamp(current - pageRows());
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
