/** Compares the table of dependencies in docs/decisions/0003-dependencies.md with the manifests. */

export interface Dependency {
  readonly name: string;
  /** `server` or, for a development dependency, `server (dev)`; `root` is the repository. */
  readonly user: string;
  readonly licence: string;
}

interface Row {
  /** A name, or the beginning of several names followed by `*`. */
  readonly pattern: string;
  readonly users: readonly string[];
  readonly licence: string;
}

const PAGE = 'docs/decisions/0003-dependencies.md';
const KINDS = [
  ['dependencies', ''],
  ['optionalDependencies', ''],
  ['devDependencies', ' (dev)'],
] as const;

type Manifest = Partial<Record<(typeof KINDS)[number][0], Record<string, string>>>;

/** Lists the direct dependencies of one manifest, without the packages of this repository. */
export const listDependencies = (
  user: string,
  manifest: Manifest,
  licenceOf: (name: string) => string | undefined,
): Dependency[] =>
  KINDS.flatMap(([kind, mark]) =>
    Object.keys(manifest[kind] ?? {})
      .filter((name) => !name.startsWith('@northlight/'))
      .map((name) => ({ name, user: `${user}${mark}`, licence: licenceOf(name) ?? 'unknown' })),
  );

/**
 * Returns one sentence for every difference between the table of the page and the dependencies, with the
 * remedy.
 */
export function findTableFaults(page: string, dependencies: readonly Dependency[]): string[] {
  const rows = parseRows(page);
  const missing = dependencies
    .filter(({ name }) => !rows.some((row) => covers(row, name)))
    .map(({ licence, name, user }) => `${PAGE}: add a row for ${name} (used by ${user}, ${licence}).`);
  const wrong = rows.flatMap((row, index) => {
    const own = dependencies.filter(({ name }) => covers(row, name));
    if (own.length === 0) return [`${PAGE}: remove the row of ${row.pattern}, which no package.json names.`];
    if (rows.slice(0, index).some(({ pattern }) => pattern === row.pattern))
      return [`${PAGE}: ${row.pattern} has two rows: keep one.`];
    return [
      ...describeDifference(
        row,
        'used by',
        row.users,
        own.map(({ user }) => user),
      ),
      ...describeDifference(
        row,
        'licence',
        [row.licence],
        own.map(({ licence }) => licence),
      ),
    ];
  });
  return [...new Set([...missing, ...wrong])];
}

const covers = ({ pattern }: Row, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

function describeDifference(
  { pattern }: Row,
  column: string,
  written: readonly string[],
  found: readonly string[],
): string[] {
  const [expected, actual] = [found, written].map((names) => [...new Set(names)].toSorted().join(', '));
  return expected === actual
    ? []
    : [`${PAGE}: the row of ${pattern} has "${actual}" as ${column}; write "${expected}".`];
}

/** Returns the rows of the table with the four columns package, used by, why and licence. */
function parseRows(page: string): Row[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [, pattern = '', users = '', , licence = ''] = line.split('|').map((cell) => cell.trim());
      return { pattern: pattern.replaceAll(/[`\\]/g, ''), users: users.split(', '), licence };
    });
}
