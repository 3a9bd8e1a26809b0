import type { birthMessage } from '@northlight/contract/device-protocol';

/** A message that does not parse: the sender is at fault, and is told so by its endpoint. */
export class MalformedMessage extends Error {}

/** What a device said, as its schema has it. */
export function parseMessage<
  S extends {
    safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: Error };
  },
>(
  schema: S,
  payload: unknown,
): S extends typeof birthMessage
  ? ReturnType<S['parse']>
  : S extends { parse(value: unknown): infer T }
    ? T
    : never {
  const parsed = schema.safeParse(payload);
  if (!parsed.success) throw new MalformedMessage(parsed.error.message);
  return parsed.data as never;
}
