/** What a parser of a field returns: the value, or the sentence shown beside the field. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const refused = (reason: string): Parsed<never> => ({ ok: false, reason });
