import { z } from 'zod';

/** A list answer: `{items, nextCursor?, total?}`; no other envelope exists. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().optional(),
    total: z.number().int().nonnegative().optional(),
  });
}

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
