import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, toErrorSentence } from '../kit/api/api-error.ts';
import { call } from '../kit/api/call.ts';

const POLL_MS = 2_000;

/** States of the specification (§2), and `loading` until there is a code. */
export type QrState =
  | { readonly name: 'loading' | 'expired' | 'network-error' | 'logging-in' }
  | { readonly name: 'scanning' | 'scanned'; readonly path: string }
  | { readonly name: 'refused'; readonly sentence: string };

interface QrSignIn {
  readonly state: QrState;
  readonly refresh: () => void;
}

/** Creates a code for this browser and polls it until a phone has answered. */
export function useQrSignIn(onSignedIn: () => void): QrSignIn {
  const [state, setState] = useState<QrState>({ name: 'loading' });
  const running = useRef<AbortController>(undefined);
  const start = useCallback(() => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    pollCode(abort.signal, setState)
      .then((signedIn) => signedIn && onSignedIn())
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setState(chooseErrorState(error));
      });
  }, [onSignedIn]);
  useEffect(() => {
    start();
    return () => running.current?.abort();
  }, [start]);
  const refresh = useCallback(() => {
    setState({ name: 'loading' });
    start();
  }, [start]);
  return { state, refresh };
}

/** Polls a code; returns true if this browser was signed in. */
async function pollCode(signal: AbortSignal, show: (state: QrState) => void): Promise<boolean> {
  const { code, path } = await call('qrCodeCreate', {}, { signal });
  const params = { code };
  show({ name: 'scanning', path });
  for (;;) {
    await pause(POLL_MS, signal);
    const { state } = await call('qrCodeGet', { params }, { signal });
    show({ name: state, path });
    if (state === 'expired') return false;
    if (state === 'logging-in') {
      await call('qrCodeSignIn', { params }, { signal });
      return true;
    }
  }
}

/** Returns the state for an error: lost connection, expired code, or a refusal such as a rate limit. */
export function chooseErrorState(error: unknown): QrState {
  if (!(error instanceof ApiError)) return { name: 'network-error' };
  if (error.status === 0 || error.status >= 500) return { name: 'network-error' };
  if (error.code >= 3101 && error.code <= 3103) return { name: 'expired' };
  return { name: 'refused', sentence: toErrorSentence(error) };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new DOMException('The code is no longer polled.', 'AbortError'));
      },
      { once: true },
    );
  });
}
