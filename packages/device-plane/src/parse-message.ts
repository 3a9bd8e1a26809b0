import type { birthMessage } from '@northlight/contract/device-protocol';

/** Error of a device message that does not match its schema; the endpoint rejects the message. */
export class MalformedMessage extends Error {}

/** Parses a device message by its schema. Throws MalformedMessage. */
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
