import type { DayKind } from '../spec.ts';

/** Share of present clients at 0:00, 3:00, 6:00, …, 21:00 of the site's day. */
const CURVES: Readonly<Record<DayKind, readonly number[]>> = {
  hotel: [0.95, 0.92, 0.95, 1, 0.86, 0.84, 0.92, 1],
  home: [0.8, 0.8, 0.85, 0.6, 0.6, 0.7, 1, 1],
  steady: [1, 1, 1, 1, 1, 1, 1, 1],
};
const HOURS_BETWEEN = 3;

/** Returns the hour of the site's day, 0 to 24 with fractions. */
export function computeSiteHour(now: number, zoneHours: number): number {
  const hours = now / 3_600_000 + zoneHours;
  return ((hours % 24) + 24) % 24;
}

/** Returns the share of present clients, 0 to 1. Values between the points of the curve are linear. */
export function computePresentShare(day: DayKind, hour: number): number {
  const curve = CURVES[day];
  const position = hour / HOURS_BETWEEN;
  const [before, after] = [Math.floor(position) % curve.length, Math.ceil(position) % curve.length];
  const rest = position - Math.floor(position);
  return (curve[before] ?? 1) * (1 - rest) + (curve[after] ?? 1) * rest;
}
