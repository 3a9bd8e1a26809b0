import { TEST_PASSWORD, TestBrowser } from '@northlight/server/testing';
import type { BenchWorld } from './bench-world.ts';

/** Signs up a new account and returns its browser; resets the counters of verification codes. */
export async function signUp({ db, product }: BenchWorld, account: string): Promise<TestBrowser> {
  await db.deleteFrom('attempts').execute();
  const { address } = product;
  const browser = new TestBrowser(address);
  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const outbox = (await (await fetch(`${address}/dev/outbox`)).json()) as {
    items: { to: string; subject: string }[];
  };
  const code = /\d{4,8}/.exec(outbox.items.find(({ to }) => to === account)?.subject ?? '')?.[0] ?? '';
  await browser.call('signUp', {
    body: { flowId, account, code, password: TEST_PASSWORD, nickname: 'Installer' },
  });
  return browser;
}
