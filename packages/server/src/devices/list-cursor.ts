import { type DeviceQuery, DomainError } from '@northlight/contract';
import { z } from 'zod';

/** The last device of a page: its value in the order of the list, and its name, which distinguishes equal values. */
export interface DeviceCursor {
  readonly value: string | null;
  readonly name: string;
}

const storable = z.string().refine((text) => !text.includes('\0'));
const schema = z.tuple([z.string(), storable.nullable(), storable]);

export const formatDeviceCursor = (sort: DeviceQuery['sort'], { value, name }: DeviceCursor): string =>
  Buffer.from(JSON.stringify([sort, value, name])).toString('base64url');

/** Parses a cursor. Throws 400 for a cursor of another order, and for a text in a numeric order. */
export function parseDeviceCursor(
  { cursor, sort }: Pick<DeviceQuery, 'cursor' | 'sort'>,
  isNumeric: boolean,
): DeviceCursor | undefined {
  if (cursor === undefined) return undefined;
  const [of, value, name] = schema.safeParse(parseJson(cursor)).data ?? [];
  const isValid =
    of === sort &&
    value !== undefined &&
    name !== undefined &&
    (!isNumeric || value === null || isNumber(value));
  if (!isValid)
    throw new DomainError('invalidParameters', {
      fields: { cursor: 'The cursor is invalid. Use nextCursor of the previous page.' },
    });
  return { value, name };
}

const isNumber = (text: string): boolean =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
