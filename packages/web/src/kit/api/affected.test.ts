import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isCountOf, isOfProject, isReadOf } from './affected.ts';
import { awaitRefetch, call } from './call.ts';
import { loadOperation } from './operations.ts';
import { createQueryClient } from './query-client.ts';

beforeAll(() => loadOperation('deviceList'));
afterEach(() => void vi.unstubAllGlobals());

describe('queries affected by a change', () => {
  it.each([
    ['deviceList', 'devices', true, false],
    ['deviceList', 'alarms', false, false],
    ['projectList', 'devices', false, true],
    ['projectList', 'projects', true, false],
    ['noSuchOperation', 'devices', false, false],
    ['constructor', 'devices', false, false],
  ] as const)('%s and %s', (key, resource, isRead, isCount) => {
    expect([isReadOf([key, {}], resource), isCountOf([key, {}], resource)]).toEqual([isRead, isCount]);
  });

  it.each([
    [{ params: { projectId: 7 } }, 7, true],
    [{ params: { projectId: 8 } }, 7, false],
    [{ params: { projectId: 8 } }, undefined, true],
    [{}, 7, true],
    [undefined, 7, true],
  ])('the input %o and project %s', (input, projectId, expected) => {
    expect(isOfProject(['deviceList', input], projectId)).toBe(expected);
  });
});

/** Returns the number of fetches of queries that a page shows. */
function watch(client: QueryClient, queryKeys: readonly (readonly unknown[])[]) {
  const fetches = queryKeys.map((queryKey) => {
    const queryFn = vi.fn(() => Promise.resolve(''));
    new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => undefined);
    return queryFn;
  });
  return () => fetches.map(({ mock }) => mock.calls.length);
}

describe('a call', () => {
  const params = { projectId: 7 };
  const other = { projectId: 8 };
  const shown = [
    ['alarmList', { params }],
    ['alarmList', { params: other }],
    ['projectList', { query: {} }],
    ['logList', { params }],
  ];

  it.each([
    [200, { marked: 1 }],
    [403, { code: 914, message: 'No.' }],
  ])(
    'refetches what the page shows of the changed resources of the project, after the answer %s',
    async (status, body) => {
      const client = createQueryClient({ onSignedOut: () => undefined });
      const fetches = watch(client, shown);
      await vi.waitFor(() => expect(client.isFetching()).toBe(0));
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })));
      await call('alarmMarkRead', { params, body: {} }).catch(() => undefined);
      await awaitRefetch();
      expect(fetches()).toEqual([2, 1, 2, 1]);
    },
  );

  it('refetches nothing after a read', async () => {
    const client = createQueryClient({ onSignedOut: () => undefined });
    const fetches = watch(client, shown);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ items: [] })));
    await call('displayList', {});
    await awaitRefetch();
    expect(fetches()).toEqual([1, 1, 1, 1]);
  });
});
