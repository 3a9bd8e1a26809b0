import { TestBrowser } from '../browser.ts';
import type { SearchableData } from './secret-search.ts';

/** A browser that records every answer and removes the session cookie from the recording. */
export class CapturingBrowser extends TestBrowser {
  readonly #answers: SearchableData[];

  constructor(address: string, answers: SearchableData[]) {
    super(address);
    this.#answers = answers;
  }

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await super.fetch(path, init);
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
    const text = `${JSON.stringify(headers)}\n${await response.clone().text()}`;
    this.#answers.push({ name: `answer ${init.method ?? 'GET'} ${path}`, bytes: Buffer.from(text) });
    return response;
  }

  get sessionToken(): string {
    return /northlight=([^;]+)/.exec(this.cookieHeader)?.[1] ?? '';
  }
}
