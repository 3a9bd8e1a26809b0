/** A case of a rule: its label and the violations that it causes. */
export type Accepted = readonly [label: string, violations: readonly string[]];
export type Refused = readonly [label: string, violations: readonly string[], ...fields: readonly string[]];

/** Returns the rows; throws if there are none. */
export function requireRows<T>(items: readonly T[]): readonly [T, ...T[]] {
  const [first, ...others] = items;
  if (first === undefined) throw new Error('A side of a rule has no case.');
  return [first, ...others];
}

export interface Row {
  /** Sentence of specification §5, or the codes of §8 that have no sentence. */
  readonly sentence: string;
  /** Difference between the product and the specification, with its reason. */
  readonly note?: string;
  readonly accepted: readonly [Accepted, ...Accepted[]];
  readonly refused: readonly [Refused, ...Refused[]];
}
export type Rows<Name extends string> = Readonly<Record<Name, Row>>;
