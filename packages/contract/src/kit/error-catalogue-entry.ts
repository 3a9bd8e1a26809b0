/**
 * Source: specification §8 and decisions.md (Errors). `class`: `caller` for an invalid or forbidden request, `domain` for a rule
 * of the product, `ours` for a fault of the server. `error-catalogue-causes.ts` describes what raises each code.
 */
export interface CatalogueEntry {
  readonly code: number;
  readonly class: 'caller' | 'domain' | 'ours';
  readonly status: number;
  readonly message: string;
}

/** A range of codes whose members have no meaning of their own; never raised. */
export interface CatalogueGroup {
  readonly name: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly message: string;
}

/** Returns one line of the catalogue. */
export const entry = (
  code: number,
  status: number,
  blame: CatalogueEntry['class'],
  message: string,
): CatalogueEntry => ({ code, class: blame, status, message });

export type Catalogue = Readonly<Record<string, CatalogueEntry>>;
