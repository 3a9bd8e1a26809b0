import type { Share } from '@northlight/contract';
import { lazy, Suspense, useState } from 'react';
import { GatedButton } from '../kit/controls/GatedButton.tsx';

const ExtensionDialog = lazy(async () => ({
  default: (await import('./ExtensionDialog.tsx')).ExtensionDialog,
}));

/** Button that requests more time from the owner. */
export function ExtensionButton({ share }: { readonly share: Share }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <GatedButton can={share.can.askExtension} variant="default" onClick={() => setOpened(true)}>
        {share.extension ? 'Request more time again' : 'Request more time'}
      </GatedButton>
      <Suspense>{opened && <ExtensionDialog share={share} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}
