import { z } from 'zod';

/** Schema of a change of an item of a list; null removes the item. Refuses a value that has another key. */
export const createChangeSchema = <List extends string, Item extends z.ZodType>(
  list: List,
  key: z.ZodType<string>,
  item: Item,
  getKey: (item: z.output<Item>) => string,
) =>
  z.object({ list: z.literal(list), key, value: item.nullable() }).refine(
    (change) => {
      // The type of a generic schema's output has no members yet.
      const { key: own, value } = change as { key: string } & { value?: z.output<Item> | null };
      return value === null || value === undefined || getKey(value) === own;
    },
    { path: ['key'], error: 'The value has another key.' },
  );
