import { pollUntil } from '@northlight/server/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listMissingForLab } from './index.ts';
import { listNamespaces } from './namespaces.ts';
import { startSwitchedSite, type SwitchedSite } from './testing/switched-site.ts';

const PREFIX = 'nltopo-';
/** Time in which the graph follows a moved cable. */
const FOLLOWS_MS = 90_000;
/** Time until all tables are complete. The second switch can start late on a busy machine. */
const START_MS = 240_000;
const missing = await listMissingForLab({ tests: true });
if (missing.length > 0) process.stderr.write(`skipped: ${missing.join(' ')}\n`);

const WIRING = [
  'h1 eth0 > sw1 p2',
  'h2 eth0 > sw1 p3',
  'h3 eth0 > sw2 p1',
  'h4 eth0 > sw2 p2',
  'h5 eth0 > unknown sw1 p1',
  'sw1 u1 > gw lan2',
  'sw2 u1 > unknown sw1 p1',
  'unknown sw1 p1 > sw1 p1',
];

describe.skipIf(missing.length > 0)('two switches with an unmanaged bridge between them', () => {
  let site: SwitchedSite;

  beforeAll(async () => {
    site = await startSwitchedSite(inject('databaseUrl'), PREFIX);
  });
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]();
    expect(await listNamespaces(PREFIX)).toEqual([]);
  });

  /** Waits until the graph equals a wiring, and fails with the differences after the time. */
  const expectWiring = async (wiring: readonly string[], deadlineMs: number): Promise<void> => {
    const expected = wiring.toSorted().join('\n');
    await pollUntil(async () => (await site.readLinks()).join('\n') === expected, deadlineMs).catch(
      () => undefined,
    );
    expect(await site.readLinks()).toEqual(wiring.toSorted());
  };

  it(
    'are drawn as they are wired, with hosts of which some have no LLDP',
    () => expectWiring(WIRING, START_MS),
    START_MS + 60_000,
  );

  it.each([
    ['with LLDP', 'h3', 'sw1', 'p4'],
    ['without LLDP', 'h4', 'sw1', 'p5'],
    // A cable that has been moved cannot be moved again.
  ] as const)('are drawn with a moved host %s within 90 s', { retry: 0 }, async (_kind, name, to, port) => {
    const before = (await site.readLinks()).filter((line) => !line.startsWith(`${name} `));
    await site.moveCable(name, to, port);
    await expectWiring([...before, `${name} eth0 > ${to} ${port}`], FOLLOWS_MS);
  });
});
