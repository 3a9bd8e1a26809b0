/** What one side of a rule shows: a value, and what form and server say of it. */
export type Accepted = readonly [what: string, told: readonly string[]];
export type Refused = readonly [what: string, told: readonly string[], ...fields: readonly string[]];

/** Rows made of a list of values, which is not empty. */
export function each<T>(items: readonly T[]): readonly [T, ...T[]] {
  const [first, ...others] = items;
  if (first === undefined) throw new Error('A side of a rule has no case.');
  return [first, ...others];
}

export interface Row {
  /** Of specification §5, or of §8 where only a code tells of the rule. */
  readonly sentence: string;
  /** Where the product deviates, and why. */
  readonly note?: string;
  readonly accepted: readonly [Accepted, ...Accepted[]];
  readonly refused: readonly [Refused, ...Refused[]];
}
/** A sentence that nothing in the product can break, and why. */
export interface Absent {
  readonly sentence: string;
  readonly absent: string;
}
export type Rows<Name extends string> = Readonly<Record<Name, Row | Absent>>;
