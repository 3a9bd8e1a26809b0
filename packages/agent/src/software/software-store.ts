import { join } from 'node:path';
import { sha256Hex } from '@northlight/runtime';
import {
  bootState,
  type BootDecision,
  type BootState,
  confirmBoot,
  decideBoot,
  withCandidate,
} from './boot-decision.ts';
import type { Disk } from './disk.ts';

const STATE = 'state.json';
export const IMAGE_FILE = 'northlight-agent.mjs';

/**
 * Images of the software below one directory, and which of them runs. Whatever is cut off where, the next start finds
 * either the image of before or the new one whole: files come under their names only when they are safe.
 */
export class SoftwareStore {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #base: string;

  /** `base` is the version of the installed image. */
  constructor(disk: Disk, directory: string, base: string) {
    this.#disk = disk;
    this.#directory = directory;
    this.#base = base;
  }

  fileOf(image: string): string {
    return join(this.#directory, image, IMAGE_FILE);
  }

  /** Decides which image runs, and keeps that it was started. */
  async boot(now: number): Promise<BootDecision> {
    const images = new Set(await this.#disk.list(this.#directory));
    const kept = await this.#load();
    const decision = decideBoot(kept, { base: this.#base, now, has: (image) => images.has(image) });
    if (decision.image !== undefined || kept) await this.#save(decision.state);
    return decision;
  }

  /** Keeps an image and makes it the next one to be tried. */
  async install(version: string, bytes: Uint8Array): Promise<void> {
    const image = `${version}-${sha256Hex(Buffer.from(bytes).toString('latin1')).slice(0, 12)}`;
    const state = (await this.#load()) ?? { base: this.#base };
    const inUse = [state.current, state.previous];
    if (!inUse.includes(image)) await this.#write(image, bytes);
    await this.#save(withCandidate(state, image));
  }

  /** The running image has reached the cloud; what nothing goes back to is removed. */
  async confirm(running: string | undefined): Promise<void> {
    const before = await this.#load();
    if (!before) return;
    const state = confirmBoot(before, running);
    await this.#save(state);
    const keep = [STATE, state.current, state.previous, state.candidate?.image];
    for (const name of await this.#disk.list(this.#directory))
      if (!keep.includes(name)) await this.#disk.remove(join(this.#directory, name));
  }

  async #write(image: string, bytes: Uint8Array): Promise<void> {
    const place = join(this.#directory, image);
    const beside = `${place}.part`;
    await this.#disk.remove(beside);
    await this.#disk.remove(place);
    await this.#disk.makeDirectory(beside);
    await this.#disk.write(join(beside, IMAGE_FILE), bytes);
    await this.#disk.sync(join(beside, IMAGE_FILE));
    await this.#disk.sync(beside);
    await this.#disk.rename(beside, place);
    await this.#disk.sync(this.#directory);
  }

  /** Undefined when there is none, or none that can be read: then the installed image runs. */
  async #load(): Promise<BootState | undefined> {
    const bytes = await this.#disk.read(join(this.#directory, STATE));
    if (!bytes) return undefined;
    try {
      return bootState.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    } catch {
      return undefined;
    }
  }

  async #save(state: BootState): Promise<void> {
    const file = join(this.#directory, STATE);
    await this.#disk.makeDirectory(this.#directory);
    await this.#disk.write(`${file}.part`, Buffer.from(JSON.stringify(state)));
    await this.#disk.sync(`${file}.part`);
    await this.#disk.rename(`${file}.part`, file);
    await this.#disk.sync(this.#directory);
  }
}
