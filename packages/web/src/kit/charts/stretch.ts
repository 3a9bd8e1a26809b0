import {
  CHART_RANGES,
  type ChartRange,
  LONGEST_WINDOW_SECONDS,
  SHORTEST_WINDOW_SECONDS,
} from '@northlight/contract';

/** A stretch that was zoomed to, in seconds since 1970. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

/** Now, in seconds since 1970. */
export const nowSeconds = (): number => Date.now() / 1000;

const MINUTE = 60;
const wholeMinutes = (seconds: number): number => Math.round(seconds / MINUTE) * MINUTE;

/** Keeps a stretch as long as the server answers it, on whole minutes and out of the future. */
export function clampZoom({ from, to }: Zoom, now: number): Zoom {
  const asked = Math.min(LONGEST_WINDOW_SECONDS, Math.max(SHORTEST_WINDOW_SECONDS, to - from));
  const span = wholeMinutes(asked);
  const middle = (from + to) / 2;
  // The minute that runs now is shown: what ends a little later ends now.
  const end = Math.min(wholeMinutes(middle + span / 2), Math.ceil(now / MINUTE) * MINUTE);
  return { from: end - span, to: end };
}

const HALF = 0.5;

/** Half the stretch, or twice, around a moment. */
export function scaled({ from, to }: Zoom, factor: number, around: number, now: number): Zoom {
  return clampZoom({ from: around - (around - from) * factor, to: around + (to - around) * factor }, now);
}

/** Half a stretch earlier or later. */
export function moved({ from, to }: Zoom, direction: -1 | 1, now: number): Zoom {
  const by = (to - from) * HALF * direction;
  return clampZoom({ from: from + by, to: to + by }, now);
}

/** What is in view: the zoomed stretch, or the range that ends now. */
export const stretchInView = (range: ChartRange, zoom: Zoom | undefined, now: number): Zoom =>
  zoom ?? { from: now - CHART_RANGES[range], to: now };

/** Ends of a stretch out of an address; undefined when they are not two moments in order. */
export function zoomOf(from: string | undefined, to: string | undefined): Zoom | undefined {
  if (from === undefined || to === undefined) return undefined;
  const zoom = { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 };
  const span = zoom.to - zoom.from;
  return span >= SHORTEST_WINDOW_SECONDS && span <= LONGEST_WINDOW_SECONDS ? zoom : undefined;
}

export const isoOf = (seconds: number): string => new Date(Math.round(seconds) * 1000).toISOString();
