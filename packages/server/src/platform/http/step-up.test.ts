import { CONFIRMATION_MINUTES, RESET_DELAY_SECONDS } from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  createProject,
  type PlayedDevice,
  playSite,
  startTestServer,
  TEST_PASSWORD,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const CONFIRMATION_MS = CONFIRMATION_MINUTES * MINUTE_MS;
const password = TEST_PASSWORD;

/** Signs up and lets the confirmation of the sign-in expire. */
async function signUpLongAgo(): Promise<TestBrowser> {
  const owner = await world.signedUp();
  await world.clock.leap(CONFIRMATION_MS);
  return owner;
}

const UNCONFIRMED = { status: 403, body: { code: 400, fields: { confirmation: expect.any(String) } } };

test('deletes a project only within 10 min after a sign-in or a confirmation by password', async () => {
  const owner = await signUpLongAgo();
  const { id: projectId } = await createProject(owner);
  const input = { params: { projectId } };
  expect(await owner.refused('projectDelete', input)).toMatchObject(UNCONFIRMED);
  expect(
    (await owner.refused('identityConfirm', { body: { password: 'not-the-password' } })).body,
  ).toMatchObject({ code: 100, fields: { password: expect.any(String) } });
  expect((await owner.refused('identityConfirm', { body: {} })).body.fields).toHaveProperty('password');
  expect(await owner.refused('projectDelete', input)).toMatchObject(UNCONFIRMED);

  const { until } = await owner.call('identityConfirm', { body: { password } });
  expect(Date.parse(until)).toBe(world.clock.now() + CONFIRMATION_MS);
  await world.clock.leap(CONFIRMATION_MS);
  expect(await owner.refused('projectDelete', input)).toMatchObject(UNCONFIRMED);
  await owner.call('identityConfirm', { body: { password } });
  expect(await owner.call('projectDelete', input)).toMatchObject({ id: projectId });
});

test('confirms with a code when the second factor is on, and not with the password', async () => {
  const owner = await world.signedUp();
  const { secret } = await owner.call('secondFactorEnrol', { body: { password } });
  const generateCode = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() });
  await owner.call('secondFactorConfirm', { body: { code: generateCode() } });
  await world.clock.leap(CONFIRMATION_MS);
  const { id: projectId } = await createProject(owner);
  const refused = await owner.refused('identityConfirm', { body: { password } });
  expect(refused.body.fields).toHaveProperty('code');
  expect(await owner.refused('projectDelete', { params: { projectId } })).toMatchObject(UNCONFIRMED);
  const code = generateCode();
  await owner.call('identityConfirm', { body: { code } });
  expect((await owner.refused('identityConfirm', { body: { code } })).body.code).toBe(12);
  await owner.call('projectDelete', { params: { projectId } });
});

test('removes one device without a confirmation, but requires one for a second device within 10 min', async () => {
  const owner = await signUpLongAgo();
  await using site = await playSite(world, owner, 'NL-AP6C', 'NL-AP6C', 'NL-AP6C');
  const remove = ({ id: deviceId }: PlayedDevice) => ({ params: { ...site.params, deviceId } });
  const [first, second, third] = site.devices as [PlayedDevice, PlayedDevice, PlayedDevice];
  await owner.call('deviceRemove', remove(first));
  expect(await owner.refused('deviceRemove', remove(second))).toMatchObject(UNCONFIRMED);
  await world.clock.leap(CONFIRMATION_MS);
  await owner.call('deviceRemove', remove(second));
  expect(await owner.refused('deviceRemove', remove(third))).toMatchObject(UNCONFIRMED);
  await owner.call('identityConfirm', { body: { password } });
  await owner.call('deviceRemove', remove(third));
});

test('delays a reset of two devices by 30 s, allows its cancellation until then, and requires a confirmation', async () => {
  const owner = await signUpLongAgo();
  await using site = await playSite(world, owner, 'NL-AP6C', 'NL-AP6C');
  for (const device of site.devices) await device.on();
  const deviceIds = site.devices.map(({ id }) => id);
  const reset = { params: site.params, body: { kind: 'reset' as const, deviceIds } };
  expect(await owner.refused('deviceCommand', reset)).toMatchObject(UNCONFIRMED);
  expect((await owner.call('jobList', { params: site.params })).items).toEqual([]);

  await owner.call('identityConfirm', { body: { password } });
  const cancelled = await owner.call('deviceCommand', reset);
  expect(cancelled).toMatchObject({
    startsAt: new Date(world.clock.now() + RESET_DELAY_SECONDS * 1000).toISOString(),
    can: { cancel: { allowed: true } },
  });
  await owner.call('jobCancel', { params: { ...site.params, jobId: cancelled.id } });
  expect(await site.job(cancelled.id)).toMatchObject({ rows: [{ state: 'skipped' }, { state: 'skipped' }] });

  const job = await owner.call('deviceCommand', reset);
  await world.clock.advance((RESET_DELAY_SECONDS - 1) * 1000);
  await world.services.jobScheduler.processAll();
  expect((await site.job(job.id)).rows.map(({ state }) => state)).toEqual(['queued', 'queued']);
  await world.clock.advance(6_000);
  await world.services.jobScheduler.processAll();
  for (const device of site.devices) expect(await device.command()).toMatchObject({ kind: 'reset' });
});

