import type { ConfigIssue } from '../../contract-types.ts';

/** The document for a device without its `uuid`, and how to read what the device says about it. */
export interface Emission {
  readonly document: Readonly<Record<string, unknown>>;
  /** What of our configuration this kind of device cannot take: told, never dropped in silence. */
  readonly issues: readonly ConfigIssue[];
  /** Our dotted path for a JSON pointer into the document; empty when the place is nobody's. */
  readonly pathOf: (pointer: string) => string;
}

export const NOT_SUPPORTED = 'Not supported by this model.';

/** Notes, while a document is made, which part of our configuration each of its places comes from. */
export class EmissionBuilder {
  readonly #paths = new Map<string, string>();
  readonly #issues: ConfigIssue[] = [];

  /** Everything at and below this JSON pointer comes from `path`, unless a longer pointer says otherwise. */
  noteOrigin(pointer: string, path: string): void {
    this.#paths.set(pointer, path);
  }

  refuse(path: string, reason: string = NOT_SUPPORTED, substitution?: string): void {
    this.#issues.push({ path, reason, ...(substitution !== undefined && { substitution }) });
  }

  /** Parts of the configuration that this kind of device has no place for. */
  refuseParts(config: object, parts: readonly string[]): void {
    for (const [part, value] of Object.entries(config))
      if (parts.includes(part) && isConfigured(value)) this.refuse(part);
  }

  emission(document: Readonly<Record<string, unknown>>): Emission {
    return { document, issues: this.#issues, pathOf: (pointer) => this.#pathOf(pointer) };
  }

  #pathOf(pointer: string): string {
    for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
      const path = this.#paths.get(place);
      if (path !== undefined) return path;
      if (!place.includes('/')) break;
    }
    return '';
  }
}

/** An empty list asks for nothing; switching off what is not there neither. */
const isConfigured = (value: unknown): boolean =>
  value !== undefined &&
  !(Array.isArray(value) && value.length === 0) &&
  !(typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === false);
