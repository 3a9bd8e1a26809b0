import type { ErrorName } from '../kit/error-catalogue.ts';

/** Result of a field's parser: the value, or the error message for the field. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string; readonly error?: ErrorName };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
/** Creates the result of a failed parse. `error` is the catalogue code of the rule, if it has one. */
export const refused = (reason: string, error?: ErrorName): Parsed<never> => ({
  ok: false,
  reason,
  ...(error && { error }),
});
