import { expect, inject, test } from 'vitest';
import { startTestServer } from '../../testing/index.ts';

test('gives the reason for each missing sign-in method', async () => {
  const env = { NORTHLIGHT_DEMO: 'off', NORTHLIGHT_PUBLIC_URL: 'https://console.example.com' };
  await using world = await startTestServer(inject('databaseUrl'), { env });
  const { demo, providers, sms } = await world.browser().call('signInOptions', {});
  const reasons = [demo, providers, sms].map((method) => (method.enabled ? undefined : method.reason));
  expect(reasons).toEqual([
    'The live demo is switched off on this installation.',
    'No chat app or social network is set up on this installation.',
    'No SMS gateway is set up on this installation.',
  ]);
});
