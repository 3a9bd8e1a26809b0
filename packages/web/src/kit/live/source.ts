import { createSseParser } from './sse.ts';

export interface SourceHandlers {
  /** `resumed`: what was missed since the last event follows by itself. */
  readonly onOpen: (resumed: boolean) => void;
  readonly onEvent: (name: string, data: string) => void;
  readonly onLost: () => void;
}

/** One connection, until it is lost or closed; the caller opens the next. */
export type OpenSource = (url: string, handlers: SourceHandlers) => () => void;

/**
 * Reads streams one after the other; each goes on after the last event of the one before. With a token it is sent as a
 * bearer, which EventSource cannot do; without one the session travels in the cookie.
 */
export function sourceWith(token: string | undefined): OpenSource {
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
        // What a closed reader still has in hand is of the stream before.
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
