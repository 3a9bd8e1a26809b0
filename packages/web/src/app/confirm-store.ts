import { type ReactNode, useSyncExternalStore } from 'react';

/** A question before an action that cannot be undone. */
export interface Confirmation {
  readonly title: string;
  readonly body: ReactNode;
  /** Label of the confirming button, such as `Restart AP-1`. */
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel?: () => void;
}

let current: Confirmation | undefined;
const listeners = new Set<() => void>();

export function ask(next: Confirmation | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Asks whether to discard edits; resolves to true when the user discards them. */
export const askToDiscard = (noun: 'changes' | 'edits', body: string): Promise<boolean> =>
  new Promise((resolve) =>
    ask({
      title: `Discard your ${noun}?`,
      body,
      confirm: `Discard ${noun}`,
      cancel: 'Keep editing',
      danger: true,
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
    }),
  );

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConfirmation(): Confirmation | undefined {
  return useSyncExternalStore(subscribe, () => current);
}
