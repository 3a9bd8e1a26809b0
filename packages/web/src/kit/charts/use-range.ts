import { type ChartRange, chartRange, DEFAULT_CHART_RANGE } from '@northlight/contract';
import { useCallback, useMemo, useRef } from 'react';
import { useUrlState } from '../url-state.ts';
import { toIso, readNowSeconds, computeVisibleWindow, type Zoom, parseZoom } from './chart-window.ts';

/** Chart window of a page, which the URL contains. */
export interface RangeState {
  readonly range: ChartRange;
  /** True without a range in the URL; charts then begin 1 h before their first value. */
  readonly isAuto: boolean;
  /** Zoomed window; undefined without a zoom, when `range` applies. */
  readonly zoom: Zoom | undefined;
  /** Query parameters for the window of the series. */
  readonly query: { readonly range: ChartRange } | { readonly from: string; readonly to: string };
  /** Sets the range; `undefined` selects the automatic range. */
  readonly setRange: (range: ChartRange | undefined) => void;
  readonly zoomTo: (zoom: Zoom) => void;
  readonly resetZoom: () => void;
  readonly visibleWindow: () => Zoom;
  /**
   * Called with the start of the first chart's time axis, which differs from the range when the automatic
   * range crops it.
   */
  readonly noteStart: (from: number | undefined) => void;
}

/** Returns the range (a fixed one or the automatic one) and the zoom of a page, from its URL. */
export function useRange(): RangeState {
  const { search, set } = useUrlState();
  const chosen = chartRange.safeParse(search.range).data;
  const range = chosen ?? DEFAULT_CHART_RANGE;
  const isAuto = chosen === undefined;
  const start = useRef<number>(undefined);
  const { from, to } = search;
  const zoom = useMemo(() => parseZoom(from, to), [from, to]);
  const setRange = useCallback(
    (next: ChartRange | undefined) => set({ range: next, from: undefined, to: undefined }),
    [set],
  );
  // Adds a history entry, so that the browser's back button undoes each zoom.
  const zoomTo = useCallback(
    (next: Zoom) => set({ from: toIso(next.from), to: toIso(next.to) }, 'push'),
    [set],
  );
  const resetZoom = useCallback(() => set({ from: undefined, to: undefined }, 'push'), [set]);
  const inView = useCallback(() => {
    const view = computeVisibleWindow(range, zoom, readNowSeconds());
    return { ...view, from: Math.max(view.from, (isAuto && !zoom && start.current) || 0) };
  }, [range, zoom, isAuto]);
  const noteStart = useCallback((from: number | undefined) => {
    start.current = from;
  }, []);
  return useMemo(
    () => ({
      range,
      isAuto,
      zoom,
      query: zoom ? { from: toIso(zoom.from), to: toIso(zoom.to) } : { range },
      setRange,
      zoomTo,
      resetZoom,
      visibleWindow: inView,
      noteStart,
    }),
    [range, isAuto, zoom, setRange, zoomTo, resetZoom, inView, noteStart],
  );
}
