import { useSyncExternalStore } from 'react';
import { localState } from '../kit/local-state/index.ts';

/** Persisted state of the floating window (specification §3). */
let open = localState.floatOpen();
/** Job that an open dialog shows. */
let dialogJob: string | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function set(next: boolean): void {
  open = next;
  localState.setFloatOpen(next);
  notify();
}

export const jobWindow = {
  show: () => set(true),
  toggle: () => set(!open),
  /** Leaves a job out of the window while a dialog shows it; undefined when the dialog closes. */
  omit: (jobId: string | undefined) => {
    dialogJob = jobId;
    notify();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useJobWindowOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open);
}

/** Returns the id of the job that an open dialog shows; undefined without such a dialog. */
export function useDialogJob(): string | undefined {
  return useSyncExternalStore(subscribe, () => dialogJob);
}
