import type { Project } from '@northlight/contract';
import { Button, CopyButton, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toast } from '../app/toast.ts';
import { call } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { openSealed } from './open-sealed.ts';

/** A revealed secret does not stay on an unattended screen. */
const SHOWN_MS = 30_000;

/** The device management password: shown on demand to who may change devices, and written in the log. */
export function DevicePassword({ project }: { readonly project: Project }) {
  const [password, setPassword] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (password === undefined) return;
    const timer = setTimeout(() => setPassword(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [password]);
  const reveal = async () => {
    setBusy(true);
    try {
      const { ciphertext } = await call('projectPasswordReveal', { params: { projectId: project.id } });
      setPassword(await openSealed(ciphertext));
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap={8}>
      <span className="mono">{password ?? '••••••••'}</span>
      {password === undefined ? (
        <GatedButton
          can={project.can.write}
          size="compact-xs"
          variant="default"
          loading={busy}
          onClick={() => void reveal()}
        >
          Reveal
        </GatedButton>
      ) : (
        <>
          <CopyButton value={password}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button size="compact-xs" variant="default" onClick={() => setPassword(undefined)}>
            Hide
          </Button>
        </>
      )}
    </Group>
  );
}
