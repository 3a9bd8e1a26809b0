import { z } from 'zod';

/** Decimal digits without a sign for positive numbers, without leading zeros and blanks. */
const DECIMAL = /^(?:0|-?[1-9]\d*)$/;

/** Reads a whole number in its only spelling; undefined for other texts, such as `0x1`, ` 1`, `01` and `1.0`. */
export function parseDecimal(text: string): number | undefined {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Returns the schema of a number in a path or a query, where it is a text. Each number has one spelling. */
export const numberText = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? (parseDecimal(value) ?? value) : value), schema);
