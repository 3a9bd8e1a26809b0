import { randomBytes } from 'node:crypto';
import { topics } from '@northlight/contract/device-protocol';
import { Secret, TOTP } from 'otpauth';
import { MINUTE_MS } from '@northlight/runtime';
import { createProject, type TestServer } from '../test-server.ts';
import { RawDevice } from '../raw-device.ts';
import type { BaseDevice } from '../../devices/index.ts';
import { CapturingBrowser } from './capturing-browser.ts';
import type { SearchableData } from './secret-search.ts';

/** Returns 24 unique characters, so that a search finds no other text. */
export const createMarker = (): string => `cN7-${randomBytes(10).toString('hex')}`;

export interface ExercisedSecrets {
  readonly secrets: Map<string, string>;
  readonly answers: SearchableData[];
}

/** Uses every kind of secret correctly and incorrectly; returns the secrets and all answers. */
export async function exerciseSecrets(world: TestServer, email: string): Promise<ExercisedSecrets> {
  const secrets = new Map<string, string>();
  const answers: SearchableData[] = [];
  const keep = (name: string, value = createMarker()): string => {
    secrets.set(name, value);
    return value;
  };
  const browser = new CapturingBrowser(world.server.address, answers);
  const other = () => new CapturingBrowser(world.server.address, answers);
  const code = (name: string): string => keep(name, world.codeFor(email));
  const first = keep('account password');
  const wrong = keep('wrong password');

  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account: email } });
  const body = { flowId, account: email, code: '00000000', password: first, nickname: 'Canary' };
  await browser.refused('signUp', { body });
  await browser.call('signUp', { body: { ...body, code: code('code of sign-up') } });
  keep('session token', browser.sessionToken);
  await other().refused('signIn', { body: { account: email, password: wrong } });
  await browser.refused('passwordChange', { body: { oldPassword: wrong, newPassword: first } });
  const second = keep('changed password');
  await browser.call('passwordChange', { body: { oldPassword: first, newPassword: second } });
  keep('session token after the change', browser.sessionToken);

  await exerciseSecondFactor(world, { browser, other: other(), email, password: second, wrong }, keep);
  const token = await browser.call('apiTokenCreate', {
    body: { name: 'canary', scope: { projects: 'all', write: true }, expiresInDays: 7 },
  });
  keep('API token', token.token);
  await other().fetch('/api/v1/projects', { headers: { authorization: `Bearer ${token.token}` } });
  await other().fetch('/api/v1/nothing', { headers: { authorization: `Bearer ${token.token}` } });

  await exerciseProjectSecrets(world, browser, keep);
  await exerciseSigningKey(world, browser, keep);
  await other().refused('providerStart', { params: { provider: 'chat' }, body: {} });
  await world.clock.advance(2 * MINUTE_MS);
  const reset = other();
  const requested = await reset.call('codeRequest', { body: { purpose: 'reset', account: email } });
  const third = keep('password after the reset');
  await reset.call('passwordReset', {
    body: { flowId: requested.flowId, account: email, code: code('code of reset'), password: third },
  });
  return { secrets, answers };
}

type Keep = (name: string, value?: string) => string;
interface Person {
  readonly browser: CapturingBrowser;
  readonly other: CapturingBrowser;
  readonly email: string;
  readonly password: string;
  readonly wrong: string;
}

async function exerciseSecondFactor(
  world: TestServer,
  { browser, other, email, password, wrong }: Person,
  keep: Keep,
): Promise<void> {
  await browser.refused('secondFactorEnrol', { body: { password: wrong } });
  const { secret } = await browser.call('secondFactorEnrol', { body: { password } });
  keep('TOTP secret', secret);
  const now = world.clock.now();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
  await browser.refused('secondFactorConfirm', { body: { code: '000000' } });
  const { recoveryCodes } = await browser.call('secondFactorConfirm', { body: { code } });
  for (const [index, recovery] of recoveryCodes.entries()) keep(`recovery code ${index}`, recovery);
  await world.clock.advance(MINUTE_MS);
  const answer = await other.call('signIn', { body: { account: email, password } });
  if (answer.step !== 'second-factor') throw new Error('The second factor was not requested.');
  const { flowId } = answer;
  await other.refused('secondFactorSignIn', { body: { flowId, code: 'AAAAA-AAAAA' } });
  await other.call('secondFactorSignIn', { body: { flowId, code: recoveryCodes[0] ?? '' } });
  keep('session token after the factor', other.sessionToken);
}

async function exerciseProjectSecrets(
  world: TestServer,
  browser: CapturingBrowser,
  keep: Keep,
): Promise<void> {
  const devicePassword = keep('device management password', `cN7.${randomBytes(10).toString('hex')}`);
  const { id: projectId } = await createProject(browser, { devicePassword });
  const params = { projectId };
  const invalid = keep('refused device password', `cn7${randomBytes(10).toString('hex')}`);
  await browser.refused('projectChange', { params, body: { devicePassword: `${invalid} ` } });
  await browser.call('sessionKey', {});
  await browser.call('projectPasswordReveal', { params });
  const [base] = (await world.register({
    secret: keep('device secret', randomBytes(32).toString('hex')),
  })) as [BaseDevice];
  const wrongCode = keep('wrong claim code', 'CANARY7777');
  await browser.refused('deviceAdd', { params, body: { sn: base.sn, claimCode: wrongCode } });
  await browser.call('deviceAdd', {
    params,
    body: { sn: base.sn, claimCode: keep('claim code', base.claimCode) },
  });
  const wrongSecret = keep('wrong device secret');
  await RawDevice.connect(world.mqttPort, `p-${base.sn}`, base.sn, wrongSecret).catch(() => undefined);
  const credential = await RawDevice.provision(world.mqttPort, base);
  keep('device token', credential.token);
  await using device = await RawDevice.online(world.mqttPort, base, credential);
  const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
  device.client.publish(topics.up(credential.id, 'stat'), `not json, ${credential.token}`, { qos: 1 });
  await closed;
}

/** Uses a third party's signing key and an invalid ticket. */
async function exerciseSigningKey(world: TestServer, browser: CapturingBrowser, keep: Keep): Promise<void> {
  const { account } = await browser.call('sessionGet', { query: {} });
  await world.services.db.updateTable('accounts').set({ kind: 1 }).where('id', '=', account.id).execute();
  const third = await world.signedUp(`third-${randomBytes(4).toString('hex')}@example.com`);
  const { id: accountId } = (await third.call('sessionGet', { query: {} })).account;
  await browser.call('accountUpdate', { params: { accountId }, body: { role: 3 } });
  const created = await browser.call('signingKeySet', { params: { accountId }, body: { kind: 'shared' } });
  keep('signing key', created.sharedSecret ?? '');
  const ticket = keep('ticket', `${createMarker()}.${createMarker()}.${createMarker()}`);
  await browser.refused('entrySignIn', { body: { ticket } });
}
