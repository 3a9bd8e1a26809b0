import type { KeyObject } from 'node:crypto';
import { MINUTE_MS } from '@northlight/runtime';
import { SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import type { TestProvider } from '../../accounts/providers/testing/test-provider.ts';
import type { TestBrowser } from '../browser.ts';
import { createProject, createSampleDevice, TEST_PASSWORD, type TestServer } from '../test-server.ts';
import { travelReleases } from './device-journey.ts';
import type { Journey } from './journey.ts';

const PASSWORD = 'another good one';
let accounts = 0;

/** Uses every operation of an account once, from its sign-up on; staff then change and end its sessions. */
export async function travelAccounts(
  server: TestServer,
  { chat, firmwareKey }: { readonly chat: TestProvider; readonly firmwareKey: KeyObject },
  journey: Journey,
): Promise<void> {
  accounts += 1;
  const account = `wanderer${accounts}@example.com`;
  const page = server.browser();
  const go = journey.from(page);
  const requestCode = async (purpose: 'sign-up' | 'reset', to: string, from = go) => {
    await server.clock.leap(2 * MINUTE_MS);
    const { flowId } = await from('codeRequest', { body: { purpose, account: to } });
    return { flowId, account: to, code: server.codeFor(to) };
  };
  await go('signUp', {
    body: { ...(await requestCode('sign-up', account)), password: TEST_PASSWORD, nickname: 'W' },
  });
  await go('signOut', {});
  await go('passwordReset', { body: { ...(await requestCode('reset', account)), password: PASSWORD } });
  await go('signIn', { body: { account, password: PASSWORD } });
  await go('passwordChange', { body: { oldPassword: PASSWORD, newPassword: TEST_PASSWORD } });
  await go('identityConfirm', { body: { password: TEST_PASSWORD } });
  await useSecondFactor();
  await usePictures();
  await showScreens();
  await signInByPhone();
  await signInByProvider();
  const email = `new-${account}`;
  const { flowId } = await go('emailCodeRequest', { body: { email } });
  const code = server.codeFor(email);
  await go('emailChange', { body: { flowId, code, email, password: TEST_PASSWORD } });
  await commandStaff(email);

  async function useSecondFactor(): Promise<void> {
    const password = TEST_PASSWORD;
    const { secret } = await go('secondFactorEnrol', { body: { password } });
    const generate = async (): Promise<string> => {
      await server.clock.leap(MINUTE_MS);
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() });
    };
    await go('secondFactorConfirm', { body: { code: await generate() } });
    await go('recoveryCodesRenew', { body: { password, code: await generate() } });
    const other = journey.from(server.browser());
    const answer = await other('signIn', { body: { account, password } });
    if (answer.step !== 'second-factor') throw new Error('The second factor was not asked for.');
    await other('secondFactorSignIn', { body: { flowId: answer.flowId, code: await generate() } });
    await go('secondFactorDisable', { body: { password, code: await generate() } });
  }

  async function usePictures(): Promise<void> {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#abc' } })
      .png()
      .toBuffer();
    await go('avatarUpload', { query: {}, file: new File([new Uint8Array(bytes)], 'me.png') });
    const { avatarUrl = '' } = await go('profileGet', {});
    await go('avatarGet', { params: { fileId: avatarUrl.split('/').at(-1) ?? '' } });
  }

  async function showScreens(): Promise<void> {
    const { token } = await go('displayCreate', {
      body: { name: 'Lobby', projects: 'all', expiresInDays: 1 },
    });
    const screen = journey.from(server.browser());
    await screen('displayOpen', { body: { token } });
    await screen('displayScreen', {});
  }

  async function signInByPhone(): Promise<void> {
    for (const isRefused of [true, false]) {
      const shown = journey.from(server.browser());
      const params = { code: (await shown('qrCodeCreate', {})).code };
      await server.clock.advance(4_000);
      await shown('qrCodeGet', { params });
      await go('qrCodeScan', { params });
      await go(isRefused ? 'qrCodeRefuse' : 'qrCodeConfirm', { params });
      if (!isRefused) await shown('qrCodeSignIn', { params });
    }
  }

  async function signInByProvider(): Promise<void> {
    for (const isNew of [true, false]) {
      const visitor = journey.from(server.browser());
      const { redirectUrl } = await visitor('providerStart', { params: { provider: 'chat' }, body: {} });
      const { flowId } = await answerAs(visitor, isNew ? `new ${account}` : account, redirectUrl);
      const body = { flowId, account, password: TEST_PASSWORD };
      if (isNew) {
        const proof = await requestCode('sign-up', `chat-${account}`, visitor);
        await visitor('bindNew', {
          body: { ...body, ...proof, flowId, codeFlowId: proof.flowId, nickname: 'C' },
        });
      } else await visitor('bindExisting', { body });
    }
    const { items } = await go('identityList', {});
    await go('identityUnbind', { params: { identityId: items[0]?.id ?? '' } });
    const { redirectUrl } = await go('identityStart', { body: { provider: 'chat' } });
    const { flowId } = await answerAs(go, account, redirectUrl);
    await go('identityBind', { body: { flowId } });
    const sessions = await go('accountSessionList', {});
    const sessionId = sessions.items.find(({ current }) => !current)?.id ?? '';
    await go('accountSessionRevoke', { params: { sessionId } });
  }

  /** Signs a person in at the provider, and returns to the console with its answer. */
  async function answerAs(visitor: typeof go, person: string, redirectUrl: string) {
    chat.person = person;
    const answer = await visitor('providerCallback', { body: { params: await chat.visit(redirectUrl) } });
    if (!('flowId' in answer)) throw new Error(`The provider's answer led to ${answer.step}.`);
    return answer;
  }

  async function commandStaff(of: string): Promise<void> {
    const admin = await raise({ kind: 1 });
    const { items } = await admin('accountList', { query: { search: of } });
    const params = { accountId: items[0]?.id ?? '' };
    await admin('identityConfirm', { body: { password: TEST_PASSWORD } });
    await admin('accountUpdate', { params, body: { role: 3 } });
    const { sharedSecret = '' } = await admin('signingKeySet', { params, body: { kind: 'shared' } });
    const ticket = await new SignJWT({ iss: of, exp: Math.floor(server.clock.now() / 1_000) + 60, jti: of })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(sharedSecret));
    await journey.from(server.browser())('entrySignIn', { body: { ticket } });
    await admin('signingKeyRemove', { params });
    await admin('accountSignOut', { params });
    await admin('accountPasswordReset', { params });
    await admin('auditListAll', { query: {} });
    await admin('auditVerify', {});
    const maker = await raise({ role: 2 });
    await maker('baseDeviceRegister', { body: { devices: [createSampleDevice()] } });
    await maker('releaseList', {});
    await travelReleases(maker, firmwareKey);
  }

  async function raise(values: { role?: number; kind?: number }) {
    const browser: TestBrowser = await server.signedUp();
    const { id } = (await browser.call('sessionGet', { query: {} })).account;
    await server.services.db.updateTable('accounts').set(values).where('id', '=', id).execute();
    await createProject(browser);
    return journey.from(browser);
  }
}
