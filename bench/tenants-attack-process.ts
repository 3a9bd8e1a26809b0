/**
 * Repeats the most expensive requests that are accepted, in a process that gives way to all others: the machines of real
 * attackers use none of the server's processors. `tenants-attack.ts` controls it.
 */
import { constants, setPriority } from 'node:os';
import { TEST_PASSWORD, TestBrowser } from '@northlight/server/testing';
import { createPdf } from '../packages/server/src/platform/images/testing/plan-files.ts';
import { createList, readGrid, sendFile, type Tenant } from './tenant-requests.ts';
import type { AttackOrder } from './tenants-attack.ts';

const STROKES = 3_000_000;
const ROWS = 500;

setPriority(constants.priority.PRIORITY_LOW);

const answers = new Map<number, number>();
const ending = new AbortController();
let attacks: Promise<unknown> | undefined;

/** Repeats requests until the end, several at a time, and counts the answers by status. */
async function attack(requests: readonly ((round: number) => Promise<number>)[]): Promise<void> {
  await Promise.all(
    requests.map(async (request) => {
      for (let round = 0; !ending.signal.aborted; round += 1) {
        // A refusal can close the connection of an upload before its end.
        const status = await request(round).catch(() => 0);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    }),
  );
}

async function begin({ account, address, attacked, shown }: AttackOrder): Promise<void> {
  const [browser, visitor] = [new TestBrowser(address), new TestBrowser(address)];
  await browser.call('signIn', { body: { account, password: TEST_PASSWORD } });
  await visitor.call('demoSignIn', {});
  const attacker = { browser, ...attacked };
  const endless = createPdf(1, { content: () => '0 0 m 700 500 l S\n'.repeat(STROKES), deflated: 1 });
  const list = createList(ROWS);
  const bands = ['ghz2', 'ghz5'];
  const grids = (of: Tenant) => (round: number) =>
    readGrid(
      of,
      `band=${bands[round % 2]}&planned=${round % 4 < 2}&format=${round % 8 < 4 ? 'png' : 'binary'}`,
    );
  attacks = attack([
    ...[0, 1, 2, 3].map(() => grids(attacker)),
    ...[0, 1, 2, 3].map(() => grids({ browser: visitor, ...shown })),
    ...[0, 1].map(() => () => sendFile(attacker, 'map-pictures', 'floor.pdf', endless)),
    ...[0, 1].map(() => () => sendFile(attacker, 'device-imports?mode=check', 'list.csv', list)),
  ]);
}

process.on('message', (order: AttackOrder | 'end') => {
  if (order === 'end') {
    ending.abort();
    void Promise.resolve(attacks).then(() => process.send?.([...answers]));
  } else
    void begin(order).then(
      () => process.send?.('begun'),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
});
process.once('disconnect', () => process.exit());
