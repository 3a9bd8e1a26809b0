import { SeededEntropy, SteppedClock } from '@northlight/runtime';
import { describe, expect, test } from 'vitest';
import { computeDigestResponse, HttpDigestVerifier, parseDigestHeader } from './http-digest.ts';
import { BASE64_BINARY, PASSWORD_DIGEST } from './namespaces.ts';
import {
  ADMIN,
  fetchWithDigest,
  readAnswer,
  readChallenge,
  TestCamera,
  VIEWER,
  writeDigest,
  writeRequest,
  writeToken,
} from './test-camera.ts';
import { computePasswordDigest } from './username-token.ts';

const DEVICE = '/onvif/device_service';
const SNAPSHOT = '/onvif/snapshot?profile=sub';
const INFORMATION = '<tds:GetDeviceInformation/>';

describe('a WS-UsernameToken', () => {
  test('has the digest of the example of the ONVIF specification', () => {
    const nonce = Buffer.from('LKqI6G/AikKCQrN0zqZFlg==', 'base64');
    expect(computePasswordDigest(nonce, '2010-09-16T07:50:45Z', 'userpassword')).toBe(
      'tuOSpGlFlIXsozq4HFNeeGeFLEI=',
    );
  });

  const nonce = 'a nonce of 21 bytes..';
  test.each<[string, boolean, (token: string, now: number) => string]>([
    ['is accepted', true, (token) => token],
    ['of the camera’s time minus 5 s is accepted', true, (_token, now) => create(now - 5_000)],
    ['of the camera’s time plus 5 s is accepted', true, (_token, now) => create(now + 5_000)],
    ['that is 5.001 s old is refused', false, (_token, now) => create(now - 5_001)],
    ['from the future is refused', false, (_token, now) => create(now + 5_001)],
    ['with a wrong password is refused', false, (_token, now) => create(now, { password: 'x' })],
    [
      'of an unknown user is refused',
      false,
      (_token, now) => create(now, { username: 'root', password: '' }),
    ],
    ['of another time than the digest is refused', false, (token) => token.replace('.000Z', '.001Z')],
    ['of a local time is refused', false, (token) => token.replace('.000Z', '+00:00')],
    [
      'with the password in plain text is refused',
      false,
      (token) => token.replace('#PasswordDigest', '#PasswordText'),
    ],
    ['without a type is refused', false, (token) => token.replace(` Type="${PASSWORD_DIGEST}"`, '')],
    [
      'with a nonce in hexadecimal digits is refused',
      false,
      (token) => token.replace(BASE64_BINARY, `${BASE64_BINARY}#hex`),
    ],
    ['with a nonce that is not Base64 is refused', false, (token) => token.replace(encode(nonce), 'nonce!')],
    ['without nonce is refused', false, (token) => token.replace(/<wsse:Nonce.*<\/wsse:Nonce>/, '')],
    ['without time is refused', false, (token) => token.replace(/<wsu:Created.*<\/wsu:Created>/, '')],
    [
      'with a time of another namespace is refused',
      false,
      (token) => token.replaceAll('wsu:Created', 'wsse:Created'),
    ],
    ['with a short nonce is refused', false, (_token, now) => create(now, { nonce: 'short' })],
    [
      'with two passwords is refused',
      false,
      (token) => token.replace(/(<wsse:Password .*<\/wsse:Password>)/, '$1$1'),
    ],
  ])('%s', async (_title, accepted, change) => {
    await using test = await TestCamera.start();
    const now = test.camera.state.now();
    const answer = await test.call(DEVICE, INFORMATION, change(create(now), now));
    expect(answer.status).toBe(accepted ? 200 : 400);
    if (!accepted) expect(['ter:NotAuthorized', 'ter:WellFormed']).toContain(answer.codes.at(-1));
  });

  const create = (createdAt: number, changes: Partial<Parameters<typeof writeToken>[0]> = {}) =>
    writeToken({ ...ADMIN, nonce, createdAt, ...changes });
  const encode = (text: string) => Buffer.from(text).toString('base64');

  test('is accepted once, also by another service', async () => {
    await using test = await TestCamera.start();
    const token = test.sign();
    expect((await test.call(DEVICE, INFORMATION, token)).status).toBe(200);
    expect((await test.call(DEVICE, INFORMATION, token)).codes).toEqual(['env:Sender', 'ter:NotAuthorized']);
    expect((await test.call('/onvif/media_service', '<trt:GetProfiles/>', token)).status).toBe(400);
  });

  test('is accepted again by a camera that does not remember nonces', async () => {
    await using test = await TestCamera.start({ allowsNonceReuse: true });
    const token = test.sign();
    for (const _time of [1, 2]) expect((await test.call(DEVICE, INFORMATION, token)).status).toBe(200);
  });

  test('fails with a wrong clock, until the client asks for the time', async () => {
    await using test = await TestCamera.start({ clockOffsetMs: 8_000 });
    const sign = (createdAt: number) => writeToken({ ...ADMIN, nonce: `at ${createdAt}`, createdAt });
    expect((await test.call(DEVICE, INFORMATION, sign(test.clock.now()))).status).toBe(400);
    expect((await test.call(DEVICE, INFORMATION, sign(test.clock.now() + 8_000))).status).toBe(200);
  });

  test('is refused by a camera with HTTP digest only, which sends its challenge', async () => {
    await using test = await TestCamera.start({ authentication: 'httpDigest' });
    expect((await test.call(DEVICE, INFORMATION)).status).toBe(401);
  });
});

