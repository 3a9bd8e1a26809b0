import { createContext, type ReactNode, use, useLayoutEffect, useId, useMemo } from 'react';
import { isModalOpen } from '../page/index.ts';
import type { ChartMark } from './chart-mark.ts';
import type { RangeState } from './use-range.ts';

/** State that the charts of a page share: chart window, cursor and time zone. */
export interface Charts {
  readonly range: RangeState;
  readonly timeZone: string;
  readonly syncKey: string;
  /** Events to mark on the time axis of each chart. */
  readonly marks: readonly ChartMark[];
}

const NO_MARKS: readonly ChartMark[] = [];

const ChartsContext = createContext<Charts | undefined>(undefined);

interface ChartsProviderProps {
  readonly range: RangeState;
  readonly timeZone: string;
  readonly marks?: readonly ChartMark[];
  readonly children: ReactNode;
}

export function ChartsProvider({ children, marks = NO_MARKS, range, timeZone }: ChartsProviderProps) {
  const syncKey = useId();
  const charts = useMemo(() => ({ range, timeZone, syncKey, marks }), [range, timeZone, syncKey, marks]);
  useEscapeFromZoom(range);
  return <ChartsContext value={charts}>{children}</ChartsContext>;
}

export function useCharts(): Charts {
  const charts = use(ChartsContext);
  if (!charts) throw new Error('Charts must be rendered inside a ChartsProvider.');
  return charts;
}

/** Escape resets the zoom before it closes a panel. Open menus and dialogs handle the key first. */
function useEscapeFromZoom({ resetZoom, zoom }: RangeState): void {
  // Uses a layout effect, so that a second Escape immediately after the reset reaches the panel.
  useLayoutEffect(() => {
    if (!zoom) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const { target } = event;
      if (
        target instanceof Element &&
        target.closest('[aria-expanded="true"], [role="menu"], [role="dialog"]')
      )
        return;
      if (isModalOpen()) return;
      event.preventDefault();
      resetZoom();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [resetZoom, zoom]);
}
