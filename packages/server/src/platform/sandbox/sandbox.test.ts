import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findIsolation } from './isolation.ts';
import { Sandbox } from './sandbox.ts';
import type { HostileOrder } from './testing/hostile-program.ts';

const TIME_MS = 3_000;
const MEMORY_MB = 512;
const KEY = 'wrapping key of the installation';

let data: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'nl-sandbox-'));
  writeFileSync(join(data, 'key'), KEY);
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

const isolation = await findIsolation();

const createSandbox = (options: { timeMs?: number; running?: number; waiting?: number } = {}) =>
  new Sandbox<HostileOrder, string>({
    program: new URL('testing/hostile-program.ts', import.meta.url),
    answer: z.string(),
    timeMs: TIME_MS,
    memoryMb: MEMORY_MB,
    heapMb: 64,
    nativeCode: false,
    running: 2,
    waiting: 10,
    busy: 'Too many files at once.',
    ...options,
  });
const answered = (answer: unknown) => ({ state: 'answered', answer });
const DENIED = answered('refused ERR_ACCESS_DENIED');

describe('a program in the sandbox', () => {
  test('answers the request that it receives', async () => {
    expect(await createSandbox().run({ act: 'answer' })).toEqual(answered('answered'));
  });

  test('reads no key of the data directory, and no other file of the server or the machine', async () => {
    const sandbox = createSandbox();
    const config = fileURLToPath(new URL('../../config.ts', import.meta.url));
    for (const path of [join(data, 'key'), config, '/etc/passwd', `/proc/${process.pid}/environ`])
      expect(await sandbox.run({ act: 'read', path }), path).toEqual(DENIED);
    const own = fileURLToPath(new URL('testing/hostile-program.ts', import.meta.url));
    expect(await sandbox.run({ act: 'read', path: own })).toEqual(
      answered(expect.stringContaining('answerOrder')),
    );
  });

  test('writes no file, starts no program and gets no settings of the server', async () => {
    const sandbox = createSandbox();
    expect(await sandbox.run({ act: 'write', path: join(data, 'new') })).toEqual(DENIED);
    expect(await sandbox.run({ act: 'start' })).toEqual(DENIED);
    expect(await sandbox.run({ act: 'environment' })).toEqual(answered(''));
  });

  test.skipIf(!isolation.namespaces)('reaches no listener of the machine', async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    const result = await createSandbox().run({ act: 'connect', port });
    expect(result).toEqual(answered(expect.stringMatching(/^refused E(NETUNREACH|CONNREFUSED)$/)));
    expect(connections).toBe(0);
    listener.close();
  });

  test.skipIf(!isolation.namespaces)('sends no signal to the server', async () => {
    const result = await createSandbox().run({ act: 'signal', pid: process.pid });
    expect(result).toEqual(answered('refused ESRCH'));
  });

  test('is killed at its time limit without blocking the server', async () => {
    const stall = monitorEventLoopDelay({ resolution: 5 });
    stall.enable();
    expect(await createSandbox({ timeMs: 1_000 }).run({ act: 'loop' })).toEqual({ state: 'timeout' });
    stall.disable();
    expect(stall.max / 1e6).toBeLessThan(500);
  });

  test('ends when its objects exceed the heap limit', async () => {
    expect(await createSandbox({ timeMs: 20_000 }).run({ act: 'heap' })).toEqual({
      state: 'ended',
      cause: expect.stringMatching(/^(Signal|Exit code)/),
    });
  });

  test.skipIf(!isolation.memory)('cannot allocate more native memory than its limit', async () => {
    const result = await createSandbox({ timeMs: 20_000 }).run({ act: 'native-memory' });
    expect(result).toEqual(answered('refused ERR_MEMORY_ALLOCATION_FAILED'));
  });

  test('reports `ended` after a crash and after an answer that does not match the schema, and answers the next request', async () => {
    const sandbox = createSandbox();
    expect(await sandbox.run({ act: 'crash' })).toEqual({
      state: 'ended',
      cause: expect.stringMatching(/^(Signal|Exit code)/),
    });
    expect(await sandbox.run({ act: 'lie' })).toEqual({
      state: 'ended',
      cause: 'The answer does not match the schema.',
    });
    expect(await sandbox.run({ act: 'answer' })).toEqual(answered('answered'));
  });
});

test('rejects requests beyond the queue limit and answers the others', async () => {
  const sandbox = createSandbox({ running: 1, waiting: 1 });
  const results = await Promise.allSettled([1, 2, 3].map(() => sandbox.run({ act: 'answer' })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: { status: 503, message: 'Too many files at once.' } });
});
