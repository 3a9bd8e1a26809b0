import { TestBrowser } from '../browser.ts';
import type { Place } from './searched-places.ts';

/** A browser that keeps every answer it was given; the cookie that is the session is no answer. */
export class CapturingBrowser extends TestBrowser {
  readonly #kept: Place[];

  constructor(address: string, kept: Place[]) {
    super(address);
    this.#kept = kept;
  }

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await super.fetch(path, init);
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
    const text = `${JSON.stringify(headers)}\n${await response.clone().text()}`;
    this.#kept.push({ name: `answer ${init.method ?? 'GET'} ${path}`, bytes: Buffer.from(text) });
    return response;
  }

  /** The token that the browser holds as a cookie. */
  get sessionToken(): string {
    return /northlight=([^;]+)/.exec(this.cookieHeader)?.[1] ?? '';
  }
}
