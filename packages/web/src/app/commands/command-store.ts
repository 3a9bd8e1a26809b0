import { useSyncExternalStore } from 'react';

export type CommandView = 'palette' | 'shortcuts' | undefined;

let view: CommandView;
const listeners = new Set<() => void>();

/** Opens the command palette or the list of shortcuts; undefined closes both. */
export const commands = {
  open(next: CommandView): void {
    view = next;
    for (const listener of listeners) listener();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCommandView(): CommandView {
  return useSyncExternalStore(subscribe, () => view);
}
