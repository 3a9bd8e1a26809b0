import { type LiveChange, liveChange } from '@northlight/contract';
import type { TestBrowser } from './browser.ts';

/** Opens a live stream and collects its text. */
export async function openStream(browser: TestBrowser, query = '', headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await browser.fetch(`/api/v1/live${query}`, { headers, signal: abort.signal });
  let text = '';
  let ended = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      text += decoder.decode(chunk as Uint8Array, { stream: true });
  })()
    .catch(() => undefined)
    .finally(() => (ended = true));
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    ended: () => ended,
    close: async () => {
      abort.abort();
      await reading;
    },
  };
}

type Stream = Awaited<ReturnType<typeof openStream>>;

/** Returns the change events received so far. */
export const listChanges = (stream: Stream): LiveChange[] =>
  [...stream.text().matchAll(/^event: change\ndata: (.*)$/gm)].map(([, data]) =>
    liveChange.parse(JSON.parse(data ?? '')),
  );
