import type { ManagedAccount } from '@northlight/contract';
import { Button, Group, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SecretDialog } from '../../app/dialog/OneTimeSecret.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation } from '../../kit/api/index.ts';
import { Section } from '../../kit/page/index.ts';

/** Shows and changes the key with which a third-party customer signs links that open the console. */
export function SigningKey({ account }: { readonly account: ManagedAccount }) {
  const [secret, setSecret] = useState<string>();
  const [publicKey, setPublicKey] = useState('');
  const callbacks = {
    onSettled: awaitRefetch,
    onError: (error: Error) => toast.error(error),
  };
  const params = { accountId: account.id };
  const set = useMutation({
    ...createMutation('signingKeySet'),
    ...callbacks,
    onSuccess: ({ sharedSecret }) => {
      setSecret(sharedSecret);
      setPublicKey('');
    },
  });
  const remove = useMutation({ ...createMutation('signingKeyRemove'), ...callbacks });
  return (
    <Section title="Signed links">
      <p className="mut">
        {account.signingKey === undefined
          ? 'No key yet. Customers of this account cannot open the console until you save a public key or create a shared secret.'
          : account.signingKey === 'shared'
            ? 'The customer signs links with the shared secret.'
            : 'The customer signs links with its own private key; Northlight stores the public key.'}
      </p>
      <Textarea
        label="Public key (Ed25519)"
        description="PEM, or 32 bytes in Base64url"
        autosize
        minRows={2}
        value={publicKey}
        onChange={(event) => setPublicKey(event.currentTarget.value)}
      />
      <Group gap={8} mt="sm">
        <Button
          variant="default"
          disabled={publicKey.trim() === ''}
          onClick={() => set.mutate({ params, body: { kind: 'ed25519', publicKey } })}
        >
          Save public key
        </Button>
        <Button variant="default" onClick={() => set.mutate({ params, body: { kind: 'shared' } })}>
          Create shared secret
        </Button>
        {account.signingKey !== undefined && (
          <Button variant="default" onClick={() => remove.mutate({ params })}>
            Remove key
          </Button>
        )}
      </Group>
      {secret !== undefined && (
        <SecretDialog
          title={`Shared secret of ${account.account}`}
          noun="secret"
          secret={secret}
          onDone={() => setSecret(undefined)}
        >
          The customer signs its links with it.
        </SecretDialog>
      )}
    </Section>
  );
}
