import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { findPasswordWeakness } from './common-passwords.ts';

const require = createRequire(import.meta.url);
const ACCOUNT = 'ana@example.com';
const COMMON = expect.stringContaining('too common');
const list = JSON.parse(
  readFileSync(require.resolve('@zxcvbn-ts/language-common/src/passwords.json'), 'utf8'),
) as string[];

describe('findPasswordWeakness', () => {
  it('rejects more than 10,000 common passwords of at least 8 characters', () => {
    const long = list.filter((password) => password.length >= 8);
    expect(long.length).toBeGreaterThan(10_000);
    for (let index = 0; index < long.length; index += 97)
      expect(findPasswordWeakness(long[index] ?? '', ACCOUNT), long[index]).toEqual(COMMON);
    expect(findPasswordWeakness(long.at(-1) ?? '', ACCOUNT)).toEqual(COMMON);
  });

  it.each(['letmein', 'dragon', 'qwerty'])(
    'rejects %s for installations with a lower minimum length',
    (password) => {
      expect(findPasswordWeakness(password, ACCOUNT)).toEqual(COMMON);
    },
  );

  it.each(['PassWord1', 'Northlight1', 'summer2026', 'zzzzzzzzzz', 'iloveyou'])('rejects %s', (password) => {
    expect(findPasswordWeakness(password, ACCOUNT)).toEqual(COMMON);
  });

  it.each([
    'correct horse battery',
    // A password that contains a common one but is not common itself.
    'password1 of the harbour',
    // The text search must not match across two entries of the JSON file.
    'password","12345678',
    '","',
    '\\"password\\"',
    'пароль-на-сегодня',
  ])('accepts %s', (password) => {
    expect(findPasswordWeakness(password, ACCOUNT)).toBeUndefined();
  });

  it('searches a list whose entries are printable lower-case ASCII', () => {
    expect(
      list.filter((password) => !/^[ -~]+$/.test(password) || password !== password.toLowerCase()),
    ).toEqual([]);
  });

  it('rejects a password that contains the account', () => {
    const refusal = expect.stringContaining('contain the account');
    expect(findPasswordWeakness('my ana@example.com', ACCOUNT)).toEqual(refusal);
    expect(findPasswordWeakness('the-harbourmaster-1', 'harbourmaster@example.com')).toEqual(refusal);
    expect(findPasswordWeakness('banana boat trip', ACCOUNT)).toBeUndefined();
  });
});
