import { lazy, Suspense, useEffect } from 'react';
import { isSingleKey } from '../../kit/single-keys.ts';
import { commands, useCommandView } from './command-store.ts';
import { useConfirmation } from '../confirm-store.ts';
import { useIdentityRequest } from '../session/identity-store.ts';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const ShortcutHelp = lazy(async () => ({ default: (await import('./ShortcutHelp.tsx')).ShortcutHelp }));

const ConfirmDialog = lazy(async () => ({
  default: (await import('../feedback/ConfirmDialog.tsx')).ConfirmDialog,
}));
const IdentityDialog = lazy(async () => ({
  default: (await import('../session/IdentityDialog.tsx')).IdentityDialog,
}));

/** Handles keyboard shortcuts on every page and shows their dialogs. Each dialog is loaded on first use. */
export function Commands() {
  const view = useCommandView();
  const question = useConfirmation();
  const isIdentityRequested = useIdentityRequest();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        commands.open('palette');
      } else if (isSingleKey(event, '?')) commands.open('shortcuts');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Suspense>
      {view === 'palette' && <Palette />}
      {view === 'shortcuts' && <ShortcutHelp />}
      {question && <ConfirmDialog question={question} />}
      {isIdentityRequested && <IdentityDialog />}
    </Suspense>
  );
}
