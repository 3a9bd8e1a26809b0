import { z } from 'zod';

/** A list answer: `{items, nextCursor?, total?}`; no other envelope exists. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().optional(),
    total: z.number().int().nonnegative().optional(),
  });
}

/** Rows of one page that a list offers (items/page). */
export const PAGE_SIZES = [20, 50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 100;
/** Longest text that a list searches for. */
export const SEARCH_MAX = 60;

/** The `limit` of a list that pages: how many rows an answer has at most. */
export const pageLimit = (preset: number, max: number = Math.max(...PAGE_SIZES)) =>
  z.coerce.number().int().min(1).max(max).default(preset);

/** One thing a caller may or may not do, with the sentence shown when it is off. */
export const permission = z.union([
  z.object({ allowed: z.literal(true) }),
  z.object({
    allowed: z.literal(false),
    code: z.number().int(),
    reason: z.string(),
    /** Who could grant it, when somebody can: the owner of a shared project. */
    askWho: z.string().optional(),
  }),
]);
export type Permission = z.infer<typeof permission>;

export const ALLOWED: Permission = { allowed: true };