describe('HTTP digest', () => {
  const example = {
    username: 'Mufasa',
    realm: 'http-auth@example.org',
    uri: '/dir/index.html',
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    nc: '00000001',
    cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  };
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ] as const)('has the response of RFC 7616, 3.9.1, for %s', (algorithm, response) => {
    expect(computeDigestResponse({ ...example, algorithm }, 'GET', 'Circle of Life')).toBe(response);
  });

  test.each(['MD5', 'SHA-256'] as const)(
    'is accepted with %s, for SOAP and for pictures',
    async (algorithm) => {
      await using test = await TestCamera.start();
      const first = await test.post(DEVICE, writeRequest(INFORMATION));
      expect(first.status).toBe(401);
      const challenge = readChallenge(first.headers, algorithm);
      const soap = writeDigest(challenge, DEVICE, { algorithm, method: 'POST' });
      expect((await test.post(DEVICE, writeRequest(INFORMATION), { authorization: soap })).status).toBe(200);
      const picture = writeDigest(challenge, SNAPSHOT, { algorithm, count: 2 });
      expect((await fetch(test.origin + SNAPSHOT, { headers: { authorization: picture } })).status).toBe(200);
    },
  );

  test.each<[string, (header: string) => string]>([
    ['another response', (header) => header.replace(/response="./, 'response="_')],
    ['another address', (header) => header.replace('profile=sub', 'profile=main')],
    ['another realm', (header) => header.replace('realm="', 'realm="x')],
    ['another count', (header) => header.replace('nc=00000001', 'nc=00000002')],
    ['a count that is not hexadecimal', (header) => header.replace('nc=00000001', 'nc=1')],
    ['no quality of protection', (header) => header.replace('qop=auth, ', '')],
    ['integrity protection', (header) => header.replace('qop=auth,', 'qop=auth-int,')],
    ['an unknown algorithm', (header) => header.replace('SHA-256', 'SHA-512-256')],
    ['another algorithm', (header) => header.replace('SHA-256', 'MD5')],
    ['a value twice', (header) => `${header}, qop=auth`],
    ['no client nonce', (header) => header.replace('cnonce="abcdef"', 'cnonce=""')],
    ['text after the header', (header) => `${header} x`],
    ['another scheme', (header) => header.replace('Digest', 'Basic')],
    ['no space after the scheme', (header) => header.replace('Digest ', 'Digest')],
  ])('is refused with %s', async (_title, change) => {
    await using test = await TestCamera.start();
    const challenge = readChallenge((await fetch(test.origin + SNAPSHOT)).headers, 'SHA-256');
    const take = async (authorization: string) =>
      (await fetch(test.origin + SNAPSHOT, { headers: { authorization } })).status;
    expect(await take(change(writeDigest(challenge, SNAPSHOT)))).toBe(401);
    expect(await take(writeDigest(challenge, SNAPSHOT))).toBe(200);
  });

  test('is refused with a wrong password and for another method', async () => {
    await using test = await TestCamera.start();
    const challenge = readChallenge((await fetch(test.origin + SNAPSHOT)).headers, 'SHA-256');
    for (const options of [
      { user: { ...VIEWER, password: 'x' } },
      { user: { ...VIEWER, username: 'x' } },
      { method: 'POST' },
    ]) {
      const authorization = writeDigest(challenge, SNAPSHOT, options);
      const answer = await fetch(test.origin + SNAPSHOT, { headers: { authorization } });
      expect([answer.status, readChallenge(answer.headers, 'SHA-256').stale]).toEqual([401, false]);
    }
  });

  test('is stale for a repeated or older count, for an unknown nonce and after 60 s', async () => {
    await using test = await TestCamera.start();
    const challenge = readChallenge((await fetch(test.origin + SNAPSHOT)).headers, 'SHA-256');
    const take = async (count: number, nonce = challenge.nonce) => {
      const authorization = writeDigest({ ...challenge, nonce }, SNAPSHOT, { count });
      const answer = await fetch(test.origin + SNAPSHOT, { headers: { authorization } });
      return [answer.status, readChallenge(answer.headers, 'SHA-256').stale];
    };
    expect(await take(5)).toEqual([200, false]);
    for (const count of [5, 4]) expect(await take(count)).toEqual([401, true]);
    expect(await take(6)).toEqual([200, false]);
    expect(await take(7, 'unknown')).toEqual([401, true]);
    await test.clock.advance(60_001);
    expect(await take(8)).toEqual([401, true]);
  });

  test('is refused by a camera with tokens only, and fails if the challenge has another realm', async () => {
    await using tokens = await TestCamera.start({ authentication: 'usernameToken' });
    expect((await readAnswer(await tokens.post(DEVICE, writeRequest(INFORMATION)))).status).toBe(400);
    await using hostile = await TestCamera.start({ hostility: { announcedRealm: 'Router' } });
    const answer = await fetchWithDigest(hostile.origin + SNAPSHOT);
    expect([answer.status, readChallenge(answer.headers, 'SHA-256').realm]).toEqual([401, 'Router']);
  });

  test('is refused for another address than that of the request', async () => {
    await using test = await TestCamera.start();
    const challenge = readChallenge((await fetch(test.origin + SNAPSHOT)).headers, 'SHA-256');
    const authorization = writeDigest(challenge, '/onvif/snapshot?profile=main');
    expect((await fetch(test.origin + SNAPSHOT, { headers: { authorization } })).status).toBe(401);
  });

  test('offers and accepts the algorithms of its options only', async () => {
    await using test = await TestCamera.start({ digestAlgorithms: ['MD5'] });
    const { headers } = await fetch(test.origin + SNAPSHOT);
    expect(headers.get('www-authenticate')).not.toMatch(/SHA/);
    const take = async (algorithm: 'MD5' | 'SHA-256') => {
      const authorization = writeDigest(readChallenge(headers, 'MD5'), SNAPSHOT, { algorithm });
      return (await fetch(test.origin + SNAPSHOT, { headers: { authorization } })).status;
    };
    expect([await take('SHA-256'), await take('MD5')]).toEqual([401, 200]);
  });

  test('forgets the oldest of 256 nonces', () => {
    const clock = new SteppedClock();
    const verifier = new HttpDigestVerifier({
      realm: 'r',
      algorithms: ['MD5'],
      users: () => [ADMIN],
      now: () => clock.now(),
      entropy: new SeededEntropy(1),
    });
    const nonces = Array.from(
      { length: 257 },
      () => /nonce="(\w+)"/.exec(verifier.challenge(false)[0] ?? '')?.[1] ?? '',
    );
    const verify = (nonce = '') =>
      verifier.verify(writeDigest({ realm: 'r', nonce }, '/', { algorithm: 'MD5' }), 'GET', '/');
    expect([verify(nonces[0]), verify(nonces[1])]).toEqual(['stale', { user: ADMIN }]);
  });

  test('reads quoted text with escapes', () => {
    const header =
      'digest username="a\\"b, c=\\\\", realm="r", nonce="n", uri="/", response="0", qop="auth", nc=0000000a, cnonce="c"';
    expect(parseDigestHeader(header)).toMatchObject({
      username: 'a"b, c=\\',
      algorithm: 'MD5',
      nc: '0000000a',
    });
  });
});
