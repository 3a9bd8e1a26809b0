import { expect, test } from 'vitest';
import { createDeprecationHeaders } from './deprecation.ts';

const deprecated = { since: '2026-01-01', sunset: '2027-01-01', use: 'deviceList' };

test('the responses of a deprecated operation have the headers of RFC 9745 and RFC 8594', () => {
  expect(createDeprecationHeaders(deprecated)).toEqual({
    deprecation: '@1767225600',
    sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
    link: '</help/api?open=deviceList>; rel="deprecation"; type="text/html"',
  });
});
