import type { Permission } from '@northlight/contract';
import { Button, CopyButton, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { decryptSecret } from '../kit/api/decrypt-secret.ts';
import { toast } from './toast.ts';

/** A revealed secret does not stay on an unattended screen. */
const SHOWN_MS = 30_000;

interface RevealSecretProps {
  readonly can: Permission;
  /** Asks the server for it, sealed under the key of this session. */
  readonly ask: () => Promise<{ readonly ciphertext: string }>;
  /** What is revealed, for who cannot see where the button stands. */
  readonly label?: string | undefined;
}

/** One kept secret: shown on demand, for a while, and nowhere else; the log says who asked. */
export function RevealSecret({ ask, can, label }: RevealSecretProps) {
  const [secret, setSecret] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (secret === undefined) return;
    const timer = setTimeout(() => setSecret(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [secret]);
  const reveal = async () => {
    setBusy(true);
    try {
      const { ciphertext } = await ask();
      setSecret(await decryptSecret(ciphertext));
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  const named = (word: string) => (label === undefined ? undefined : `${word} ${label}`);
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
          aria-label={named('Reveal')}
          loading={busy}
          onClick={() => void reveal()}
        >
          Reveal
        </GatedButton>
      ) : (
        <>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" aria-label={named('Copy')} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={named('Hide')}
            onClick={() => setSecret(undefined)}
          >
            Hide
          </Button>
        </>
      )}
    </Group>
  );
}
