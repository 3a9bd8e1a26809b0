import type { Permission } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import { CopyTextButton } from '../ui/CopyTextButton.tsx';
import { useEffect, useState } from 'react';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { decryptSecret } from '../kit/api/decrypt-secret.ts';
import { toast } from './toast.ts';

/** Time after which a revealed secret is hidden again, because the screen may be unattended. */
const VISIBLE_MS = 30_000;

interface RevealSecretProps {
  readonly can: Permission;
  /** Requests the secret, which the server encrypts with the key of this session. */
  readonly fetchSealed: () => Promise<{ readonly ciphertext: string }>;
  /** Name of the secret in the buttons: `current password`. */
  readonly label: string;
}

/** Reveals a stored secret on demand for a limited time. The server records each request. */
export function RevealSecret({ fetchSealed, can, label }: RevealSecretProps) {
  const [secret, setSecret] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (secret === undefined) return;
    const timer = setTimeout(() => setSecret(undefined), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [secret]);
  const reveal = async () => {
    setBusy(true);
    try {
      const { ciphertext } = await fetchSealed();
      setSecret(await decryptSecret(ciphertext));
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap={8}>
      <span className="mono" style={{ overflowWrap: 'anywhere' }}>
        {secret ?? '••••••••'}
      </span>
      {secret === undefined ? (
        <GatedButton
          can={can}
          size="compact-xs"
          variant="default"
          loading={busy}
          onClick={() => void reveal()}
        >
          Reveal {label}
        </GatedButton>
      ) : (
        <>
          <CopyTextButton text={secret} label="Copy" size="compact-xs" name={`Copy ${label}`} />
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Hide ${label}`}
            onClick={() => setSecret(undefined)}
          >
            Hide
          </Button>
        </>
      )}
    </Group>
  );
}
