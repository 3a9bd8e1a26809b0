import { expect, test } from 'vitest';
import { parseByteRange } from './byte-range.ts';
import { readTicket, signTicket, type Ticket } from './ticket.ts';

const key = Buffer.alloc(32, 7);
const ticket: Ticket = { deviceId: 'AAAAAAAAAAAAAAAAAAAAAA', fileId: '0199a0', bytes: 42, expiresAt: 1_000 };

test('reads the signed values of a ticket until it expires', () => {
  const text = signTicket(key, ticket);
  expect(readTicket(key, text, 999)).toEqual(ticket);
  expect(readTicket(key, text, 1_000)).toBeUndefined();
});

test('rejects a changed ticket and a ticket signed with another key', () => {
  const text = signTicket(key, ticket);
  for (let index = 0; index < text.length; index++) {
    const other = text[index] === 'b' ? 'c' : 'b';
    const changed = text.slice(0, index) + other + text.slice(index + 1);
    const read = readTicket(key, changed, 0);
    // The last base64 character of the signature has two unused bits, so changing it may not change the
    // signature.
    if (index < text.length - 1) expect(read).toBeUndefined();
    else expect(read ?? ticket).toEqual(ticket);
  }
  expect(readTicket(Buffer.alloc(32, 8), text, 0)).toBeUndefined();
  for (const junk of ['', '.', `${text}.`, text.slice(0, -1), '%00', 'a.b.1.2.' + 'A'.repeat(43)])
    expect(readTicket(key, junk, 0)).toBeUndefined();
});

test.each<[string | undefined, ReturnType<typeof parseByteRange>]>([
  [undefined, 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=5-', { start: 5, end: 99 }],
  ['bytes=-7', { start: 93, end: 99 }],
  ['bytes=-700', { start: 0, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
])('parses the range header %s of a file of 100 bytes as %j', (header, expected) =>
  expect(parseByteRange(header, 100)).toEqual(expected),
);

test('rejects every range of an empty file', () => {
  expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseByteRange(undefined, 0)).toBe('whole');
});
