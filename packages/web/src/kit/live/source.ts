import { createSseParser } from './sse.ts';

export interface SourceHandlers {
  /**
   * Called when the stream is open; `resumed` is true when the server sends the events missed since the last
   * one.
   */
  readonly onOpen: (resumed: boolean) => void;
  readonly onEvent: (name: string, data: string) => void;
  readonly onLost: () => void;
}

/** Opens one connection and returns a function that closes it. The caller must reconnect. */
export type OpenSource = (url: string, handlers: SourceHandlers) => () => void;

/**
 * Reads event streams; each new stream resumes after the last event. With a token, sends it as a bearer
 * header, which EventSource does not support; without a token, the browser sends the session cookie.
 */
export function createSource(token: string | undefined): OpenSource {
  let lastId: string | undefined;
  return (url, handlers) => {
    const abort = new AbortController();
    const parse = createSseParser(({ name, data, id }) => {
      lastId = id ?? lastId;
      handlers.onEvent(name, data);
    });
    const resumed = lastId !== undefined;
    const read = async () => {
      const answer = await fetch(url, {
        headers: {
          accept: 'text/event-stream',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(lastId !== undefined && { 'last-event-id': lastId }),
        },
        credentials: token === undefined ? 'same-origin' : 'omit',
        cache: 'no-store',
        signal: abort.signal,
      });
      if (!answer.ok || !answer.body) throw new Error('The stream was refused.');
      handlers.onOpen(resumed);
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        // Ignores data that a closed stream still delivers.
        if (abort.signal.aborted) return;
        parse(piece.value);
      }
      throw new Error('The stream has ended.');
    };
    read().catch(() => {
      if (!abort.signal.aborted) handlers.onLost();
    });
    return () => abort.abort();
  };
}
