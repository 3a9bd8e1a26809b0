import {
  CHART_RANGES,
  type ChartRange,
  LONGEST_WINDOW_SECONDS,
  SHORTEST_WINDOW_SECONDS,
} from '@northlight/contract';

/** A zoomed chart window, in seconds since 1970. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

export const readNowSeconds = (): number => Date.now() / 1000;

const MINUTE = 60;
const roundToMinutes = (seconds: number): number => Math.round(seconds / MINUTE) * MINUTE;

/** Limits a window to the lengths that the server answers, to whole minutes and to the past. */
export function clampZoom({ from, to }: Zoom, now: number): Zoom {
  const length = Math.min(LONGEST_WINDOW_SECONDS, Math.max(SHORTEST_WINDOW_SECONDS, to - from));
  const span = roundToMinutes(length);
  const middle = (from + to) / 2;
  // Includes the current minute.
  const end = Math.min(roundToMinutes(middle + span / 2), Math.ceil(now / MINUTE) * MINUTE);
  return { from: end - span, to: end };
}

const HALF = 0.5;

/** Scales the window by a factor around a moment; a factor below 1 zooms in. */
export function scaleWindow({ from, to }: Zoom, factor: number, around: number, now: number): Zoom {
  return clampZoom({ from: around - (around - from) * factor, to: around + (to - around) * factor }, now);
}

/** Moves the window by half its length, to the past (-1) or to the present (1). */
export function moveWindow({ from, to }: Zoom, direction: -1 | 1, now: number): Zoom {
  const by = (to - from) * HALF * direction;
  return clampZoom({ from: from + by, to: to + by }, now);
}

/** Returns the zoomed window; without a zoom, the window of the range that ends now. */
export const computeVisibleWindow = (range: ChartRange, zoom: Zoom | undefined, now: number): Zoom =>
  zoom ?? { from: now - CHART_RANGES[range], to: now };

/** Reads a window from URL parameters; undefined unless it has a valid length. */
export function parseZoom(from: string | undefined, to: string | undefined): Zoom | undefined {
  if (from === undefined || to === undefined) return undefined;
  const zoom = { from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 };
  const span = zoom.to - zoom.from;
  return span >= SHORTEST_WINDOW_SECONDS && span <= LONGEST_WINDOW_SECONDS ? zoom : undefined;
}

export const toIso = (seconds: number): string => new Date(Math.round(seconds) * 1000).toISOString();
