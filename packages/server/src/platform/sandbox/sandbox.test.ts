import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { QueueRequester } from '../fair-queue.ts';
import { findIsolation } from './isolation.ts';
import { Sandbox } from './sandbox.ts';
import type { HostileOrder } from './testing/hostile-program.ts';

const TIME_MS = 10_000;
const MEMORY_MB = 512;
const REQUESTER = { id: 'account', isVisitor: false };
const KEY = 'wrapping key of the installation';

let data: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'nl-sandbox-'));
  writeFileSync(join(data, 'key'), KEY);
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

const isolation = await findIsolation();

const createSandbox = (options: { timeMs?: number; slots?: number; waiting?: number } = {}) =>
  new Sandbox<HostileOrder, string>({
    program: new URL('testing/hostile-program.ts', import.meta.url),
    answer: z.string(),
    timeMs: TIME_MS,
    memoryMb: MEMORY_MB,
    heapMb: 64,
    nativeCode: false,
    slots: 2,
    waiting: 10,
    busy: 'Too many files at once.',
    ...options,
  });
const answered = (answer: unknown) => ({ state: 'answered', answer });
const DENIED = answered('refused ERR_ACCESS_DENIED');

describe('a program in the sandbox', () => {
  test('answers the request that it receives', async () => {
    expect(await createSandbox().run({ act: 'answer' }, REQUESTER)).toEqual(answered('answered'));
  });

  test(
    'gives its answer to a server that learns of its end first, because another process ended too',
    { tags: ['proof'] },
    async () => {
      const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      const sandbox = createSandbox();
      const first = sandbox.run({ act: 'answer' }, REQUESTER);
      const late = sandbox.run({ act: 'late' }, { id: 'other', isVisitor: false });
      await new Promise((resolve) => setTimeout(resolve, 200));
      // The first process answers and ends; then, while its answer is read, the late one does.
      block(1_500);
      await first;
      block(3_000);
      expect(await late).toEqual(answered('answered late'));
    },
  );

  test('reads no key of the data directory, and no other file of the server or the machine', async () => {
    const sandbox = createSandbox();
    const config = fileURLToPath(new URL('../../config.ts', import.meta.url));
    for (const path of [join(data, 'key'), config, '/etc/passwd', `/proc/${process.pid}/environ`])
      expect(await sandbox.run({ act: 'read', path }, REQUESTER), path).toEqual(DENIED);
    const own = fileURLToPath(new URL('testing/hostile-program.ts', import.meta.url));
    expect(await sandbox.run({ act: 'read', path: own }, REQUESTER)).toEqual(
      answered(expect.stringContaining('answerOrder')),
    );
  });

  test('writes no file, starts no program and gets no settings of the server', async () => {
    const sandbox = createSandbox();
    expect(await sandbox.run({ act: 'write', path: join(data, 'new') }, REQUESTER)).toEqual(DENIED);
    expect(await sandbox.run({ act: 'start' }, REQUESTER)).toEqual(DENIED);
    expect(await sandbox.run({ act: 'environment' }, REQUESTER)).toEqual(answered(''));
  });

  test.skipIf(!isolation.namespaces)('reaches no listener of the machine', async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    const result = await createSandbox().run({ act: 'connect', port }, REQUESTER);
    expect(result).toEqual(answered(expect.stringMatching(/^refused E(NETUNREACH|CONNREFUSED)$/)));
    expect(connections).toBe(0);
    listener.close();
  });

  test.skipIf(!isolation.namespaces)('sends no signal to the server', async () => {
    const result = await createSandbox().run({ act: 'signal', pid: process.pid }, REQUESTER);
    expect(result).toEqual(answered('refused ESRCH'));
  });

  test('is killed at its time limit without blocking the server', async () => {
    const stall = monitorEventLoopDelay({ resolution: 5 });
    stall.enable();
    expect(await createSandbox({ timeMs: 1_000 }).run({ act: 'loop' }, REQUESTER)).toEqual({
      state: 'timeout',
    });
    stall.disable();
    expect(stall.max / 1e6).toBeLessThan(500);
  });

  test.skipIf(!isolation.memory)('is given more time while it waits for a processor', async () => {
    expect(await createSandbox({ timeMs: 1_000 }).run({ act: 'late' }, REQUESTER)).toEqual(
      answered('answered late'),
    );
  });

  test('is not taken for one at its time limit when it fails by itself after a long wait', async () => {
    const sandbox = createSandbox({ timeMs: 1_000 });
    const failing = sandbox.run({ act: 'fail' }, REQUESTER);
    expect(await failing).toEqual({ state: 'ended', cause: 'Exit code 70' });
    expect(await sandbox.run({ act: 'answer' }, REQUESTER)).toEqual(answered('answered'));
  });

  test('pauses the account at its time limit, and no other one', async () => {
    const sandbox = createSandbox({ timeMs: 1_000 });
    await sandbox.run({ act: 'loop' }, REQUESTER);
    await expect(sandbox.run({ act: 'answer' }, REQUESTER)).rejects.toMatchObject({ status: 429 });
    const other = sandbox.run({ act: 'answer' }, { id: 'other', isVisitor: false });
    expect(await other).toEqual(answered('answered'));
  });

  test.skipIf(process.platform !== 'linux')(
    'leaves the processor to the server, for visitors most',
    async () => {
      const sandbox = createSandbox();
      const own = getPriority();
      const read = (requester: QueueRequester) => sandbox.run({ act: 'priority' }, requester);
      const light = { id: 'has used nothing', isVisitor: false };
      expect(await read(light)).toEqual(answered(String(Math.min(19, own + 5))));
      expect(await read({ id: 'visitors', isVisitor: true })).toEqual(answered('19'));
    },
  );

  test('ends when its objects exceed the heap limit', async () => {
    expect(await createSandbox({ timeMs: 20_000 }).run({ act: 'heap' }, REQUESTER)).toEqual({
      state: 'ended',
      cause: expect.stringMatching(/^(Signal|Exit code)/),
    });
  });

  test.skipIf(!isolation.memory)('cannot allocate more native memory than its limit', async () => {
    const result = await createSandbox({ timeMs: 20_000 }).run({ act: 'native-memory' }, REQUESTER);
    expect(result).toEqual(answered('refused ERR_MEMORY_ALLOCATION_FAILED'));
  });

  test('reports `ended` after a crash and after an answer that does not match the schema, and answers the next request', async () => {
    const sandbox = createSandbox();
    expect(await sandbox.run({ act: 'crash' }, REQUESTER)).toEqual({
      state: 'ended',
      cause: expect.stringMatching(/^(Signal|Exit code)/),
    });
    expect(await sandbox.run({ act: 'lie' }, REQUESTER)).toEqual({
      state: 'ended',
      cause: 'The answer does not match the schema.',
    });
    expect(await sandbox.run({ act: 'answer' }, REQUESTER)).toEqual(answered('answered'));
  });
});

test('rejects requests beyond the queue limit and answers the others', async () => {
  const sandbox = createSandbox({ slots: 1, waiting: 1 });
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((id) => sandbox.run({ act: 'answer' }, { id, isVisitor: false })),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: { status: 503, message: 'Too many files at once.' } });
});
