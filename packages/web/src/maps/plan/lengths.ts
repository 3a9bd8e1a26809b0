import type { LengthUnit } from '@northlight/contract';
import { useShellContext } from '../../app/shell-context.tsx';
import { formatMinus } from '../../kit/format/index.ts';

const METRES_PER_INCH = 0.0254;
const INCHES_PER_FOOT = 12;

/** Returns the unit of lengths that the account has chosen. */
export const useLengthUnit = (): LengthUnit => useShellContext().session.account.lengthUnit ?? 'm';

/** Formats a length (m), such as `4.20 m` or `13 ft 9 in`. */
export function formatLength(metres: number, unit: LengthUnit): string {
  if (unit === 'm') return `${formatMinus(metres.toFixed(Math.abs(metres) < 10 ? 2 : 1))} m`;
  const inches = Math.round(Math.abs(metres) / METRES_PER_INCH);
  const [feet, rest] = [Math.floor(inches / INCHES_PER_FOOT), inches % INCHES_PER_FOOT];
  const sign = metres < 0 && inches > 0 ? '-' : '';
  return formatMinus(`${sign}${rest === 0 ? `${feet} ft` : `${feet} ft ${rest} in`}`);
}

/** A number with an optional fraction: `6`, `6.5`, `6 1/2` or `1/2`. */
const NUMBER = String.raw`(\d+(?:\.\d+)?(?:[ -]\d+/\d+)?|\d+/\d+)`;
const FEET = new RegExp(
  String.raw`^${NUMBER}\s*(?:ft|feet|foot|')?(?:[\s-]*${NUMBER}\s*(?:in|inches|inch|"))?$`,
  'i',
);
const INCHES = new RegExp(String.raw`^${NUMBER}\s*(?:in|inches|inch|")$`, 'i');
const METRES = /^(\d+(?:[.,]\d+)?)\s*(m|cm|mm)$/i;
const METRES_PER_UNIT: Readonly<Record<string, number>> = { m: 1, cm: 0.01, mm: 0.001 };

/**
 * Reads a length as people write it: `13' 9"`, `13 ft 9 in`, `13.75`, `13' 9 1/2"` or `165"`, and `4.2 m`. A number alone is in
 * feet. Returns metres, rounded to 0.1 mm; undefined for other texts.
 */
export function parseFeet(text: string): number | undefined {
  const cleaned = text
    .trim()
    .replaceAll(/[\u2032\u2019]/g, "'")
    .replaceAll(/[\u2033\u201D]|''/g, '"');
  const metric = METRES.exec(cleaned);
  if (metric) {
    const factor = METRES_PER_UNIT[(metric[2] ?? '').toLowerCase()] ?? 1;
    return round(Number((metric[1] ?? '').replace(',', '.')) * factor);
  }
  const inches = INCHES.exec(cleaned);
  if (inches) return round(readNumber(inches[1]) * METRES_PER_INCH);
  const feet = FEET.exec(cleaned);
  if (!feet) return undefined;
  return round((readNumber(feet[1]) * INCHES_PER_FOOT + readNumber(feet[2])) * METRES_PER_INCH);
}

function readNumber(text = '0'): number {
  const parts = text.split(/[ -]/).map((part) => {
    const [above = 0, below = 1] = part.split('/').map(Number);
    return above / below;
  });
  return parts.reduce((sum, part) => sum + part, 0);
}

const round = (metres: number): number | undefined =>
  Number.isFinite(metres) ? Math.round(metres * 10_000) / 10_000 : undefined;
