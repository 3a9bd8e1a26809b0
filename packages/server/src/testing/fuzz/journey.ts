import {
  type Api,
  type ApiKey,
  api,
  type CallInput,
  type CallResult,
  type Endpoint,
  fillPath,
} from '@northlight/contract';
import type { TestBrowser } from '../browser.ts';
import type { FoundIds } from './found-ids.ts';

export interface Traveller {
  readonly browser: TestBrowser;
  readonly account: string;
}

type UploadInput<K extends ApiKey> = CallInput<Api[K]> & { readonly file?: File };
type Go = <K extends ApiKey>(key: K, input: UploadInput<K>) => Promise<CallResult<Api[K]>>;

/** Valid requests in an order in which each succeeds; notes the operations, and the ids of the answers. */
export class Journey {
  readonly #succeeded: Set<ApiKey>;
  readonly #found: FoundIds | undefined;

  constructor(succeeded: Set<ApiKey>, found?: FoundIds) {
    this.#succeeded = succeeded;
    this.#found = found;
  }

  /** Returns the function with which this browser sends requests. */
  from(browser: TestBrowser): Go {
    return async (key, input) => {
      const { download, path }: Endpoint = api[key];
      if (download) {
        const { params = {} } = input as { readonly params?: Readonly<Record<string, unknown>> };
        const { ok, status } = await browser.fetch(fillPath(path, params));
        if (!ok) throw new Error(`${key} answered ${status}.`);
        this.#succeeded.add(key);
        return undefined as never;
      }
      const answer = await browser.call(key, input);
      this.#succeeded.add(key);
      this.#found?.add(key, answer);
      return answer;
    };
  }
}