test('requires a confirmation to create an API token with write access, but not to use it', async () => {
  const owner = await world.signedUp();
  const { id: projectId } = await createProject(owner);
  const create = (write: boolean) => ({
    body: { name: `token-${String(write)}`, scope: { projects: 'all' as const, write }, expiresInDays: 1 },
  });
  const { token } = await owner.call('apiTokenCreate', create(true));
  await world.clock.leap(CONFIRMATION_MS);
  await owner.call('apiTokenCreate', create(false));
  expect(await owner.refused('apiTokenCreate', create(true))).toMatchObject(UNCONFIRMED);
  const answer = await fetch(`${world.server.address}/api/v1/projects/${projectId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
});

test('shares a project for writing and offers it only after a confirmation, and notifies the owner by mail', async () => {
  const account = 'giver@example.com';
  const owner = await world.signedUp(account);
  const [helper, buyer] = ['helper@example.com', 'buyer@example.com'];
  await world.signedUp(helper);
  await world.signedUp(buyer);
  await world.clock.leap(CONFIRMATION_MS);
  const { id: projectId, name } = await createProject(owner);
  const params = { projectId };
  const body = { account: helper, validity: { kind: 'permanent' as const } };
  const { id: shareId } = await owner.call('shareCreate', { params, body: { ...body, right: 'r' } });
  const write = { params, body: { ...body, right: 'rw' as const, overwrite: true } };
  const change = { params: { ...params, shareId }, body: { right: 'rw' as const } };
  const offer = { params, body: { account: buyer } };
  expect(await owner.refused('shareCreate', write)).toMatchObject(UNCONFIRMED);
  expect(await owner.refused('shareChange', change)).toMatchObject(UNCONFIRMED);
  expect(await owner.refused('transferCreate', offer)).toMatchObject(UNCONFIRMED);
  await owner.call('identityConfirm', { body: { password } });
  await owner.call('shareChange', change);
  await owner.call('transferCreate', offer);
  const mails = (world.services.mailer.outbox?.list() ?? []).filter(({ to }) => to === account);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(
    [
      `Northlight: ${name} is shared with ${helper}`,
      `Northlight: the share of ${name} with ${helper} was changed`,
      `Northlight: ${name} is offered to ${buyer}`,
    ].sort(),
  );
});

test('reveals passwords and adds webhooks only after a confirmation', async () => {
  const owner = await signUpLongAgo();
  const { id: projectId } = await createProject(owner);
  const params = { projectId };
  expect(await owner.refused('projectPasswordReveal', { params })).toMatchObject(UNCONFIRMED);
  const secret = { params: { ...params, secretId: crypto.randomUUID() } };
  expect(await owner.refused('networkSecretReveal', secret)).toMatchObject(UNCONFIRMED);
  const webhook = { params, body: { url: 'https://example.com/alarms' } };
  expect(await owner.refused('alarmWebhookAdd', webhook)).toMatchObject(UNCONFIRMED);
  await owner.call('identityConfirm', { body: { password } });
  await owner.call('projectPasswordReveal', { params });
});

test('delays the second reset within 10 min by 30 s, as it delays a reset of several devices', async () => {
  const owner = await world.signedUp();
  await using site = await playSite(world, owner, 'NL-AP6C', 'NL-AP6C');
  const [first, second] = site.devices as [PlayedDevice, PlayedDevice];
  await first.on();
  await second.on();
  const once = await site.command({ kind: 'reset', deviceIds: [first.id] });
  expect(once.startsAt).toBeUndefined();
  const again = await site.command({ kind: 'reset', deviceIds: [second.id] });
  expect(Date.parse(again.startsAt ?? '')).toBe(world.clock.now() + RESET_DELAY_SECONDS * 1000);
});
