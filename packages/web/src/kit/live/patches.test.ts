import { device, DEVICE_FIGURES } from '@northlight/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { isPatched, PATCHED, patchLists, patchRows } from './patches.ts';

const { clients, devices } = PATCHED;
if (!clients || !devices) throw new Error('Devices and clients travel along.');
const at = (minute: number) => `2026-05-01T12:${String(minute).padStart(2, '0')}:00.000Z`;
const row = (id: string, minute: number, fields: object = {}) => ({
  id,
  name: `Name of ${id}`,
  reportedAt: at(minute),
  cpuPercent: 10,
  ip: '10.0.0.1',
  ...fields,
});
const change = (id: string, minute: number, fields: object = {}) => ({
  id,
  reportedAt: at(minute),
  ...fields,
});
const key = (projectId: number, query?: object) => [
  'deviceList',
  { params: { projectId }, ...(query && { query }) },
];

describe('rows in live events', () => {
  it('replace the reported fields only', () => {
    const [first, second] = [row('a', 1), row('b', 1)];
    const next = patchRows([first, second], [change('b', 2, { cpuPercent: 40 })], devices);
    expect(next[0]).toBe(first);
    // Removes a field of the row that is absent in the event.
    expect(next[1]).toEqual({ id: 'b', name: 'Name of b', reportedAt: at(2), cpuPercent: 40 });
  });

  it('are ignored when the page has newer rows or does not show them', () => {
    const items = [row('a', 5)];
    expect(patchRows(items, [change('a', 4, { cpuPercent: 99 }), change('z', 9)], devices)).toBe(items);
  });

  it('contain only fields that a report of a device changes', () => {
    expect(DEVICE_FIGURES.filter((name) => !(name in device.shape))).toEqual([]);
    expect(DEVICE_FIGURES).not.toContain('state');
    expect(DEVICE_FIGURES).not.toContain('can');
  });
});

describe('clients in live events', () => {
  const client = (mac: string, minute: number, fields: object = {}) => ({
    mac,
    name: mac,
    online: true,
    lastSeenAt: at(minute),
    ...fields,
  });
  const liveRow = (mac: string, minute: number, fields: object = {}) => {
    const { mac: id, ...rest } = client(mac, minute, fields);
    return { id, ...rest };
  };
  const listKey = (query: object) => ['clientList', { params: { projectId: 1 }, query }];
  const patch = (query: object, rows: ReturnType<typeof liveRow>[]) => {
    const cache = new QueryClient();
    cache.setQueryData(listKey(query), { items: [client('a', 1), client('b', 1)], total: 2 });
    patchLists(cache, clients, 1, rows);
    return cache.getQueryData<{ items: { mac: string }[]; total: number }>(listKey(query));
  };

  it('replace whole rows, and new clients are added', () => {
    expect(patch({}, [liveRow('b', 2, { ip: '10.0.0.9' }), liveRow('c', 2)])).toEqual({
      items: [client('a', 1), client('b', 2, { ip: '10.0.0.9' }), client('c', 2)],
      total: 3,
    });
  });

  it('leave the list of online clients when they disconnect, and stay in the full list', () => {
    const left = [liveRow('a', 2, { online: false }), liveRow('z', 2, { online: false })];
    expect(patch({ online: 'true' }, left)).toEqual({ items: [client('b', 1)], total: 1 });
    expect(patch({}, left)?.items.map(({ mac }) => mac)).toEqual(['a', 'b', 'z']);
  });

  it('do not patch a list whose filter the browser cannot evaluate', () => {
    expect(isPatched(listKey({ online: 'false' }), clients, 1, [liveRow('a', 2)])).toBe(false);
    expect(isPatched(listKey({ online: 'true' }), clients, 1, [liveRow('a', 2)])).toBe(true);
    for (const page of [{ limit: 2 }, { online: 'true', cursor: 'a' }])
      expect(isPatched(listKey(page), clients, 1, [liveRow('a', 2)])).toBe(false);
    const visits = (mac: string) => ['clientVisits', { params: { projectId: 1, mac } }];
    expect(isPatched(visits('a'), clients, 1, [liveRow('a', 2)])).toBe(false);
    expect(isPatched(visits('b'), clients, 1, [liveRow('a', 2)])).toBe(true);
  });
});

describe('cached lists', () => {
  it('are patched in their own project only, and keep their update time', () => {
    const client = new QueryClient();
    for (const projectId of [1, 2])
      client.setQueryData(key(projectId), { items: [row('a', 1)] }, { updatedAt: 1000 });
    patchLists(client, devices, 1, [change('a', 2, { cpuPercent: 40 })]);
    const cpu = (projectId: number) =>
      client.getQueryData<{ items: { cpuPercent: number }[] }>(key(projectId))?.items[0]?.cpuPercent;
    expect([cpu(1), cpu(2)]).toEqual([40, 10]);
    expect(client.getQueryState(key(1))?.dataUpdatedAt).toBe(1000);
  });

  it('remain invalidated after a patch', async () => {
    const client = new QueryClient();
    client.setQueryData(key(1), { items: [row('a', 1)] });
    await client.invalidateQueries({ queryKey: key(1), refetchType: 'none' });
    patchLists(client, devices, 1, [change('a', 2)]);
    expect(client.getQueryState(key(1))?.isInvalidated).toBe(true);
  });

  it('are patched again after loading if an event arrived during the load', async () => {
    const client = new QueryClient();
    const { promise, resolve } = Promise.withResolvers<object>();
    const fetched = client.fetchQuery({ queryKey: key(1), queryFn: () => promise });
    patchLists(client, devices, 1, [change('a', 2, { cpuPercent: 40 })]);
    resolve({ items: [row('a', 1)] });
    await fetched;
    await Promise.resolve();
    expect(client.getQueryData(key(1))).toMatchObject({ items: [{ cpuPercent: 40 }] });
  });

  it('are not refetched when patched, unlike other affected reads', () => {
    const rows = [change('a', 2)];
    const patched = (queryKey: readonly unknown[]) => isPatched(queryKey, devices, 1, rows);
    expect(patched(key(1))).toBe(true);
    expect(patched(key(1, { limit: 50 }))).toBe(false);
    expect(patched(['deviceGet', { params: { projectId: 1, deviceId: 'a' } }])).toBe(false);
    expect(patched(['deviceGet', { params: { projectId: 1, deviceId: 'b' } }])).toBe(true);
  });
});
