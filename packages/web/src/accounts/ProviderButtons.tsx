import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { toErrorSentence } from '../kit/api/api-error.ts';
import { call } from '../kit/api/call.ts';
import { storeReturnAddress } from './open-console.ts';
import type { SignInOptions } from './use-sign-in-options.ts';

interface ProviderButtonsProps extends Pick<SignInOptions, 'providers'> {
  readonly remember: boolean;
}

/** Sign-in buttons of this installation's providers; renders nothing if there are none. */
export function ProviderButtons({ providers, remember }: ProviderButtonsProps) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  if (!providers.enabled) return null;
  const begin = async (provider: string) => {
    setBusy(provider);
    setProblem(undefined);
    try {
      const { redirectUrl } = await call('providerStart', { params: { provider }, body: { remember } });
      storeReturnAddress();
      window.location.assign(redirectUrl);
    } catch (error) {
      setProblem(toErrorSentence(error));
      setBusy(undefined);
    }
  };
  return (
    <Stack gap={8} mt={12}>
      {providers.value.map(({ id, label }) => (
        <Button
          key={id}
          fullWidth
          variant="default"
          loading={busy === id}
          disabled={busy !== undefined && busy !== id}
          onClick={() => void begin(id)}
        >
          Sign in with {label}
        </Button>
      ))}
      {problem && (
        <Text size="sm" c="var(--st-err)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
