import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, formatQueryString, setCsrfToken } from './call.ts';

function answer(status: number, body: unknown) {
  const fetchMock = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

afterEach(() => {
  vi.unstubAllGlobals();
  setCsrfToken(undefined);
});

describe('call', () => {
  it('parses the answer with the schema of the endpoint', async () => {
    answer(200, { status: 'ok', version: '1.0.0' });
    await expect(call('health', {})).resolves.toEqual({ status: 'ok', version: '1.0.0' });
  });

  it('rejects an answer that does not match the schema', async () => {
    answer(200, { status: 'odd' });
    await expect(call('health', {})).rejects.toMatchObject({ name: 'ApiError', code: 2000 });
  });

  it('throws an error answer with its code, fields and request id', async () => {
    answer(403, { code: 914, message: 'No.', fields: { name: 'Bad.' }, requestId: 'r1' });
    await expect(call('alarmMarkRead', { params: { projectId: 500_000 }, body: {} })).rejects.toMatchObject({
      code: 914,
      status: 403,
      message: 'No.',
      fields: { name: 'Bad.' },
      requestId: 'r1',
    });
  });

  it('fills the path and sends the CSRF token on writes only', async () => {
    const fetchMock = answer(200, { marked: 1 });
    setCsrfToken('token-1');
    await call('alarmMarkRead', { params: { projectId: 7 }, body: { ids: ['a'] } });
    const [url, init] = fetchMock.mock.calls[0] ?? [];
    expect(url).toBe('/api/v1/projects/7/alarm-reads');
    expect(init?.headers).toMatchObject({ 'x-csrf-token': 'token-1' });
  });

  it('sends the bearer token of a third-party session without cookies, and no token when signing in', async () => {
    const fetchMock = answer(200, { marked: 1 });
    setCsrfToken('token-1');
    const kept = new Map([['northlight.token', '"t0k3n"']]);
    vi.stubGlobal('sessionStorage', { getItem: (name: string) => kept.get(name) ?? null });
    await call('alarmMarkRead', { params: { projectId: 7 }, body: {} });
    const [, init] = fetchMock.mock.calls[0] ?? [];
    expect(init?.credentials).toBe('omit');
    expect(init?.headers).toMatchObject({ authorization: 'Bearer t0k3n' });
    expect(init?.headers).not.toHaveProperty('x-csrf-token');
    const open = answer(200, { status: 'ok', version: '1.0.0' });
    await call('health', {});
    expect(open.mock.calls[0]?.[1].headers).not.toHaveProperty('authorization');
  });

  it('reports that the server cannot be reached', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
    );
    await expect(call('health', {})).rejects.toMatchObject({ status: 0 });
  });
});

describe('formatQueryString', () => {
  it('leaves out undefined parameters', () => {
    expect(formatQueryString({ a: 1, b: undefined, c: 'x y' })).toBe('?a=1&c=x+y');
    expect(formatQueryString({})).toBe('');
  });
});
