import { expect, inject, it } from 'vitest';
import type { FaultInjection } from '../../app.ts';
import { JsonAnswer } from '../../platform/http/serve.ts';
import { createOperations } from './operations.ts';
import { DESTRUCTIVE, PRINCIPALS } from './policy.ts';
import { runMatrix } from './run.ts';

const SLOW = { tags: ['proof'], timeout: 480_000 };

it('grants each principal exactly the expected access, for one operation of each access rule', async () => {
  const ofRules = new Map(createOperations().map(({ key, name, rule }) => [rule, { key, name }]));
  const only = [...ofRules.values()]
    .filter(({ key }) => key && !DESTRUCTIVE.has(key))
    .map(({ name }) => name);
  const { cells, leaks, undeclared, oracles } = await runMatrix(inject('databaseUrl'), { only });
  expect([leaks, undeclared, oracles]).toEqual([[], [], []]);
  expect(cells).toBeGreaterThan(PRINCIPALS.length * only.length);
});

it('grants each principal exactly the expected access, for every operation', SLOW, async () => {
  const { cells, leaks, undeclared, pairs, oracles } = await runMatrix(inject('databaseUrl'));
  expect(leaks).toEqual([]);
  expect(undeclared).toEqual([]);
  expect(oracles).toEqual([]);
  expect(cells).toBeGreaterThan(2_000);
  expect(pairs).toBeGreaterThan(100);
});

/**
 * Three injected faults that the matrix must detect: an expired right is accepted, a list of another caller
 * is returned, a session does not end.
 */
const PLANTED_FAULTS: Readonly<Record<string, FaultInjection>> = {
  'a share that never expires': ({ handlers, serving }) => ({
    handlers,
    serving: {
      ...serving,
      projectAccess: async (principal, projectId) => {
        const access = await serving.projectAccess(principal, projectId);
        if (access !== 'expired') return access;
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
  'a list with rows of another caller': ({ handlers, serving }) => {
    let last: Exclude<Awaited<ReturnType<typeof handlers.deviceList>>, JsonAnswer> | undefined;
    return {
      serving,
      handlers: {
        ...handlers,
        deviceList: async (input, context) => {
          const own = await handlers.deviceList(input, context);
          if (own instanceof JsonAnswer) return own;
          const shown = own.items.length > 0 ? own : (last ?? own);
          last = shown;
          return shown;
        },
      },
    };
  },
  'a session that survives its end': ({ handlers, serving }) => ({
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

/** Operations with which the matrix detects these faults: reads, a write and a stream. */
const SAMPLE_OPERATIONS = ['projectGet', 'deviceList', 'deviceRename', 'sessionGet', 'GET /api/v1/live'];

it.each(Object.keys(PLANTED_FAULTS))('detects the injected fault: %s', SLOW, async (name) => {
  const adjust = PLANTED_FAULTS[name];
  if (!adjust) throw new Error(`There is no ${name}.`);
  const { leaks } = await runMatrix(inject('databaseUrl'), { adjust, only: SAMPLE_OPERATIONS });
  expect(leaks.length).toBeGreaterThan(0);
});
