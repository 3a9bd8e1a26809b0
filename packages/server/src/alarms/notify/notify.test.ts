import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AlarmNotice, alarmNotice, getDefaultRule } from '@northlight/contract';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import { startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { AlarmSite } from '../testing/alarm-site.ts';
import type { SitePlan } from '../testing/site-plan.ts';

const SWITCH = {
  sw: { model: 'NL-SW8P' },
  ap1: { model: 'NL-AP6C', on: 'sw', port: 'p1' },
  ap2: { model: 'NL-AP6C', on: 'sw', port: 'p2' },
};

const ONE = { ap: { model: 'NL-AP6C' } };

interface Hit {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly notice: AlarmNotice;
}

let world: TestServer;
let owner: TestBrowser;
const hits: Hit[] = [];
let status = 200;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8');
    hits.push({ headers: request.headers, body, notice: alarmNotice.parse(JSON.parse(body)) });
    response.writeHead(status, { location: '/elsewhere' }).end('receiver text');
  });
});
let url = '';
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { env: { NORTHLIGHT_WEBHOOK_PRIVATE: 'on' } });
  owner = await world.signedUp('chief@example.com');
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://localhost:${(receiver.address() as AddressInfo).port}/hook?a=1`;
});
beforeEach(() => {
  hits.length = 0;
  status = 200;
});
afterAll(async () => {
  receiver.close();
  await world[Symbol.asyncDispose]();
});

/** Creates a site with a webhook. The site's `wait` also runs the notifier. */
async function createNotifiedSite(plan: SitePlan = SWITCH) {
  const site = await AlarmSite.make(world, owner, plan);
  const params = { projectId: site.projectId };
  // Turns off the mails that the owner gets by default.
  await owner.call('alarmMailSet', { params, body: { on: false } });
  const { secret, webhook } = await owner.call('alarmWebhookAdd', { params, body: { url } });
  const wait = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 10_000) {
      await site.wait(Math.min(left, 10_000));
      world.services.notices.run();
      await world.services.notices.processAll();
    }
  };
  const log = async () =>
    (await owner.call('alarmDeliveryList', { params, query: {} })).items.map(
      ({ attempts, moment, state }) => `${moment} ${state} ${attempts}`,
    );
  return { site, params, secret, webhook, wait, log };
}
const receivedNotices = () =>
  hits.map(({ notice: { alarm, moment } }) => `${moment} ${alarm.kind} +${alarm.behind}`);
const mailsTo = (to: string) => (world.services.mailer.outbox?.list() ?? []).filter((mail) => mail.to === to);

