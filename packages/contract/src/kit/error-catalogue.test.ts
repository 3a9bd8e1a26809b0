import { describe, expect, it, test } from 'vitest';
import { type CatalogueEntry, DomainError, ERROR_GROUPS, ERRORS, getErrorMessage } from './index.ts';

/** The codes of specification §8, row by row. */
const SPECIFIED = `1 2 3 4 6 5 9 10 12 13 14 15 65 21 22 23 24 26 28 30 36 94 95 143 324 37 85 40 47 50 51 52 53 59
  61 62 63 64 69 70 71 73 74 75 76 133 80 88 89 93 91 92 100 101-127 96-127 179-182 200-208 713-740 901-917 1100-1147
  135 136 164 165 173 916 320-326 407 410 414 251 413 258-260 400 404 914 1160 1161 1162 2000 2001 2003-2008 2010
  2101-2105 3000-3002 3101-3103 -99 138 139 142 152 158-163 44 188 406 67 87 140 147 149 153 154 166 167 27 34 90 2104`;

const codes = SPECIFIED.split(/\s+/).flatMap((item) => {
  const [, from, to] = /^(-?\d+)(?:-(\d+))?$/.exec(item) ?? [];
  return Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, index) => Number(from) + index);
});

const entries: [string, CatalogueEntry][] = Object.entries(ERRORS);

describe('the error catalogue', () => {
  it('has a message for every code of the specification', () => {
    for (const code of codes) expect(getErrorMessage(code), String(code)).not.toMatch(/Unknown/);
  });

  it('has no code outside the specification', () => {
    const known = new Set(codes);
    expect(entries.filter(([, { code }]) => !known.has(code)).map(([name]) => name)).toEqual([]);
    for (const { ranges } of ERROR_GROUPS)
      for (const [from, to] of ranges)
        for (let code = from; code <= to; code++) expect(known.has(code), `${code}`).toBe(true);
  });

  it('gives each code one name', () => {
    expect(new Set(entries.map(([, { code }]) => code)).size).toBe(entries.length);
    expect(new Set(ERROR_GROUPS.map(({ name }) => name)).size).toBe(ERROR_GROUPS.length);
  });

  it('has no overlapping groups', () => {
    const seen = new Map<number, string>();
    for (const { name, ranges } of ERROR_GROUPS)
      for (const [from, to] of ranges)
        for (let code = from; code <= to; code++) {
          expect(seen.get(code), `${code}`).toBeUndefined();
          seen.set(code, name);
        }
  });

  test.each(entries)(
    'gives %s a matching status and a message',
    (_name, { status, message, class: blame }) => {
      expect([200, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503]).toContain(status);
      if (blame !== 'ours') expect(status).not.toBe(500);
      expect(message).toMatch(/^[A-Z].{5,}/);
      expect(message, 'settings are the operator’s').not.toContain('NORTHLIGHT_');
    },
  );
});

describe('getErrorMessage', () => {
  test.each([
    [103, 'The VLAN ID already exists. Enter a different one.'],
    [100, 'The current password is wrong. Enter it again.'],
    [914, 'This operation is not available in demo projects.'],
    [916, 'The device is in the read-only share mode'],
    [1100, 'The network settings conflict with each other. Change one of them.'],
    [2104, 'RF optimization is already running in this project. Try again when it has finished.'],
    [123_456, '-Unknown error code: 123456'],
    [2002, '-Unknown error code: 2002'],
    [0.5, '-Unknown error code: 0.5'],
  ])('returns for code %d: %s', (code, message) => expect(getErrorMessage(code)).toBe(message));
});

describe('DomainError', () => {
  it('has the code, the status and the message of its entry, and the given fields', () => {
    const error = new DomainError('vlanIdExists', {
      fields: { 'vlans.0.id': 'The VLAN ID already exists. Enter a different one.' },
    });
    expect([error.code, error.status, error.message]).toEqual([
      103,
      422,
      'The VLAN ID already exists. Enter a different one.',
    ]);
    expect(error.fields).toEqual({ 'vlans.0.id': 'The VLAN ID already exists. Enter a different one.' });
  });
});
