import { z } from 'zod';

/** Returns the schema of a whole number, with one sentence for every other value. */
export const whole = (sentence: string) => z.number({ error: sentence }).int(sentence);

/** Returns the schema of `auto` or a whole number, with one sentence for every other value: a union has none of its own. */
export const autoOr = (sentence: string) =>
  z.union([z.literal('auto'), whole(sentence)], { error: sentence });
