/** Reading what third-party devices say: nothing of it is believed to have a shape. */

type UntrustedObject = Readonly<Record<string, unknown>>;

/** An object as it was told; an empty one for anything else. */
export const asObject = (value: unknown): UntrustedObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UntrustedObject) : {};

/** A list as it was told, cut to `most`; an empty one for anything else. */
export const asList = (value: unknown, most: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, most) : [];

/** Characters that a database does not keep. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** Text that can be kept, cut to `most` characters; undefined for what is no text, or none. */
export function asText(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(UNSTORABLE, '').trim().slice(0, most).replaceAll(UNSTORABLE, '');
  return text === '' ? undefined : text;
}

/** A finite number within the bounds; undefined otherwise. */
export const asNumber = (
  value: unknown,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max ? value : undefined;

/** A byte or packet counter. */
export const asCount = (value: unknown): number | undefined => {
  const count = asNumber(value, 0);
  return count === undefined ? undefined : Math.floor(count);
};

/** An IPv4 or IPv6 address without its prefix length. */
export const asAddress = (value: unknown): string | undefined =>
  asText(value, 64)?.split('/')[0]?.slice(0, 45);
