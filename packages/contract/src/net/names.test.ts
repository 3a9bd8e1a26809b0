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

describe('the check of names', () => {
  test.each([
    ['deviceName', 'AP-Lobby'],
    ['deviceName', 'Empfang-Süd'],
    ['deviceName', 'AP Lobby 2'],
    ['deviceName', 'Приёмная (1-й этаж)'],
    ['deviceName', '𝒜'.repeat(32)],
    ['nicknameText', 'Inês Silva'],
    ['ruleName', 'to-office'],
    ['vlanName', 'Guests (2), a/b'],
    ['vlanName', 'Staff_1:x.y-z'],
    ['vlanName', 'IPTV2'],
    ['dhcpPoolName', 'pool_10'],
    ['policyName', 'Lobby Wi-Fi #1 ~'],
    ['policyName', 'Café'],
    ['projectName', 'Grand Hôtel de la Gare'],
    ['projectName', 'a'.repeat(32)],
    ['shortTitle', 'a'.repeat(18)],
    ['ssid', 'ü'.repeat(16)],
  ] as const)('accepts the %s %j', (kind, text) => expect(names[kind].safeParse(text).success).toBe(true));

  test.each([
    ['deviceName', 'AP  Lobby'],
    ['deviceName', 'AP\u00a0Lobby'],
    ['deviceName', 'AP\tLobby'],
    ['deviceName', 'a'.repeat(33)],
    ['nicknameText', 'a'.repeat(33)],
    ['ruleName', 'to office'],
    ['ruleName', 'a'.repeat(17)],
    ['vlanName', 'Guests (2nd), a/b'],
    ['vlanName', 'BR0'],
    ['vlanName', 'iptv'],
    ['vlanName', 'a;b'],
    ['vlanName', 'Gäste'],
    ['dhcpPoolName', 'pool 10'],
    ['dhcpPoolName', 'pool\n'],
    ['dhcpPoolName', 'a'.repeat(33)],
    ['policyName', 'Café  1'],
    ['projectName', 'a'.repeat(33)],
    ['shortTitle', 'a'.repeat(19)],
    ['ssid', 'ü'.repeat(17)],
  ] as const)('refuses the %s %j', (kind, text) => expect(names[kind].safeParse(text).success).toBe(false));

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
    ['NL01-2345 6789-0123', 'NL01234567890123'],
    ['NL01\u00a02345\u202f6789\u20110123', 'NL01234567890123'],
    ['="0012345678901234"', '0012345678901234'],
    ["'0012345678901234", '0012345678901234'],
    ['\u200bNL0123\u00ad4567890123\ufeff', 'NL01234567890123'],
    ['\uff2e\uff2c01234567890123', 'NL01234567890123'],
    ['“NL01234567890123”', 'NL01234567890123'],
    ['NL01234567890123 K7M2Q9XD4T', undefined],
    ['1 NL01234567890123', undefined],
    ['NL0123456789.0123', undefined],
    [`NL01234567890123${' '.repeat(300)}`, undefined],
    ['NL0123456789012Ä', undefined],
  ])('parses the serial number %j as %j', (text, value) =>
    expect(serialNumber.safeParse(text).data).toBe(value),
  );

  test.each([
    ['7k3m9-qx2vb', '7K3M9QX2VB'],
    ['7K3M 9QX2 VB', '7K3M9QX2VB'],
    ['ilo0123456', '1100123456'],
    ['="0123456789"', '0123456789'],
    ["'7k3m9\u00a0\u2013\u200bqx2vb", '7K3M9QX2VB'],
    ['\uff17K3M9QX2VB', '7K3M9QX2VB'],
    ['7K3M9.QX2VB', undefined],
    ['7K3M9QX2V', undefined],
    ['7K3M9QX2VBB', undefined],
    ['7K3M9QX2VU', undefined],
  ])('parses the claim code %j as %j', (text, value) => {
    expect(parseClaimCode(text)).toBe(value);
    expect(claimCode.safeParse(text).data).toBe(value);
  });

  it('parses every claim code in lower case and with a hyphen', () => {
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
  test.each(['Abcdefg1', 'abcdef1!'])('may be %j', (text) =>
    expect(devicePassword.safeParse(text).success).toBe(true),
  );

  test.each(['abcdefg1', 'Abc1!', 'Abcdefg1 ', 'Abcdefg1"', `Aa1${'x'.repeat(62)}`])(
    'must not be %j',
    (text) => expect(devicePassword.safeParse(text).success).toBe(false),
  );
});
