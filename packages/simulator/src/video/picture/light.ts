import { hashToFraction } from './hash.ts';

const HOUR_MS = 3_600_000;
/** Hours of local time between which the twilight lasts. */
const DAWN = [5.5, 7.5] as const;
const DUSK = [18.5, 20.5] as const;
/** Below this share of daylight a camera changes to infra-red light. */
const INFRA_RED_BELOW = 0.25;
/** Brightness of colours under infra-red light; plants and skin reflect more of it, which is left out. */
const INFRA_RED = 0.62;

export type LightMode = 'automatic' | 'day' | 'night';

/** The light of one moment. */
export interface Light {
  /** Share of daylight, 0 to 1. */
  readonly daylight: number;
  /** True if the camera shows grey, lit by its own infra-red light. */
  readonly infraRed: boolean;
  /** Share of twilight colours, 0 to 1. */
  readonly warmth: number;
  readonly raining: boolean;
  /** Returns the colour of a surface (`#rrggbb`) in this light; a factor above 1 is a brighter side of it. */
  tone(colour: string, factor?: number): string;
}

/** Returns the hour of local time, 0 to 24 with fractions; `at` in ms since 1970. */
export function computeLocalHour(at: number, zoneHours: number): number {
  const hours = at / HOUR_MS + zoneHours;
  return ((hours % 24) + 24) % 24;
}

/** Returns `2026-01-05 09:00:00` in local time. */
export function formatLocalTime(at: number, zoneHours: number): string {
  return new Date(at + zoneHours * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');
}

function computeDaylight(hour: number): number {
  const rise = (hour - DAWN[0]) / (DAWN[1] - DAWN[0]);
  const fall = (DUSK[1] - hour) / (DUSK[1] - DUSK[0]);
  const share = Math.max(0, Math.min(1, rise, fall));
  return share * share * (3 - 2 * share);
}

export function createLight(hour: number, raining: boolean, mode: LightMode): Light {
  const daylight = computeDaylight(hour);
  const infraRed = mode === 'night' || (mode === 'automatic' && daylight < INFRA_RED_BELOW);
  const warmth = infraRed ? 0 : Math.max(0, 1 - Math.abs(daylight - 0.45) / 0.45);
  // A camera that must show colours in the dark shows little.
  const exposure = Math.max(0.18, 0.55 + 0.45 * daylight - (daylight < 0.05 ? 0.4 : 0));
  const level = exposure * (raining ? 0.86 : 1);
  const tone = (colour: string, factor = 1): string => {
    const [red, green, blue] = readColour(colour).map((value) => value * factor) as [number, number, number];
    if (infraRed) {
      const grey = Math.min(235, (0.35 * red + 0.5 * green + 0.15 * blue) * INFRA_RED + 14);
      return writeColour(grey, grey, grey);
    }
    const dull = raining ? 0.25 : 0;
    const mean = (red + green + blue) / 3;
    const mix = (value: number, tint: number): number => (value * (1 - dull) + mean * dull) * level * tint;
    return writeColour(
      mix(red, 1 + 0.08 * warmth),
      mix(green, 1 - 0.02 * warmth),
      mix(blue, 1 - 0.14 * warmth),
    );
  };
  return { daylight, infraRed, warmth, raining, tone };
}

function readColour(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function writeColour(...parts: readonly number[]): string {
  const digits = parts.map((part) => Math.round(Math.max(0, Math.min(255, part))).toString(16));
  return `#${digits.map((digit) => digit.padStart(2, '0')).join('')}`;
}

/** Returns true while it rains by chance of the seed: about a tenth of the hours. */
export const isRainyHour = (seed: number, at: number): boolean =>
  hashToFraction(seed, Math.floor(at / (3 * HOUR_MS)), 71) < 0.1;
