import { readFile, writeFile } from 'node:fs/promises';
import { type Clock, sleep } from '@northlight/runtime';
import type { RunProgram } from '../system/run.ts';
import { readCountry } from './iw.ts';

const POLL_MS = 50;
const POLLS = 60;

export interface CountryRulesOptions {
  /** File with the country that a command has set. */
  readonly file: string;
  readonly run: RunProgram;
  readonly clock: Clock;
}

/** Regulatory country of the machine's radios. */
export class CountryRules {
  readonly #options: CountryRulesOptions;

  constructor(options: CountryRulesOptions) {
    this.#options = options;
  }

  /** Returns the country that a command has set; undefined if none has. */
  async saved(): Promise<string | undefined> {
    const text = await readFile(this.#options.file, 'utf8').catch(() => '');
    return /^[A-Z]{2}$/.test(text) ? text : undefined;
  }

  async save(country: string): Promise<void> {
    await writeFile(this.#options.file, country, { flush: true });
  }

  /** Sets the country and waits until it applies; a radio with a fixed country may keep its own. */
  async apply(country: string): Promise<void> {
    const { clock, run } = this.#options;
    if ((await readCountry(run)) === country) return;
    await run(['iw', 'reg', 'set', country]);
    for (let polls = 0; polls < POLLS && (await readCountry(run)) !== country; polls++)
      await sleep(clock, POLL_MS);
  }
}
