import { type ChartRange, chartRange, DEFAULT_CHART_RANGE } from '@northlight/contract';
import { useCallback, useMemo } from 'react';
import { useUrlState } from '../url-state.ts';
import { toIso, readNowSeconds, computeVisibleWindow, type Zoom, parseZoom } from './chart-window.ts';

/** The chart window of a page, stored in the URL. */
export interface RangeState {
  readonly range: ChartRange;
  /** The zoomed window; `range` applies again after a reset. */
  readonly zoom: Zoom | undefined;
  /** Query parameters of the series. */
  readonly query: { readonly range: ChartRange } | { readonly from: string; readonly to: string };
  readonly setRange: (range: ChartRange) => void;
  readonly zoomTo: (zoom: Zoom) => void;
  readonly resetZoom: () => void;
  readonly visibleWindow: () => Zoom;
}

/** Returns the range (one of five, specification §2) and the zoom of a page, from its URL. */
export function useRange(): RangeState {
  const { search, set } = useUrlState();
  const range = chartRange.safeParse(search.range).data ?? DEFAULT_CHART_RANGE;
  const { from, to } = search;
  const zoom = useMemo(() => parseZoom(from, to), [from, to]);
  const setRange = useCallback(
    (next: ChartRange) => set({ range: next, from: undefined, to: undefined }),
    [set],
  );
  // A history entry of its own, so that the browser's back button undoes each zoom.
  const zoomTo = useCallback(
    (next: Zoom) => set({ from: toIso(next.from), to: toIso(next.to) }, 'push'),
    [set],
  );
  const resetZoom = useCallback(() => set({ from: undefined, to: undefined }, 'push'), [set]);
  const inView = useCallback(() => computeVisibleWindow(range, zoom, readNowSeconds()), [range, zoom]);
  return useMemo(
    () => ({
      range,
      zoom,
      query: zoom ? { from: toIso(zoom.from), to: toIso(zoom.to) } : { range },
      setRange,
      zoomTo,
      resetZoom,
      visibleWindow: inView,
    }),
    [range, zoom, setRange, zoomTo, resetZoom, inView],
  );
}
