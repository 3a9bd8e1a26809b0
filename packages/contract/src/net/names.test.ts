import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  claimCode,
  CROCKFORD,
  deviceName,
  devicePassword,
  dhcpPoolName,
  nicknameText,
  normalizeName,
  parseClaimCode,
  policyName,
  projectName,
  ruleName,
  serialNumber,
  ssid,
  shortTitle,
  countUtf8Bytes,
  vlanName,
} from './index.ts';

const names = {
  deviceName,
  nicknameText,
  ruleName,
  vlanName,
  dhcpPoolName,
  policyName,
  projectName,
  shortTitle,
  ssid,
};

describe('rules for names', () => {
  test.each([
    ['deviceName', 'AP-Lobby', true],
    ['deviceName', 'Empfang-Süd', true],
    ['deviceName', 'AP Lobby 2', true],
    ['deviceName', 'Приёмная (1-й этаж)', true],
    ['deviceName', 'AP  Lobby', false],
    ['deviceName', 'AP\u00a0Lobby', false],
    ['deviceName', 'AP\tLobby', false],
    ['deviceName', 'a'.repeat(33), false],
    ['deviceName', '𝒜'.repeat(32), true],
    ['nicknameText', 'Inês Silva', true],
    ['nicknameText', 'a'.repeat(33), false],
    ['ruleName', 'to-office', true],
    ['ruleName', 'to office', false],
    ['ruleName', 'a'.repeat(17), false],
    ['vlanName', 'Guests (2nd), a/b', false],
    ['vlanName', 'Guests (2), a/b', true],
    ['vlanName', 'Staff_1:x.y-z', true],
    ['vlanName', 'BR0', false],
    ['vlanName', 'iptv', false],
    ['vlanName', 'IPTV2', true],
    ['vlanName', 'a;b', false],
    ['vlanName', 'Gäste', false],
    ['dhcpPoolName', 'pool_10', true],
    ['dhcpPoolName', 'pool 10', false],
    ['dhcpPoolName', 'pool\n', false],
    ['dhcpPoolName', 'a'.repeat(33), false],
    ['policyName', 'Lobby Wi-Fi #1 ~', true],
    ['policyName', 'Café', true],
    ['policyName', 'Café  1', false],
    ['projectName', 'Grand Hôtel de la Gare', true],
    ['projectName', 'a'.repeat(32), true],
    ['projectName', 'a'.repeat(33), false],
    ['shortTitle', 'a'.repeat(18), true],
    ['shortTitle', 'a'.repeat(19), false],
    ['ssid', 'ü'.repeat(16), true],
    ['ssid', 'ü'.repeat(17), false],
  ] as const)('%s %j: %s', (kind, text, allowed) =>
    expect(names[kind].safeParse(text).success).toBe(allowed),
  );

  test.each(Object.entries(names))('%s refuses characters that no name may contain', (_kind, schema) => {
    for (const bad of ['', ' a', 'a ', '🙂', 'a🇩🇪', '1️⃣', 'a\u0000b', 'a\u202eb', '\ud800'])
      expect(schema.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
    expect(schema.safeParse(undefined).success).toBe(false);
  });

  it('never accepts line breaks', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('\n', '\r', '\u2028', '\0'),
        fc.string(),
        (before, breaker, after) => {
          for (const schema of Object.values(names))
            expect(schema.safeParse(before + breaker + after).success).toBe(false);
        },
      ),
    );
  });

  it('compares names in composed form, without case', () => {
    expect(normalizeName('CAFE\u0301')).toBe(normalizeName('café'));
    expect(normalizeName('STRASSE')).toBe(normalizeName('straße'));
    expect(normalizeName('STRAẞE')).toBe(normalizeName('straße'));
    expect(normalizeName('ΟΔΟΣ')).toBe(normalizeName('οδοσ'));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeName(normalizeName(text))).toBe(normalizeName(text));
        expect(normalizeName(text.normalize('NFD'))).toBe(normalizeName(text));
      }),
    );
  });

  it('counts the bytes of UTF-8', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => countUtf8Bytes(text) === encodeURIComponent(text).replaceAll(/%../g, 'x').length,
      ),
    );
  });
});

describe('device identity', () => {
  test.each([
    ['nl0123456789abcdef', 'NL0123456789ABCDEF'],
    [' NL01234567890123 ', 'NL01234567890123'],
    ['NL0123456789012', undefined],
    ['A'.repeat(33), undefined],
    ['NL0123456789-123', undefined],
    ['NL0123456789012Ä', undefined],
  ])('serial number %j reads as %j', (text, value) => expect(serialNumber.safeParse(text).data).toBe(value));

  test.each([
    ['7k3m9-qx2vb', '7K3M9QX2VB'],
    ['7K3M 9QX2 VB', '7K3M9QX2VB'],
    ['ilo0123456', '1100123456'],
    ['7K3M9QX2V', undefined],
    ['7K3M9QX2VBB', undefined],
    ['7K3M9QX2VU', undefined],
  ])('claim code %j reads as %j', (text, value) => {
    expect(parseClaimCode(text)).toBe(value);
    expect(claimCode.safeParse(text).data).toBe(value);
  });

  it('reads every code in any spelling', () => {
    const code = fc
      .array(fc.constantFrom(...CROCKFORD.split('')), { minLength: 10, maxLength: 10 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(
        code,
        (text) => parseClaimCode(`${text.slice(0, 5)}-${text.slice(5)}`.toLowerCase()) === text,
      ),
    );
  });
});

describe('device password', () => {
  test.each([
    ['Abcdefg1', true],
    ['abcdefg1', false],
    ['abcdef1!', true],
    ['Abc1!', false],
    ['Abcdefg1 ', false],
    ['Abcdefg1"', false],
    [`Aa1${'x'.repeat(62)}`, false],
  ])('%j: %s', (text, allowed) => expect(devicePassword.safeParse(text).success).toBe(allowed));
});
