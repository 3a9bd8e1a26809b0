import type { Share } from '@northlight/contract';
import { lazy, Suspense, useState } from 'react';
import { GatedButton } from '../kit/controls/GatedButton.tsx';

const ExtensionDialog = lazy(async () => ({
  default: (await import('./ExtensionDialog.tsx')).ExtensionDialog,
}));

/** Asks the owner for more time, with a word why. */
export function ExtensionButton({ share }: { readonly share: Share }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <GatedButton can={share.can.askExtension} variant="default" onClick={() => setOpened(true)}>
        {share.extension ? 'Ask again for more time' : 'Ask for more time'}
      </GatedButton>
      <Suspense>{opened && <ExtensionDialog share={share} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}
