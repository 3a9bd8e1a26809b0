import { LONGEST_WINDOW_SECONDS } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { clampZoom, moveWindow, scaleWindow, computeVisibleWindow, parseZoom } from './chart-window.ts';

const HOUR = 3600;
const NOW = 1_000_000 * 60;

describe('a zoomed chart window', () => {
  it('has a length from 10 min to 1 month, around the requested window', () => {
    expect(clampZoom({ from: NOW - 2 * HOUR, to: NOW - 2 * HOUR + 20 }, NOW)).toEqual({
      from: NOW - 2 * HOUR - 300,
      to: NOW - 2 * HOUR + 300,
    });
    const long = clampZoom({ from: 0, to: NOW }, NOW);
    expect(long.to - long.from).toBe(LONGEST_WINDOW_SECONDS);
  });

  it('never ends in the future', () => {
    expect(clampZoom({ from: NOW - HOUR, to: NOW + HOUR }, NOW)).toEqual({ from: NOW - 2 * HOUR, to: NOW });
    expect(moveWindow({ from: NOW - HOUR, to: NOW }, 1, NOW)).toEqual({ from: NOW - HOUR, to: NOW });
  });

  it('moves by half its length, and is halved and doubled around the cursor', () => {
    const view = { from: NOW - 4 * HOUR, to: NOW - 2 * HOUR };
    expect(moveWindow(view, -1, NOW)).toEqual({ from: NOW - 5 * HOUR, to: NOW - 3 * HOUR });
    expect(scaleWindow(view, 0.5, view.from, NOW)).toEqual({ from: view.from, to: view.from + HOUR });
    expect(scaleWindow(view, 2, view.from + HOUR, NOW)).toEqual({ from: NOW - 5 * HOUR, to: NOW - HOUR });
  });

  it('is read from the URL only if it is valid', () => {
    expect(parseZoom('2026-11-22T10:00:00Z', '2026-11-22T11:00:00Z')).toEqual({
      from: 1_795_341_600,
      to: 1_795_345_200,
    });
    expect(parseZoom('2026-11-22T10:00:00Z', undefined)).toBeUndefined();
    expect(parseZoom('yesterday', 'today')).toBeUndefined();
    expect(parseZoom('2026-11-22T11:00:00Z', '2026-11-22T10:00:00Z')).toBeUndefined();
    expect(parseZoom('2026-11-22T10:00:00Z', '2026-11-22T10:05:00Z')).toBeUndefined();
  });

  it('is replaced by the range that ends now if there is no zoom', () =>
    expect(computeVisibleWindow('12h', undefined, NOW)).toEqual({ from: NOW - 12 * HOUR, to: NOW }));
});
