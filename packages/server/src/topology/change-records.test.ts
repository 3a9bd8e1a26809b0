import { HOUR_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { pollUntil, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import { createSilentSite } from './testing/silent-site.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

test('changes name the operation or the log record that led to them, for readers who may see it', async () => {
  await using site = await createSilentSite(world, owner);
  const { behind, gateway, params } = site;
  const list = async (reader: TestBrowser) => {
    const from = new Date(world.clock.now() - HOUR_MS).toISOString();
    const { items } = await reader.call('topologyChangeList', { params, query: { from } });
    return items;
  };
  const findOperation = async (action: string, { sn }: { readonly sn: string }) => {
    const { items } = await owner.call('auditList', { params, query: { action } });
    return items.find(({ object }) => object.includes(sn))?.id;
  };
  await behind.report([{ port: 'u1', mac: gateway.mac }]);
  await gateway.report([{ port: 'lan2', mac: behind.mac }]);
  await pollUntil(async () => (await site.read()).links.some(({ evidence }) => evidence === 'forwarding'));
  await world.clock.advance(20_000);
  await owner.call('deviceRemove', { params: { ...params, deviceId: behind.id } });
  await site.read();
  const changes = await list(owner);
  const findRecord = (kind: string, { id } = behind) =>
    changes.find((change) => change.kind === kind && change.deviceId === id)?.record;
  expect(findRecord('device-added', gateway)).toEqual({
    kind: 'operation',
    id: await findOperation('device.add', gateway),
  });
  expect(findRecord('device-removed')).toEqual({
    kind: 'operation',
    id: await findOperation('device.remove', behind),
  });
  const { items: records } = await owner.call('logList', { params, query: { kind: 'device' } });
  const online = records.find(({ device, event }) => device?.id === behind.id && event.startsWith('Online'));
  expect(findRecord('came-online')).toEqual({ kind: 'log', id: online?.id });

  const viewer = await world.signedUp('topology-viewer@example.com');
  await owner.call('shareCreate', {
    params,
    body: { account: 'topology-viewer@example.com', right: 'r', validity: { kind: 'hours', hours: 1 } },
  });
  const kinds = (await list(viewer)).map(({ record }) => record?.kind);
  expect(kinds).toContain('log');
  expect(kinds).not.toContain('operation');
});
