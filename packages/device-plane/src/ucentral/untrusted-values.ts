import { dropTiny } from '@northlight/contract/device-protocol';
import { cleanForeignText } from '@northlight/contract/net';

/** Reads values of third-party devices, whose types are unknown. */

/** An object with unverified fields. */
export type UntrustedObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object, otherwise an empty object. */
export const parseObject = (value: unknown): UntrustedObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UntrustedObject) : {};

/** Returns up to `max` items of a list; an empty list for other values. */
export const parseList = (value: unknown, max: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, max) : [];

/** Returns printable text of up to `max` characters; undefined for other types and empty text. */
export function parseText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = cleanForeignText(value.trim(), max).trim();
  return text === '' ? undefined : text;
}

/** Returns printable lines of the first `max` characters, separated by line breaks; undefined for other types and empty text. */
export function parseLines(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const lines = value
    .slice(0, max)
    .split(/\r?\n/)
    .flatMap((line) => parseText(line, max) ?? []);
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** Returns a finite number within the bounds; undefined for other values. */
export const parseNumber = (
  value: unknown,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
    ? dropTiny(value)
    : undefined;

/** Returns a byte or packet counter as an integer. */
export const parseCount = (value: unknown): number | undefined => {
  const count = parseNumber(value, 0);
  return count === undefined ? undefined : Math.floor(count);
};

/** Returns an IPv4 or IPv6 address without its prefix length; the address is not validated. */
export const parseAddress = (value: unknown): string | undefined =>
  parseText(value, 64)?.split('/')[0]?.slice(0, 45);
