/**
 * Source: specification §8 and decisions.md (Errors). `raisedBy` describes what raises a code; `tests/raised-codes.test.ts`
 * compares it with the sources. `class`: `caller` for an invalid or forbidden request, `domain` for a rule of the product, `ours` for a fault
 * of the server.
 */
export interface CatalogueEntry {
  readonly code: number;
  readonly class: 'caller' | 'domain' | 'ours';
  readonly status: number;
  readonly message: string;
  readonly raisedBy: string;
}

/** A range of codes whose members have no meaning of their own; never raised. */
export interface CatalogueGroup {
  readonly name: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly message: string;
}

/** Cause of a code that nothing raises. */
export const RESERVED = 'reserved';

/** Returns one line of the catalogue; without `raisedBy` the code is reserved. */
export const entry = (
  code: number,
  status: number,
  blame: CatalogueEntry['class'],
  message: string,
  raisedBy = RESERVED,
): CatalogueEntry => ({ code, class: blame, status, message, raisedBy });

export type Catalogue = Readonly<Record<string, CatalogueEntry>>;
