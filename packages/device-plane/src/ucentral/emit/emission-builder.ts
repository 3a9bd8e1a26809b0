import type { ConfigIssue } from '../../contract-types.ts';

/** A device document without its `uuid`, with its issues and the origin of its parts. */
export interface Emission {
  readonly document: Readonly<Record<string, unknown>>;
  /** Parts of the configuration that this model does not support. */
  readonly issues: readonly ConfigIssue[];
  /**
   * Returns the dotted path in the configuration for a JSON pointer into the document; empty for a part
   * without an origin.
   */
  readonly pathOf: (pointer: string) => string;
}

const NOT_SUPPORTED = 'Not supported by this model.';

/** Collects issues and the origins of document parts while a document is emitted. */
export class EmissionBuilder {
  readonly #paths = new Map<string, string>();
  readonly #issues: ConfigIssue[] = [];

  /** Maps this JSON pointer and all parts below it to `path`. Longer pointers take precedence. */
  noteOrigin(pointer: string, path: string): void {
    this.#paths.set(pointer, path);
  }

  addIssue(path: string, reason: string = NOT_SUPPORTED, substitution?: string): void {
    this.#issues.push({ path, reason, ...(substitution !== undefined && { substitution }) });
  }

  /** Adds an issue for each of `parts` that the configuration uses. */
  addUnsupportedParts(config: object, parts: readonly string[]): void {
    for (const [part, value] of Object.entries(config))
      if (parts.includes(part) && isConfigured(value)) this.addIssue(part);
  }

  build(document: Readonly<Record<string, unknown>>): Emission {
    return { document, issues: this.#issues, pathOf: (pointer) => this.#pathOf(pointer) };
  }

  #pathOf(pointer: string): string {
    for (let prefix = pointer; prefix !== ''; prefix = prefix.slice(0, prefix.lastIndexOf('/'))) {
      const path = this.#paths.get(prefix);
      if (path !== undefined) return path;
      if (!prefix.includes('/')) break;
    }
    return '';
  }
}

/** Returns false for absent parts, empty lists and disabled functions, which need no support. */
const isConfigured = (value: unknown): boolean =>
  value !== undefined &&
  !(Array.isArray(value) && value.length === 0) &&
  !(typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === false);
