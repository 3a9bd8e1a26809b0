import { topics } from '@northlight/contract/device-protocol';
import { expect, inject, test } from 'vitest';
import { type PlayedDevice, playSite, pollUntil, startTestServer } from '../testing/index.ts';

test('the client list has pages, which neither repeat nor omit a client', async () => {
  await using world = await startTestServer(inject('databaseUrl'));
  const owner = await world.signedUp();
  await using site = await playSite(world, owner, 'NL-AP6C');
  const { params } = site;
  const [device] = site.devices as [PlayedDevice];
  await device.on({ session: 'one', ts: world.clock.now() });
  const macs = Array.from({ length: 25 }, (_, index) => `02:00:00:00:00:${(index + 16).toString(16)}`).sort();
  let seq = 0;
  const report = (changes: object) =>
    device.raw.publish(topics.up(device.id, 'clients'), {
      session: 'one',
      seq: ++seq,
      ts: world.clock.now(),
      ...changes,
    });
  const waitUntil = (isDone: () => Promise<boolean>) =>
    pollUntil(async () => {
      await world.clock.advance(10);
      return isDone();
    });
  const list = (query: { limit?: number; cursor?: string; online?: 'true' | 'false' }) =>
    owner.call('clientList', { params, query });
  const listAll = async (query: { limit: number; online?: 'true' | 'false' }) => {
    const found: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 30; pages++) {
      const page = await list({ ...query, ...(cursor !== undefined && { cursor }) });
      expect(page.items.length).toBeLessThanOrEqual(query.limit);
      found.push(...page.items.map(({ mac }) => mac));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    return found;
  };
  void report({ full: true, join: macs.map((mac) => ({ mac, ssid: 'Staff', band: '5G' })) });
  await waitUntil(async () => (await list({})).items.length === macs.length);
  // Half of them leave, and stay in the list for a day.
  const left = macs.filter((_, index) => index % 2 === 0);
  void report({ full: false, leave: left });
  await waitUntil(async () => (await list({ online: 'false' })).items.length === left.length);

  const whole = await list({});
  expect(whole).toMatchObject({ total: 25 });
  expect(whole).not.toHaveProperty('nextCursor');
  for (const limit of [1, 5, 24, 25, 26]) expect(await listAll({ limit })).toEqual(macs);
  expect(await listAll({ limit: 4, online: 'false' })).toEqual(left);
  expect(await list({ limit: 3, online: 'true' })).toMatchObject({
    items: [{ mac: macs[1] }, { mac: macs[3] }, { mac: macs[5] }],
    nextCursor: macs[5],
    total: 12,
  });
  // A cursor without a limit leads to all further clients.
  expect((await list({ cursor: macs[20] ?? '' })).items.map(({ mac }) => mac)).toEqual(macs.slice(21));
  expect(await list({ cursor: 'ff:ff:ff:ff:ff:ff', limit: 5 })).toEqual({ items: [], total: 25 });

  // A MAC address is found in any notation, and texts are found in any case.
  const search = async (text: string) =>
    (await owner.call('clientList', { params, query: { search: text } })).items.map(({ mac }) => mac);
  const [, second = ''] = macs;
  for (const text of [second, second.toUpperCase().replaceAll(':', '-'), '0000.0011', ' 020000000011 '])
    expect(await search(text)).toEqual([second]);
  expect(await search('staff')).toEqual(macs);
  expect(await search('nothing')).toEqual([]);

  for (const query of [{ limit: 0 }, { limit: 1_001 }, { cursor: 'later' }, { cursor: '02:00:00:00:00:0' }]) {
    const { body } = await owner.refused('clientList', { params, query });
    expect(body).toMatchObject({ code: 400, fields: { [Object.keys(query)[0] ?? '']: expect.any(String) } });
  }
});
