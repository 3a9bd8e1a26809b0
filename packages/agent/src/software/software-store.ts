import { join } from 'node:path';
import { hashSha256Hex } from '@northlight/runtime';
import {
  bootState,
  type BootDecision,
  type BootState,
  confirmBoot,
  decideBoot,
  applyCandidate,
} from './boot-decision.ts';
import type { Disk } from './disk.ts';

const STATE = 'state.json';
export const IMAGE_FILE = 'northlight-agent.mjs';

/**
 * Stores software images and their boot state in a directory. A file gets its final name only after a sync,
 * so that a power cut leaves either the previous image or the complete new one.
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

  /** Decides which image to run and saves that it was started. */
  async boot(now: number): Promise<BootDecision> {
    const images = new Set(await this.#disk.list(this.#directory));
    const kept = await this.#load();
    const decision = decideBoot(kept, { base: this.#base, now, has: (image) => images.has(image) });
    if (decision.image !== undefined || kept) await this.#save(decision.state);
    return decision;
  }

  /** Stores an image and makes it the next candidate. */
  async install(version: string, bytes: Uint8Array): Promise<void> {
    const image = `${version}-${hashSha256Hex(Buffer.from(bytes).toString('latin1')).slice(0, 12)}`;
    const state = (await this.#load()) ?? { base: this.#base };
    const inUse = [state.current, state.previous];
    if (!inUse.includes(image)) await this.#write(image, bytes);
    await this.#save(applyCandidate(state, image));
  }

  /** Confirms the running image and removes images that are no longer needed. */
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
    const directory = join(this.#directory, image);
    const temporary = `${directory}.part`;
    await this.#disk.remove(temporary);
    await this.#disk.remove(directory);
    await this.#disk.makeDirectory(temporary);
    await this.#disk.write(join(temporary, IMAGE_FILE), bytes);
    await this.#disk.sync(join(temporary, IMAGE_FILE));
    await this.#disk.sync(temporary);
    await this.#disk.rename(temporary, directory);
    await this.#disk.sync(this.#directory);
  }

  /** Loads the boot state; undefined when it is missing or unreadable, so that the installed image runs. */
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
