import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SystemClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { findDestination, DestinationError, type Resolve } from './destination.ts';
import { postJson } from './post.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'example.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'router.example.com': ['192.168.1.1'],
  'half.example.com': ['93.184.215.14', '10.0.0.5'],
  'six.example.com': ['fd00::1'],
  'mapped.example.com': ['::ffff:10.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'none.example.com': [],
};
const resolve: Resolve = async (host) => {
  const found = NAMES[host];
  if (!found) throw new Error('ENOTFOUND');
  return found;
};

/** Notations of addresses that must never be reached. */
const PRIVATE_URLS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://127.255.255.254/',
  'http://127.0.0.1./',
  'http://2130706433/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0x7f.0.0.1/',
  'http://0x7f000001/',
  'http://0x7F.1/',
  'http://%31%32%37.0.0.1/',
  'http://127。0。0。1/',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://0/',
  'http://0.0.0.0/',
  'http://0.1.2.3/',
  'http://00000/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://ｌｏｃａｌｈｏｓｔ/',
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://167772161/',
  'http://012.0.0.1/',
  'http://100.64.0.1/',
  'http://100.127.255.255/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://0300.0250.1/',
  'http://192.0.0.8/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.9/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://4294967295/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[2001:db8::1]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fdff::1]/',
  'http://[ff02::1]/',
  'http://router.example.com/',
  'http://half.example.com/',
  'http://six.example.com/',
  'http://mapped.example.com/',
  'http://metadata.example.com/',
];
const INVALID_URLS = [
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_x',
  'javascript:alert(1)',
  'http://user:secret@example.com/',
  'http://example.com@127.0.0.1/',
  'http://none.example.com/',
  'http://unknown.example.com/',
  'http://[::1%25eth0]/',
  'http:///',
  'not an address',
  '',
  `https://example.com/${'x'.repeat(2_000)}`,
];

test('covers at least 60 spellings of private addresses', () =>
  expect(PRIVATE_URLS.length).toBeGreaterThanOrEqual(60));

test.each([...PRIVATE_URLS, ...INVALID_URLS])('rejects %s', async (text) => {
  await expect(findDestination(text, { allowPrivate: false, resolve })).rejects.toBeInstanceOf(
    DestinationError,
  );
});

test.each([
  ['https://example.com/hook?x=1#y', '93.184.215.14'],
  ['http://93.184.215.14:8080/', '93.184.215.14'],
  ['https://[2606:2800:21f:cb07::1]/', '2606:2800:21f:cb07::1'],
])('resolves %s to %s', async (text, address) => {
  const found = await findDestination(text, { allowPrivate: false, resolve });
  expect([found.address, found.url.hash]).toEqual([address, '']);
});

test('allows private addresses by a setting', async () => {
  const found = await findDestination('http://127.1/', { allowPrivate: true, resolve });
  expect(found.address).toBe('127.0.0.1');
});

test('connects to the checked address without a second look-up and follows no redirects', async () => {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.headers.host} ${request.url}`);
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('x'.repeat(100_000));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let lookUps = 0;
  const rebinding: Resolve = async () => [lookUps++ === 0 ? '127.0.0.1' : '10.0.0.1'];
  const found = await findDestination(`http://rebind.example.com:${port}/hook`, {
    allowPrivate: true,
    resolve: rebinding,
  });
  const answer = await postJson(new SystemClock(), found, {}, '{}');
  expect([answer.status, answer.text.length, lookUps]).toEqual([302, 1024, 1]);
  expect(hits).toEqual([`rebind.example.com:${port} /hook`]);
  server.close();
});
