import { dirname, join, normalize } from 'node:path';

/** Files by path from the root of the repository, with their text. */
export type Sources = ReadonlyMap<string, string>;

/**
 * Matches what a file loads: static and dynamic imports, workers and processes named by URL. Imports of types
 * alone load nothing; the compiler checks them.
 */
const LOADS =
  /^(?:import|export)(?! type\b)[^;'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|\bimport\.meta\.resolve\('([^']+)'\)|\bnew URL\('([^']+)', import\.meta\.url\)/gm;
const PACKAGE = /^@northlight\/([\w-]+)(\/.+)?$/;

/** The loaded files of each file. */
export class ImportGraph {
  readonly #sources: Sources;
  readonly #loaded = new Map<string, readonly string[]>();
  /** Paths of packages' entries by their name, for example `@northlight/server/testing`. */
  readonly #entries = new Map<string, string>();

  constructor(sources: Sources) {
    this.#sources = sources;
    for (const [path, text] of sources) {
      const name = /^packages\/([\w-]+)\/package\.json$/.exec(path)?.[1];
      if (name === undefined) continue;
      const { exports = {} } = JSON.parse(text) as { exports?: Record<string, string> };
      for (const [entry, target] of Object.entries(exports))
        this.#entries.set(join('@northlight', name, entry), join('packages', name, target));
    }
  }

  /** Lists the files that a file loads itself. */
  listLoaded(path: string): readonly string[] {
    const known = this.#loaded.get(path);
    if (known) return known;
    const loaded = [...(this.#sources.get(path) ?? '').matchAll(LOADS)].flatMap((match) => {
      const specifier = match.slice(1).find((each) => each !== undefined) ?? '';
      const target = PACKAGE.test(specifier)
        ? this.#entries.get(specifier)
        : specifier.startsWith('.')
          ? normalize(join(dirname(path), specifier))
          : undefined;
      return target !== undefined && this.#sources.has(target) ? [target] : [];
    });
    this.#loaded.set(path, loaded);
    return loaded;
  }

  /**
   * Returns all files that the given ones load, and themselves. The files for which `isOutside` returns true are
   * left out with all that only they load.
   */
  collect(paths: Iterable<string>, isOutside: (path: string) => boolean = () => false): ReadonlySet<string> {
    const reached = new Set<string>();
    const open = [...paths];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (reached.has(path) || isOutside(path)) continue;
      reached.add(path);
      open.push(...this.listLoaded(path));
    }
    return reached;
  }
}
