import { expect, test } from 'vitest';
import { cleanAddress, cleanNumber, splitNetwork } from './typed-text.ts';

test.each([
  ' 192.168.30.1',
  '192.168.30.1 ',
  '\u200b192.168.30.1\u00a0',
  '192,168,30,1',
  '192.168.30.\ufeff1\t',
  '192。168．30，1',
])('reads the address %j', (text) => expect(cleanAddress(text)).toBe('192.168.30.1'));

test('reads MAC addresses and numbers', () => {
  expect(cleanNumber(' 02-F1-E1-00-00-04\u200e')).toBe('02-F1-E1-00-00-04');
  expect(cleanNumber('\u00a0443\u200b ')).toBe('443');
  expect(cleanNumber('20, 30, 40-43')).toBe('20,30,40-43');
});

test.each([
  ['192.168.20.1/24', 24],
  [' 192.168.20.1 / 24\u00a0', 24],
  ['192,168,20,1/24', 24],
  ['192.168.20.1/255.255.255.0', 24],
  ['192.168.20.1 255.255.255.0', 24],
  ['192.168.20.1/32', 32],
])('splits %j', (text, prefix) => expect(splitNetwork(text)).toEqual({ ip: '192.168.20.1', prefix }));

test.each(['192.168.20.1', '192.168.20.1/', '192.168.20.1/33', '192.168.20/24', '/24', ''])(
  'does not split %j',
  (text) => expect(splitNetwork(text)).toBeUndefined(),
);
