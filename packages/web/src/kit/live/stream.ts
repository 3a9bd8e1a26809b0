import { LIVE_HEARTBEAT_MS, LIVE_PATH, type LiveChange, liveChange } from '@northlight/contract';
import type { LiveState } from './live-store.ts';
import type { OpenSource } from './source.ts';

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** Time without data after which the connection counts as lost: two missed heartbeats. */
const SILENCE_MS = LIVE_HEARTBEAT_MS * 2 + 5_000;

export interface StreamHandlers {
  readonly onChange: (change: LiveChange) => void;
  readonly onReset: () => void;
  /**
   * Called when the session or the access to the project has ended; the error of the next request shows which
   * of the two has ended.
   */
  readonly onEnded: () => void;
  readonly onState: (state: LiveState) => void;
}

/** Computes an exponential backoff with jitter (ms). */
export function computeRetryDelay(attempt: number, random: number): number {
  const ceiling = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** attempt);
  return ceiling / 2 + (ceiling / 2) * random;
}

/**
 * Opens a live stream of changes. It closes while the page is hidden, and reopens with jitter after a loss.
 */
export function openStream(
  projectId: number | undefined,
  openSource: OpenSource,
  handlers: StreamHandlers,
): () => void {
  let close: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let wasOpen = false;
  let beats = false;

  const stop = () => {
    clearTimeout(timer);
    clearTimeout(silence);
    close?.();
    close = undefined;
  };
  const retry = () => {
    stop();
    handlers.onState('reconnecting');
    timer = setTimeout(start, computeRetryDelay(attempt, Math.random()));
    attempt += 1;
  };
  const restartSilenceTimer = () => {
    clearTimeout(silence);
    // Starts the timer only after a heartbeat event has arrived, because heartbeats sent as comments are not
    // visible to the page.
    if (beats) silence = setTimeout(retry, SILENCE_MS);
  };
  const start = () => {
    stop();
    const url = projectId === undefined ? LIVE_PATH : `${LIVE_PATH}?projectId=${projectId}`;
    close = openSource(url, {
      onOpen: (resumed) => {
        attempt = 0;
        handlers.onState('live');
        // Reloads the data, because a new stream does not repeat changes made while the page was
        // disconnected.
        if (wasOpen && !resumed) handlers.onReset();
        wasOpen = true;
        restartSilenceTimer();
      },
      onLost: retry,
      onEvent: (name, data) => {
        if (name === 'heartbeat') beats = true;
        restartSilenceTimer();
        if (name === 'reset') handlers.onReset();
        // The server ends each stream after 10 min; the new stream resumes after the last event.
        if (name === 'renew') start();
        if (name === 'ended') {
          handlers.onEnded();
          retry();
        }
        const change = name === 'change' ? readChange(data) : undefined;
        if (change) handlers.onChange(change);
      },
    });
  };
  const onVisibility = () => {
    if (document.hidden) {
      stop();
      handlers.onState('paused');
    } else start();
  };

  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    stop();
  };
}

function readChange(text: string): LiveChange | undefined {
  try {
    const parsed = liveChange.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
