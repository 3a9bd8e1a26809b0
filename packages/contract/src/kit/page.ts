import { z } from 'zod';
import { numberText } from './number-text.ts';

/** Returns the schema of the response of a list without pages: `{items, total?}`. */
export function createWholeListSchema<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int().nonnegative().optional() });
}

/**
 * Returns the schema of the response of a paged list: `{items, nextCursor?, total?}`. Its operation has the
 * parameters `cursor` and `limit`.
 */
export function createListSchema<T extends z.ZodType>(item: T) {
  return createWholeListSchema(item).extend({ nextCursor: z.string().optional() });
}

/** Version number, at most the largest value of its database column. */
export const versionNumber = z
  .number()
  .int()
  .nonnegative()
  .max(2 ** 31 - 1);

/** Fault of a cursor that is not of the list. */
export const CURSOR_FAULT = 'The cursor is invalid. Use nextCursor of the previous page.';

/** Cursor of a list by time: the time and the UUID of the last row of a page. */
export const pageCursor = z
  .string()
  .regex(/^\d{1,17}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, CURSOR_FAULT);

/** Cursor of a list in two parts, which names the part of its row: `open_…` or `resolved_…`. */
export const stateCursor = z
  .string()
  .regex(/^(?:open_|resolved_)?\d{1,17}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, CURSOR_FAULT);

/** Page sizes that lists offer. */
export const PAGE_SIZES = [20, 50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 100;
/** Maximum length of a search text. */
export const SEARCH_MAX = 60;

/** Returns the schema of `limit`, the maximum number of rows in a response of a paged list. */
export const pageLimit = (preset: number, max: number = Math.max(...PAGE_SIZES)) =>
  numberText(z.number().int().min(1).max(max)).default(preset);

/** Permission for an action, with the reason to show when it is not allowed. */
export const permission = z.union([
  z.object({ allowed: z.literal(true) }),
  z.object({
    allowed: z.literal(false),
    code: z.number().int(),
    reason: z.string(),
    /** Account that can grant the permission: the owner of a shared project. */
    askWho: z.string().optional(),
  }),
]);
export type Permission = z.infer<typeof permission>;

export const ALLOWED: Permission = { allowed: true };
