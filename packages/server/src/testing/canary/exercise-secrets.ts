import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { topics } from '@northlight/contract/device-protocol';
import { Secret, TOTP } from 'otpauth';
import { MINUTE_MS } from '@northlight/runtime';
import { createProject, createSampleDevice, type TestServer } from '../test-server.ts';
import { RawDevice } from '../raw-device.ts';
import type { BaseDevice } from '../../devices/index.ts';
import { CapturingBrowser, type Recording } from './capturing-browser.ts';
import { exerciseNetworkSecrets } from './exercise-network-secrets.ts';

/** Returns 24 unique characters, so that a search finds no other text. */
export const createMarker = (): string => `cN7-${randomBytes(10).toString('hex')}`;

/** Returns 8 or, with a prefix, more characters of a code that consists of digits. */
const createDigits = (prefix = ''): string =>
  prefix + String(randomInt(1e8, 1e9)).slice(0, prefix === '' ? 8 : 9);

export interface ExercisedSecrets extends Recording {
  readonly secrets: Map<string, string>;
}

/** Uses every kind of secret correctly and incorrectly; returns the secrets and all answers. */
export async function exerciseSecrets(world: TestServer, email: string): Promise<ExercisedSecrets> {
  const secrets = new Map<string, string>();
  const recording: Recording = { answers: [], bodies: [] };
  const keep = (name: string, value = createMarker()): string => {
    secrets.set(name, value);
    return value;
  };
  const browser = new CapturingBrowser(world.server.address, recording);
  const other = () => new CapturingBrowser(world.server.address, recording);
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
  await exerciseNetworkSecrets(world, browser, keep);
  await exerciseRefusedSecrets(other(), browser, keep);
  await exerciseSigningKey(world, browser, keep);
  await other().refused('providerStart', { params: { provider: 'chat' }, body: {} });
  await world.clock.advance(2 * MINUTE_MS);
  const reset = other();
  const requested = await reset.call('codeRequest', { body: { purpose: 'reset', account: email } });
  const third = keep('password after the reset');
  await reset.call('passwordReset', {
    body: { flowId: requested.flowId, account: email, code: code('code of reset'), password: third },
  });
  return { secrets, ...recording };
}

/** Remembers a secret by its name and returns it; the default is a new marker. */
export type KeepSecret = (name: string, value?: string) => string;
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
  keep: KeepSecret,
): Promise<void> {
  await browser.refused('secondFactorEnrol', { body: { password: wrong } });
  const { secret } = await browser.call('secondFactorEnrol', { body: { password } });
  keep('TOTP secret', secret);
  const now = world.clock.now();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
  await browser.refused('secondFactorConfirm', { body: { code: keep('wrong TOTP code') } });
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
  keep: KeepSecret,
): Promise<void> {
  const devicePassword = keep('device management password', `cN7.${randomBytes(10).toString('hex')}`);
  const { id: projectId } = await createProject(browser, { devicePassword });
  const params = { projectId };
  const invalid = keep('refused device password', `cn7${randomBytes(10).toString('hex')}`);
  await browser.refused('projectChange', { params, body: { devicePassword: `${invalid} ` } });
  const changed = keep('changed device password', `cN7.${randomBytes(10).toString('hex')}`);
  await browser.call('projectChange', { params, body: { devicePassword: changed } });
  await browser.call('sessionKey', {});
  await browser.call('projectPasswordReveal', { params });
  const [base] = (await world.register({
    secret: keep('device secret', randomBytes(32).toString('hex')),
  })) as [BaseDevice];
  const wrongCode = keep('wrong claim code', 'CANARY7777');
  await browser.refused('deviceAdd', { params, body: { sn: base.sn, claimCode: wrongCode } });
  const added = await browser.call('deviceAdd', {
    params,
    body: { sn: base.sn, claimCode: keep('claim code', base.claimCode) },
  });
  const [spare] = (await world.register({ model: base.model })) as [BaseDevice];
  const hardware = { sn: spare.sn, claimCode: keep('claim code of a replacement', spare.claimCode) };
  const replaced = { ...params, deviceId: added.id };
  await browser.call('deviceReplacementReview', { params: replaced, body: hardware });
  await browser.call('deviceReplace', { params: replaced, body: { ...hardware, when: 'first-contact' } });
  const wrongSecret = keep('wrong device secret');
  await RawDevice.connect(world.mqttPort, `p-${base.sn}`, base.sn, wrongSecret).catch(() => undefined);
  const credential = await RawDevice.provision(world.mqttPort, base);
  keep('device token', credential.token);
  const unknown = createSampleDevice();
  const entry = (name: string) => ({ sn: unknown.sn, claimCode: keep(name, createDigits('B')) });
  await browser.call('deviceBatchCheck', { params, body: { devices: [entry('claim code of a check')] } });
  await browser.call('deviceBatchAdd', { params, body: { devices: [entry('claim code of a batch')] } });
  await using device = await RawDevice.online(world.mqttPort, base, credential);
  const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
  device.client.publish(topics.up(credential.id, 'stat'), `not json, ${credential.token}`, { qos: 1 });
  await closed;
}

