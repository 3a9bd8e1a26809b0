import type { DeviceEntry } from '@northlight/contract';
import { Button } from '@mantine/core';
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';
import { lazy, Suspense, useState } from 'react';

const LabelScanner = lazy(async () => ({ default: (await import('./LabelScanner.tsx')).LabelScanner }));

/** Button that starts reading labels with the camera; shown only on touch devices. */
export function ScanButton({ onEntry }: { readonly onEntry: (entry: DeviceEntry) => void }) {
  const [open, setOpen] = useState(false);
  if (!window.matchMedia('(any-pointer: coarse)').matches) return null;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconQrcode size={17} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Stop scanning' : 'Scan labels with the camera'}
      </Button>
      {open && (
        <Suspense>
          <LabelScanner onEntry={onEntry} />
        </Suspense>
      )}
    </>
  );
}
