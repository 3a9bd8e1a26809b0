/**
 * An entry of the error catalogue (specification §8, and decisions.md, Errors). `class` is `caller` for an
 * invalid or forbidden request, `domain` for a violated rule of the product, `ours` for a fault of the
 * server. `error-catalogue-causes.ts` describes the cause of each code.
 */
export interface CatalogueEntry {
  readonly code: number;
  readonly class: 'caller' | 'domain' | 'ours';
  readonly status: number;
  readonly message: string;
}

/** A range of codes that share one meaning; the server never raises them. */
export interface CatalogueGroup {
  readonly name: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly message: string;
}

export const entry = (
  code: number,
  status: number,
  blame: CatalogueEntry['class'],
  message: string,
): CatalogueEntry => ({ code, class: blame, status, message });

export type Catalogue = Readonly<Record<string, CatalogueEntry>>;
