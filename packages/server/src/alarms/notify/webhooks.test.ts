import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, inject, test } from 'vitest';
import { sealProjectSecret } from '../../platform/secrets/project-secrets.ts';
import { acceptTransfer, createProject, startTestServer } from '../../testing/index.ts';

test('checks permissions on webhooks, and rejects invalid addresses of webhooks', async () => {
  await using world = await startTestServer(inject('databaseUrl'), {
    env: { NORTHLIGHT_WEBHOOK_PRIVATE: 'on' },
  });
  const owner = await world.signedUp();
  const params = { projectId: (await createProject(owner)).id };
  // The address is refused or stored, and never called.
  const url = 'http://localhost:9/hook';
  const { webhook } = await owner.call('alarmWebhookAdd', { params, body: { url } });
  const writer = await world.signedUp('writer@example.com');
  const share = {
    account: 'writer@example.com',
    right: 'rw' as const,
    validity: { kind: 'permanent' as const },
  };
  await owner.call('shareCreate', { params, body: share });
  const input = { params: { ...params, webhookId: webhook.id } };
  expect((await writer.refused('alarmWebhookAdd', { params, body: { url } })).body.code).toBe(173);
  expect((await writer.refused('alarmWebhookTest', input)).body.code).toBe(173);
  expect((await writer.refused('alarmWebhookRemove', input)).body.code).toBe(173);
  expect((await writer.call('alarmNotificationsGet', { params })).can).toMatchObject({
    mail: { allowed: true },
    webhooks: { allowed: false },
  });
  for (const wrong of ['ftp://example.com', 'http://user:pw@localhost/', 'nothing', ''])
    expect(
      Object.keys(
        (await owner.refused('alarmWebhookAdd', { params, body: { url: wrong } })).body.fields ?? {},
      ),
    ).toEqual(['url']);
  for (let count = 1; count < 5; count++) await owner.call('alarmWebhookAdd', { params, body: { url } });
  expect((await owner.refused('alarmWebhookAdd', { params, body: { url } })).body.fields?.['url']).toContain(
    '5 webhooks',
  );
  await owner.call('alarmWebhookRemove', input);
  expect((await owner.refused('alarmWebhookRemove', input)).status).toBe(404);
  // A new owner inherits no webhooks.
  await owner.call('shareRemove', {
    params: { ...params, shareId: (await owner.call('sharingGet', { params })).items[0]?.id ?? '' },
  });
  const { id } = await owner.call('transferCreate', { params, body: { account: 'writer@example.com' } });
  await acceptTransfer(writer, id);
  expect((await writer.call('alarmNotificationsGet', { params })).webhooks).toEqual([]);
});

test('calls a local address only if the setting for private webhooks allows it', async () => {
  await using closed = await startTestServer(inject('databaseUrl'));
  const person = await closed.signedUp();
  const { id: projectId } = await createProject(person);
  const params = { projectId };
  let calls = 0;
  await using receiver = createServer((_request, response) => {
    calls++;
    response.end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  for (const host of [
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '0',
    'localhost.',
  ]) {
    const refused = await person.refused('alarmWebhookAdd', {
      params,
      body: { url: `http://${host}:${port}/` },
    });
    expect(refused.body.fields?.['url']).toMatch(/is not on the internet|cannot be found/);
  }
  // Adds a webhook with a private address, as if it was added while the setting allowed private addresses, or
  // while its name resolved to a public one.
  const { clock, db } = closed.services;
  const { id: accountId } = (await person.call('sessionGet', { query: {} })).account;
  const project = await db
    .selectFrom('projects')
    .select(['id', 'secret_key'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const webhookId = '00000000-0000-7000-8000-000000000001';
  await db
    .insertInto('alarm_webhooks')
    .values({
      id: webhookId,
      project_id: projectId,
      owner_id: accountId,
      url: `http://127.0.0.1:${port}/`,
      secret: sealProjectSecret(closed.services, project, `webhook ${webhookId}`, 'secret'),
      enabled: true,
      note: null,
      failing_since: null,
      created_at: new Date(clock.now()),
    })
    .execute();
  await person.call('alarmWebhookTest', { params: { ...params, webhookId } });
  await closed.services.notices.processAll();
  expect((await person.call('alarmDeliveryList', { params })).items).toMatchObject([
    { state: 'failed', detail: expect.stringContaining('not on the internet') as string },
  ]);
  expect(calls).toBe(0);
});
