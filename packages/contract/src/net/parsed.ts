import type { ErrorName } from '../kit/error-catalogue.ts';

/** Result of a field's parser: the value, or the sentence shown at the field. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string; readonly error?: ErrorName };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
/** `error` is the code of the rule, where the catalogue has one. */
export const refused = (reason: string, error?: ErrorName): Parsed<never> => ({
  ok: false,
  reason,
  ...(error && { error }),
});
