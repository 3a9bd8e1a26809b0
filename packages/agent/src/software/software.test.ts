import { expect, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import type { Disk } from './disk.ts';
import { SoftwareStore } from './software-store.ts';

const DIRECTORY = '/state/software';
const OLD = Buffer.from('the old image');
const NEW = Buffer.from('the new image');

class PowerCut extends Error {}

/** A disk that loses unsynced data in a power cut at a chosen operation. */
class CutDisk implements Disk {
  files = new Map<string, Uint8Array>();
  readonly #unsynced = new Set<string>();
  left = Infinity;

  /** Starts again after a power cut: files that were not synced are incomplete. */
  powerUp(): void {
    for (const file of this.#unsynced) {
      const bytes = this.files.get(file);
      if (bytes) this.files.set(file, bytes.subarray(0, bytes.length / 2));
    }
    this.#unsynced.clear();
    this.left = Infinity;
  }
  async list(directory: string): Promise<string[]> {
    const below = [...this.files.keys()].filter((file) => file.startsWith(`${directory}/`));
    return [...new Set(below.map((file) => file.slice(directory.length + 1).split('/')[0] ?? ''))];
  }
  async read(file: string): Promise<Uint8Array | undefined> {
    return this.files.get(file);
  }
  async makeDirectory(): Promise<void> {
    this.#spend();
  }
  async write(file: string, bytes: Uint8Array): Promise<void> {
    this.files.set(file, bytes.subarray(0, 1));
    this.#unsynced.add(file);
    this.#spend();
    this.files.set(file, bytes);
  }
  async sync(path: string): Promise<void> {
    this.#spend();
    this.#unsynced.delete(path);
  }
  async rename(from: string, to: string): Promise<void> {
    this.#spend();
    for (const [file, bytes] of Array.from(this.files))
      if (file === from || file.startsWith(`${from}/`)) {
        const renamed = to + file.slice(from.length);
        this.files.delete(file);
        this.files.set(renamed, bytes);
        if (this.#unsynced.delete(file)) this.#unsynced.add(renamed);
      }
  }
  async remove(path: string): Promise<void> {
    this.#spend();
    for (const file of Array.from(this.files.keys()))
      if (file === path || file.startsWith(`${path}/`)) this.files.delete(file);
  }
  #spend(): void {
    if (this.left-- <= 0) throw new PowerCut();
  }
}

function machine(base = '1.0.0') {
  const disk = new CutDisk();
  const store = new SoftwareStore(disk, DIRECTORY, base);
  let now = 1_000_000;
  const start = async () => {
    const decision = await store.boot(now);
    const { image } = decision;
    const bytes = image === undefined ? undefined : disk.files.get(store.fileOf(image));
    return { ...decision, runs: bytes ? Buffer.from(bytes).toString() : 'installed' };
  };
  return { disk, store, start, wait: (ms: number) => (now += ms) };
}

/** Returns a store whose confirmed image is `OLD`. */
async function upgradedOnce() {
  const made = machine();
  await made.start();
  await made.store.install('1.1.0', OLD);
  const { image } = await made.start();
  await made.store.confirm(image);
  return made;
}

test('tries a new image, and keeps the image after it has reached the cloud', async () => {
  const { disk, start, store } = await upgradedOnce();
  await store.install('1.2.0', NEW);
  const first = await start();
  expect(first).toMatchObject({ runs: 'the new image', bootReason: 'upgrade', withinMs: 5 * MINUTE_MS });
  await store.confirm(first.image);
  expect(await start()).toMatchObject({ runs: 'the new image', bootReason: undefined, withinMs: undefined });
  await store.install('1.3.0', Buffer.from('a third'));
  await store.confirm((await start()).image);
  // Keeps only the current and the previous image.
  expect(
    (await disk.list(DIRECTORY)).filter((name) => name !== 'state.json').map((name) => name.split('-')[0]),
  ).toEqual(['1.2.0', '1.3.0']);
});

test('returns to the previous image if an image crashes or does not reach the cloud in time, and reports the failure', async () => {
  const dying = await upgradedOnce();
  await dying.store.install('1.2.0', NEW);
  expect((await dying.start()).runs).toBe('the new image');
  expect((await dying.start()).runs).toBe('the new image');
  const back = await dying.start();
  expect(back).toMatchObject({ runs: 'the old image', bootReason: 'upgrade' });
  expect(await dying.start()).toMatchObject({ runs: 'the old image', bootReason: 'upgrade' });
  await dying.store.confirm(back.image);
  expect(await dying.start()).toMatchObject({ runs: 'the old image', bootReason: undefined });
  const silent = await upgradedOnce();
  await silent.store.install('1.2.0', NEW);
  await silent.start();
  silent.wait(5 * MINUTE_MS);
  expect((await silent.start()).runs).toBe('the old image');
});

test('runs the installed image when there is no state, or when another version was installed', async () => {
  const { disk, start, store } = await upgradedOnce();
  const other = new SoftwareStore(disk, DIRECTORY, '2.0.0');
  expect(await other.boot(0)).toMatchObject({ image: undefined });
  expect((await start()).runs).toBe('installed');
  await store.install('1.2.0', NEW);
  disk.files.set(`${DIRECTORY}/state.json`, Buffer.from('{'));
  expect((await start()).runs).toBe('installed');
});

test('a power cut at any step of an upgrade leaves the old or the new image intact', async () => {
  const seen = new Set<string>();
  let steps = 0;
  for (let cutAt = 0; cutAt < 200; cutAt++) {
    const { disk, start, store } = await upgradedOnce();
    disk.left = cutAt;
    let finished = false;
    try {
      await store.install('1.2.0', NEW);
      const { image } = await start();
      await store.confirm(image);
      finished = true;
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
    }
    disk.powerUp();
    const { runs } = await start();
    expect(['the old image', 'the new image'], `cut at ${cutAt}`).toContain(runs);
    seen.add(runs);
    // The upgrade can be repeated after the failure.
    await store.install('1.2.0', NEW);
    const again = await start();
    expect(again.runs, `again after ${cutAt}`).toBe('the new image');
    await store.confirm(again.image);
    expect((await start()).runs).toBe('the new image');
    steps = cutAt;
    if (finished) break;
  }
  expect(seen.size).toBe(2);
  expect(steps).toBeGreaterThan(15);
});