test('sends one signed notice with the number of consequences when an uplink device fails, and one notice when the device recovers', async () => {
  const { log, secret, site, wait } = await createNotifiedSite();
  await site.down('ap1', 'ap2');
  await wait(30_000);
  await site.down('sw');
  await wait(2 * MINUTE_MS);
  expect(receivedNotices()).toEqual(['begin device-offline +2']);
  await site.up('sw', 'ap1', 'ap2');
  await wait(30_000);
  expect(receivedNotices()).toEqual(['begin device-offline +2', 'end device-offline +2']);
  const [hit] = hits;
  const [, t = '', v1] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(hit?.headers['northlight-signature'])) ?? [];
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${hit?.body}`).digest('hex'));
  expect(Math.abs(Number(t) - world.clock.now() / 1000)).toBeLessThan(300);
  expect(await log()).toEqual(['end delivered 1', 'begin delivered 1']);
  await site.remove();
});

test('sends one notice for a device that keeps disconnecting', async () => {
  const { site, wait } = await createNotifiedSite(ONE);
  for (let count = 0; count < 14; count++) {
    await site.down('ap');
    await wait(10_000);
    await site.up('ap');
    await wait(10_000);
  }
  await wait(2 * MINUTE_MS);
  expect(hits.map(({ notice }) => [notice.moment, notice.alarm.kind])).toEqual([
    ['begin', 'device-flapping'],
  ]);
  expect(hits[0]?.notice.alarm.event).toBe('ap keeps disconnecting.');
  await site.remove();
});

test('sends no notice for problems under 1 min, in planned work or quiet hours, or for rules without notices', async () => {
  const { params, site, wait } = await createNotifiedSite();
  await site.down('ap1');
  await wait(20_000);
  await site.up('ap1');
  await wait(2 * MINUTE_MS);
  await site.command('restart', 'sw');
  await site.down('sw', 'ap1', 'ap2');
  await wait(MINUTE_MS);
  await site.comeUpAfterRestart('sw');
  await site.up('ap1', 'ap2');
  await wait(5 * MINUTE_MS);
  const quiet = { from: '00:00', until: '23:59', weekdays: [1, 2, 3, 4, 5, 6, 7] };
  const rules = [
    { ...getDefaultRule('device-offline'), quiet },
    { ...getDefaultRule('device-event'), notify: false },
  ];
  await owner.call('alarmRulesChange', { params, body: { baseVersion: 0, rules } });
  await site.event('sw', 'crash', { text: 'Crashed' });
  await site.down('ap2');
  await wait(2 * MINUTE_MS);
  await site.up('ap2');
  await wait(MINUTE_MS);
  expect(receivedNotices()).toEqual([]);
  expect(await site.shown()).toEqual([
    'device-event sw',
    'device-offline ap1 over',
    'device-offline ap2 over',
  ]);
  await site.remove();
});

test('retries a failed delivery after 10 s, 1 min, 5 min, 30 min and 2 h, then gives up', async () => {
  const { log, params, site, wait } = await createNotifiedSite(ONE);
  status = 500;
  await site.down('ap');
  const times: number[] = [];
  const start = world.clock.now();
  const { notices } = world.services;
  for (let attempt = 0; attempt < 200 && times.length < 6; attempt++) {
    const before = hits.length;
    if (times.length < 3) await wait(10_000);
    else {
      await world.clock.leap(times.length < 4 ? MINUTE_MS : 5 * MINUTE_MS);
      notices.run();
      await notices.processAll();
    }
    if (hits.length > before) times.push(world.clock.now() - start);
  }
  const waits = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000);
  expect(
    waits.map((seconds, index) => Math.abs(seconds - ([10, 60, 300, 1800, 7200][index] ?? 0)) <= 320),
  ).toEqual(Array<boolean>(5).fill(true));
  await wait(MINUTE_MS);
  expect(hits).toHaveLength(6);
  expect(new Set(hits.map(({ headers }) => headers['northlight-delivery'])).size).toBe(1);
  expect(await log()).toEqual(['begin failed 6']);
  const [delivery] = (await owner.call('alarmDeliveryList', { params })).items;
  expect(delivery).toMatchObject({ status: 500, detail: 'receiver text' });
  await site.remove();
}, 120_000);

test('delivers waiting notices when the receiver recovers, and follows no redirect', async () => {
  const { log, params, site, wait } = await createNotifiedSite(ONE);
  status = 302;
  await site.down('ap');
  await wait(70_000);
  expect((await owner.call('alarmDeliveryList', { params })).items[0]).toMatchObject({
    state: 'queued',
    detail: 'The receiver answered with a redirect, which is not followed.',
  });
  status = 204;
  await wait(2 * MINUTE_MS);
  expect(await log()).toEqual([expect.stringMatching(/^begin delivered [23]$/)]);
  const { webhooks } = await owner.call('alarmNotificationsGet', { params });
  expect(webhooks[0]).not.toHaveProperty('failingSince');
  await site.remove();
});

test('turns off a webhook with a note after 3 days of failures, until the owner turns it on', async () => {
  const { params, site, wait, webhook } = await createNotifiedSite(ONE);
  const { db } = world.services;
  const since = new Date(world.clock.now() - 3 * 86_400_000);
  await db.updateTable('alarm_webhooks').set({ failing_since: since }).where('id', '=', webhook.id).execute();
  status = 503;
  await site.down('ap');
  await wait(80_000);
  const get = async () => (await owner.call('alarmNotificationsGet', { params })).webhooks[0];
  expect(await get()).toMatchObject({
    enabled: false,
    note: expect.stringContaining('3 days') as string,
  });
  const on = { params: { ...params, webhookId: webhook.id }, body: { enabled: true } };
  expect(await owner.call('alarmWebhookChange', on)).toMatchObject({ enabled: true });
  expect(await get()).not.toHaveProperty('note');
  await site.remove();
});

test('sends a test notice at once, at most 10 a minute', async () => {
  const { log, params, site, webhook } = await createNotifiedSite(ONE);
  const input = { params: { ...params, webhookId: webhook.id } };
  expect(await owner.call('alarmWebhookTest', input)).toMatchObject({ moment: 'test', state: 'queued' });
  await world.services.notices.processAll();
  expect([receivedNotices(), await log()]).toEqual([['test device-event +0'], ['test delivered 1']]);
  for (let count = 1; count < 10; count++) await owner.call('alarmWebhookTest', input);
  expect((await owner.refused('alarmWebhookTest', input)).body.code).toBe(2010);
  await world.services.notices.processAll();
  await site.remove();
});

test('lists deliveries in pages, newest first, and finds them by state and text', async () => {
  const { params, site, webhook } = await createNotifiedSite(ONE);
  const input = { params: { ...params, webhookId: webhook.id } };
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    // Gives the third and the fourth delivery the same time, to test the cursor.
    if (count !== 3) await world.clock.advance(10_000);
    ids.push((await owner.call('alarmWebhookTest', input)).id);
  }
  await world.services.notices.processAll();
  await world.clock.advance(MINUTE_MS);
  status = 500;
  ids.push((await owner.call('alarmWebhookTest', input)).id);
  await world.services.notices.processAll();
  const list = async (query: object) => owner.call('alarmDeliveryList', { params, query });
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit: 2, cursor });
    expect(page.items).toHaveLength(2);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  expect(seen).toHaveLength(6);
  expect(new Set(seen)).toEqual(new Set(ids));
  const { items } = await list({});
  expect(items.map(({ id }) => id)).toEqual(seen);
  expect(items.map(({ createdAt }) => createdAt)).toEqual(
    items
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  expect((await list({ state: 'failed' })).items.map(({ id }) => id)).toEqual(ids.slice(-1));
  expect((await list({ search: 'LOCALHOST' })).items).toHaveLength(6);
  expect((await list({ search: 'no such text' })).items).toEqual([]);
  expect((await owner.refused('alarmDeliveryList', { params, query: { cursor: '1' } })).body.fields).toEqual({
    cursor: 'The cursor is invalid. Use nextCursor of the previous page.',
  });
  await site.remove();
});

test('mails critical alarms to an owner who has made no choice, and keeps a choice', async () => {
  const site = await AlarmSite.make(world, owner, ONE);
  const params = { projectId: site.projectId };
  const wait = async (): Promise<void> => {
    await site.wait(2 * MINUTE_MS);
    world.services.notices.run();
    await world.services.notices.processAll();
  };
  const count = () => mailsTo('chief@example.com').length;
  const get = async () => (await owner.call('alarmNotificationsGet', { params })).mail;
  expect(await get()).toMatchObject({ on: true, criticalOnly: true });
  const before = count();
  await site.event('ap', 'fan-failed', { text: 'A fan failed.' });
  await wait();
  expect(count()).toBe(before);
  await site.down('ap');
  await wait();
  await site.up('ap');
  await wait();
  expect(count()).toBe(before + 2);
  expect(mailsTo('chief@example.com')[1]?.subject).toContain('ap is offline.');
  // Times are in the project's time zone, with the offset.
  expect(mailsTo('chief@example.com')[1]?.text).toMatch(
    /^Since: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d$/m,
  );
  await owner.call('alarmMailSet', { params, body: { on: false } });
  expect(await get()).toMatchObject({ on: false });
  await site.down('ap');
  await wait();
  expect(count()).toBe(before + 2);
  await site.up('ap');
  await owner.call('alarmMailSet', { params, body: { on: true } });
  await site.event('ap', 'fan-failed', { text: 'Another fan failed.' });
  await wait();
  expect(count()).toBe(before + 3);
  await site.remove();
});

test('sends mail to accounts that turned mail on, as long as they have write access', async () => {
  const { params, site, wait } = await createNotifiedSite();
  const helper = await world.signedUp('helper@example.com');
  const share = {
    account: 'helper@example.com',
    right: 'rw' as const,
    validity: { kind: 'hours' as const, hours: 1 },
  };
  await owner.call('shareCreate', { params, body: share });
  for (const person of [owner, helper]) await person.call('alarmMailSet', { params, body: { on: true } });
  const { mail, recipients } = await helper.call('alarmNotificationsGet', { params });
  expect([mail.on, recipients]).toEqual([true, ['chief@example.com', 'helper@example.com']]);
  const before = mailsTo('chief@example.com').length;
  await site.event('ap1', 'crash', { text: 'Crashed\r\nBcc: all@example.com' });
  await site.down('sw', 'ap1', 'ap2');
  await wait(2 * MINUTE_MS);
  const [first, second] = mailsTo('chief@example.com');
  expect(mailsTo('chief@example.com')).toHaveLength(before + 2);
  const subjects = [first?.subject ?? '', second?.subject ?? ''];
  expect(subjects.some((subject) => subject.endsWith('sw is offline. (and 2 behind it)'))).toBe(true);
  expect(subjects.every((subject) => !/[\r\n]/.test(subject))).toBe(true);
  expect(first?.text).toContain(`/manage/alarminfo?project=${site.projectId}&open=`);
  const mailCount = mailsTo('helper@example.com').length;
  await world.clock.leap(61 * MINUTE_MS);
  await site.up('sw', 'ap1', 'ap2');
  await wait(MINUTE_MS);
  expect(mailsTo('helper@example.com')).toHaveLength(mailCount);
  expect(mailsTo('chief@example.com')[0]?.subject).toContain('Resolved: ');
  await site.remove();
});
