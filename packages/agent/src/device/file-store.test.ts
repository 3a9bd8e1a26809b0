import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileStore } from './file-store.ts';
import { FACTORY, type SavedState } from '../link/index.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'northlight-agent-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('stores the state in a file that only its owner can read, and leaves no temporary file', async () => {
  const file = join(directory, 'state', 'link.json');
  const store = new FileStore(file);
  expect(await store.load()).toBeUndefined();
  const next: SavedState = {
    ...FACTORY,
    bd: 3,
    credential: { id: 'A'.repeat(22), token: 't', epoch: 1 },
    rebooting: 'c1',
  };
  await store.save({ ...next, bd: 2 });
  await store.save(next);
  expect(await new FileStore(file).load()).toEqual(next);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(directory, 'state'))).toEqual(['link.json']);
});

test('rejects a file that is not a valid state', async () => {
  const file = join(directory, 'broken.json');
  await writeFile(file, '{"bd":');
  await expect(new FileStore(file).load()).rejects.toThrow('cannot be read');
});

test('ignores a half-written temporary file', async () => {
  const file = join(directory, 'link.json');
  const store = new FileStore(file);
  await store.save(FACTORY);
  await writeFile(`${file}.new`, '{');
  expect(await store.load()).toEqual(FACTORY);
  await store.save({ ...FACTORY, bd: 1 });
  expect((await store.load())?.bd).toBe(1);
});
