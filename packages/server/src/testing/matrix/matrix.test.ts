import { expect, inject, it } from 'vitest';
import type { AppAdjustment } from '../../app.ts';
import { operations } from './operations.ts';
import { DESTRUCTIVE, PRINCIPALS } from './policy.ts';
import { runMatrix } from './run.ts';

const SLOW = { tags: ['proof'], timeout: 480_000 };

it('gives every principal what the table gives it, by one operation of each rule', async () => {
  const ofRules = new Map(operations().map(({ key, name, rule }) => [rule, { key, name }]));
  const only = [...ofRules.values()]
    .filter(({ key }) => key && !DESTRUCTIVE.has(key))
    .map(({ name }) => name);
  const { cells, leaks, undeclared, oracles } = await runMatrix(inject('databaseUrl'), { only });
  expect([leaks, undeclared, oracles]).toEqual([[], [], []]);
  expect(cells).toBeGreaterThan(PRINCIPALS.length * only.length);
});

it('gives no principal an operation, an answer or a hint that the table does not give it', SLOW, async () => {
  const { cells, leaks, undeclared, pairs, oracles } = await runMatrix(inject('databaseUrl'));
  expect(leaks).toEqual([]);
  expect(undeclared).toEqual([]);
  expect(oracles).toEqual([]);
  expect(cells).toBeGreaterThan(2_000);
  expect(pairs).toBeGreaterThan(100);
});

/** Three faults in three places: the right on a project, a list that forgets its caller, a session that should have ended. */
const PLANTED: Readonly<Record<string, AppAdjustment>> = {
  'a share that never expires': ({ handlers, serving }) => ({
    handlers,
    serving: {
      ...serving,
      projectAccess: async (principal, projectId) => {
        const standing = await serving.projectAccess(principal, projectId);
        if (standing !== 'expired') return standing;
        return {
          projectId,
          netMode: 0,
          demo: false,
          copy: false,
          right: 'rw',
          property: 'shared-manageable',
        };
      },
    },
  }),
  'a list that forgets its project': ({ handlers, serving }) => {
    let last: Awaited<ReturnType<typeof handlers.deviceList>> | undefined;
    return {
      serving,
      handlers: {
        ...handlers,
        deviceList: async (input, context) => {
          const own = await handlers.deviceList(input, context);
          const shown = own.items.length > 0 ? own : (last ?? own);
          last = shown;
          return shown;
        },
      },
    };
  },
  'a session that outlives its end': ({ handlers, serving }) => ({
    handlers,
    serving: {
      ...serving,
      principalOf: (token, access) =>
        serving
          .principalOf(token, access)
          .catch(() => ({ kind: 'visitor' as const, sessionId: 'x', access })),
    },
  }),
};

/** Enough to notice them by: what reads, what writes, a stream. */
const ASKED = ['projectGet', 'deviceList', 'deviceRename', 'sessionGet', 'GET /api/v1/live'];

it.each(Object.keys(PLANTED))('notices %s', SLOW, async (name) => {
  const adjust = PLANTED[name];
  if (!adjust) throw new Error(`There is no ${name}.`);
  const { leaks } = await runMatrix(inject('databaseUrl'), { adjust, only: ASKED });
  expect(leaks.length).toBeGreaterThan(0);
});
