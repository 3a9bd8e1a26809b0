/** A case of a rule: label and resulting violations. */
export type Accepted = readonly [label: string, violations: readonly string[]];
export type Refused = readonly [label: string, violations: readonly string[], ...fields: readonly string[]];

/** Returns a non-empty list of rows. */
export function requireRows<T>(items: readonly T[]): readonly [T, ...T[]] {
  const [first, ...others] = items;
  if (first === undefined) throw new Error('A side of a rule has no case.');
  return [first, ...others];
}

export interface Row {
  /** Sentence of specification §5, or codes of §8 without a sentence. */
  readonly sentence: string;
  /** Deviation of the product, with its reason. */
  readonly note?: string;
  readonly accepted: readonly [Accepted, ...Accepted[]];
  readonly refused: readonly [Refused, ...Refused[]];
}
export type Rows<Name extends string> = Readonly<Record<Name, Row>>;
