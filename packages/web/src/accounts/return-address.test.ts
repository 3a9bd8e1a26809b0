import { describe, expect, it } from 'vitest';
import { resolveReturnAddress } from './return-address.ts';

describe('return address', () => {
  it.each([
    [undefined, '/overview/preview'],
    ['https://elsewhere.example/', '/overview/preview'],
    ['//elsewhere.example/', '/overview/preview'],
    ['/\\elsewhere.example', '/overview/preview'],
    ['/\t/elsewhere.example', '/overview/preview'],
    ['/\n/elsewhere.example', '/overview/preview'],
    ['/\r\\elsewhere.example', '/overview/preview'],
    [' //elsewhere.example', '/overview/preview'],
    ['/static/../login', '/overview/preview'],
    ['/login?return=/login', '/overview/preview'],
    ['/static/lrf', '/overview/preview'],
    ['/static/lrf?qr=abc', '/static/lrf?qr=abc'],
    ['/manage/devconf?project=7&open=a', '/manage/devconf?project=7&open=a'],
  ])('%s leads to %s', (wanted, address) => expect(resolveReturnAddress(wanted)).toBe(address));
});
