import { MAX_INTEGER } from './series.ts';

/** Powers of ten that doubles represent exactly, so that a division by them is rounded only once. */
const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
export const MAX_DECIMAL_EXPONENT = POWERS.length - 1;

/**
 * Writes integers to `out`. Returns the power of ten to divide them by, so that the values are restored
 * exactly; -1 if that is not possible.
 */
export function toDecimals(values: Float64Array, count: number, out: Float64Array): number {
  let power = 0;
  for (let index = 0; index < count; index++) {
    while (!fits(values[index]!, power)) {
      // Stops at a number with too many digits, which cannot become an integer.
      if (power === MAX_DECIMAL_EXPONENT || Math.abs(values[index]! * POWERS[power]!) > MAX_INTEGER)
        return -1;
      power++;
    }
  }
  return scale(values, count, power, out) ? power : -1;
}

function fits(value: number, power: number): boolean {
  const factor = POWERS[power]!;
  return Math.round(value * factor) / factor === value;
}

function scale(values: Float64Array, count: number, power: number, out: Float64Array): boolean {
  const factor = POWERS[power]!;
  for (let index = 0; index < count; index++) {
    const value = values[index]!;
    const whole = Math.round(value * factor);
    if (whole / factor !== value || Math.abs(whole) > MAX_INTEGER) return false;
    if (whole === 0 && Object.is(value, -0)) return false;
    out[index] = whole;
  }
  return true;
}

export const decodeDecimal = (value: number, power: number): number => value / POWERS[power]!;

export function decodeDecimals(values: Float64Array, count: number, power: number): void {
  if (power === 0) return;
  const factor = POWERS[power]!;
  for (let index = 0; index < count; index++) values[index]! /= factor;
}
