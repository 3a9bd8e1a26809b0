import { useEffect } from 'react';

/** Undoes and repeats steps with Ctrl+Z and Ctrl+Y, outside of text fields. */
export function useUndoKeys(undoLast: (() => void) | undefined, redoNext: (() => void) | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      if (event.target instanceof Element && event.target.closest('input,textarea,[role="dialog"]')) return;
      const key = event.key.toLowerCase();
      const action = key === 'y' || (key === 'z' && event.shiftKey) ? redoNext : key === 'z' && undoLast;
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [redoNext, undoLast]);
}
