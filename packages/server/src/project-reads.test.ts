import { api, type ApiKey } from '@northlight/contract';
import { expect, inject, test } from 'vitest';
import type { FaultInjection } from './app.ts';
import type { AnyProjectRead } from './platform/http/project-reads.ts';
import { getViewer } from './platform/http/request-context.ts';
import { JsonAnswer } from './platform/http/serve.ts';
import { PROJECT_READS } from './project-reads.ts';
import { startTestServer } from './testing/index.ts';
import { createWiredSite } from './testing/wired-site.ts';

const KEYS = Object.keys(PROJECT_READS) as (keyof typeof PROJECT_READS)[];

test('reads of a large project run in a thread and answer as they do in the server', async () => {
  const compared: string[] = [];
  let services: Awaited<ReturnType<typeof startTestServer>>['services'] | undefined;
  const compare: FaultInjection = ({ handlers, serving }) => {
    const compareRead = (key: ApiKey, read: AnyProjectRead) => async (input: never, context: never) => {
      const answer: unknown = await (handlers as Record<string, (...each: unknown[]) => unknown>)[key]?.(
        input,
        context,
      );
      if (!services || !(answer instanceof JsonAnswer)) throw new Error(`${key} did not run in the thread.`);
      const here = await read({ db: services.db, now: services.clock.now() }, getViewer(context), input);
      expect(Buffer.from(answer.bytes).toString()).toBe(JSON.stringify(api[key].response.parse(here)));
      compared.push(key);
      return answer;
    };
    const reads = Object.fromEntries(
      KEYS.map((key) => [key, compareRead(key, PROJECT_READS[key] as AnyProjectRead)]),
    );
    return { serving, handlers: { ...handlers, ...reads } };
  };
  await using world = await startTestServer(inject('databaseUrl'), {
    largeProjectDevices: 2,
    adjust: compare,
  });
  services = world.services;
  const owner = await world.signedUp();
  await using site = await createWiredSite(world, owner);
  compared.length = 0;
  const { params } = site;
  for (const key of KEYS) await owner.call(key, { params });
  expect(compared).toEqual(KEYS);
  const cursor = Buffer.from('["cpu","much","d01"]').toString('base64url');
  const { status } = await owner.refused('deviceList', { params, query: { sort: 'cpu', cursor } });
  expect(status).toBe(400);
});