/** Enters secrets in operations that refuse them. */
async function exerciseRefusedSecrets(
  visitor: CapturingBrowser,
  browser: CapturingBrowser,
  keep: KeepSecret,
): Promise<void> {
  const flowId = randomUUID();
  const code = (name: string) => keep(name, createDigits());
  const name = 'stranger@example.com';
  await browser.refused('identityConfirm', { body: { password: keep('password of a confirmation') } });
  await browser.refused('identityConfirm', { body: { code: keep('code of a confirmation') } });
  const factor = (purpose: string) => ({
    password: keep(`password to ${purpose}`),
    code: keep(`code to ${purpose}`),
  });
  await browser.refused('secondFactorDisable', { body: factor('disable the factor') });
  await browser.refused('recoveryCodesRenew', { body: factor('renew the recovery codes') });
  const change = { flowId, email: name, code: code('code of the e-mail') };
  await browser.refused('emailChange', { body: { ...change, password: keep('password of the e-mail') } });
  await visitor.refused('displayOpen', { body: { token: keep('token of a display') } });
  await visitor.refused('bindExisting', {
    body: { flowId, account: name, password: keep('password of a binding') },
  });
  const binding = {
    flowId,
    account: name,
    codeFlowId: flowId,
    code: code('code of a binding'),
    nickname: 'C',
  };
  await visitor.refused('bindNew', { body: { ...binding, password: keep('new password of a binding') } });
}

/** Registers a base device as a manufacturer, then uses a third party's signing key and an invalid ticket. */
async function exerciseSigningKey(
  world: TestServer,
  browser: CapturingBrowser,
  keep: KeepSecret,
): Promise<void> {
  const { account } = await browser.call('sessionGet', { query: {} });
  const own = world.services.db.updateTable('accounts').where('id', '=', account.id);
  await own.set({ role: 2 }).execute();
  const base = createSampleDevice();
  await browser.call('baseDeviceRegister', {
    body: {
      devices: [
        {
          ...base,
          claimCode: keep('claim code of a base device', createDigits('C')),
          secret: keep('secret of a base device', randomBytes(32).toString('hex')),
        },
      ],
    },
  });
  await own.set({ role: account.role, kind: 1 }).execute();
  const third = await world.signedUp(`third-${randomBytes(4).toString('hex')}@example.com`);
  const { id: accountId } = (await third.call('sessionGet', { query: {} })).account;
  await browser.call('accountUpdate', { params: { accountId }, body: { role: 3 } });
  const created = await browser.call('signingKeySet', { params: { accountId }, body: { kind: 'shared' } });
  keep('signing key', created.sharedSecret ?? '');
  const ticket = keep('ticket', `${createMarker()}.${createMarker()}.${createMarker()}`);
  await browser.refused('entrySignIn', { body: { ticket } });
}
