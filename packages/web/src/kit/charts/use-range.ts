import { type ChartRange, chartRange, DEFAULT_CHART_RANGE } from '@northlight/contract';
import { useCallback, useMemo } from 'react';
import { useUrlState } from '../url-state.ts';
import { isoOf, nowSeconds, stretchInView, type Zoom, zoomOf } from './stretch.ts';

/** What the charts of a page show, as its address holds it. */
export interface RangeState {
  readonly range: ChartRange;
  /** The part that was zoomed to; the range is what one comes back to. */
  readonly zoom: Zoom | undefined;
  /** What the series are asked for by. */
  readonly query: { readonly range: ChartRange } | { readonly from: string; readonly to: string };
  readonly setRange: (range: ChartRange) => void;
  readonly zoomTo: (zoom: Zoom) => void;
  readonly back: () => void;
  readonly inView: () => Zoom;
}

/** The five ranges of specification §2, and a stretch that was zoomed to, in the address. */
export function useRange(): RangeState {
  const { search, set } = useUrlState();
  const range = chartRange.safeParse(search.range).data ?? DEFAULT_CHART_RANGE;
  const { from, to } = search;
  const zoom = useMemo(() => zoomOf(from, to), [from, to]);
  const setRange = useCallback(
    (next: ChartRange) => set({ range: next, from: undefined, to: undefined }),
    [set],
  );
  // A step of its own: the browser's way back leads through every zoom.
  const zoomTo = useCallback(
    (next: Zoom) => set({ from: isoOf(next.from), to: isoOf(next.to) }, 'push'),
    [set],
  );
  const back = useCallback(() => set({ from: undefined, to: undefined }, 'push'), [set]);
  const inView = useCallback(() => stretchInView(range, zoom, nowSeconds()), [range, zoom]);
  return useMemo(
    () => ({
      range,
      zoom,
      query: zoom ? { from: isoOf(zoom.from), to: isoOf(zoom.to) } : { range },
      setRange,
      zoomTo,
      back,
      inView,
    }),
    [range, zoom, setRange, zoomTo, back, inView],
  );
}
