import { Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '../../kit/api/api-error.ts';
import { call, setCsrfToken } from '../../kit/api/call.ts';
import { PATHS, signInAddress } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';

type Step =
  | { readonly name: 'looking' | 'confirmed' | 'refused' }
  | { readonly name: 'asked'; readonly account: string; readonly network: string; readonly userAgent: string }
  | { readonly name: 'problem'; readonly sentence: string };

/** The phone's side of signing in by a code: which browser asks, and the answer to it. */
export function PhonePage({ code }: { readonly code: string }) {
  const [step, setStep] = useState<Step>({ name: 'looking' });
  const [busy, setBusy] = useState<'confirm' | 'refuse'>();
  useEffect(() => {
    const abort = new AbortController();
    look(code, abort.signal)
      .then(setStep)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setStep({ name: 'problem', sentence: sentenceOf(error) });
      });
    return () => abort.abort();
  }, [code]);
  const answer = async (what: 'confirm' | 'refuse') => {
    setBusy(what);
    try {
      await call(what === 'confirm' ? 'qrCodeConfirm' : 'qrCodeRefuse', { params: { code } });
      setStep({ name: what === 'confirm' ? 'confirmed' : 'refused' });
    } catch (error) {
      setStep({ name: 'problem', sentence: sentenceOf(error) });
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <AuthFrame title="Sign in on another screen" foot={<ToConsole />}>
      {step.name === 'looking' && (
        <Group justify="center" py="xl">
          <Loader size="sm" role="status" aria-label="Looking at the code" />
        </Group>
      )}
      {step.name === 'asked' && (
        <>
          <Text size="sm" mb="sm">
            This browser would be signed in as <strong>{step.account}</strong>:
          </Text>
          <Facts
            items={[
              { label: 'Browser', value: step.userAgent },
              { label: 'Network', value: step.network },
            ]}
          />
          <Notice tone="warning">
            Confirm only what you see in front of you. Whoever sent you this code would use your account.
          </Notice>
          <Group grow mt="lg" gap={8}>
            <Button
              size="sm"
              variant="default"
              loading={busy === 'refuse'}
              onClick={() => void answer('refuse')}
            >
              Refuse
            </Button>
            <Button size="sm" loading={busy === 'confirm'} onClick={() => void answer('confirm')}>
              Confirm
            </Button>
          </Group>
        </>
      )}
      {step.name === 'confirmed' && (
        <Notice tone="good" title="Confirmed">
          The other screen is being signed in. You can close this page.
        </Notice>
      )}
      {step.name === 'refused' && (
        <Notice tone="plain" title="Refused">
          The code has ended. Nobody was signed in with it.
        </Notice>
      )}
      {step.name === 'problem' && (
        <Notice tone="error" title={step.sentence}>
          Show a new code on the other screen and scan that.
        </Notice>
      )}
    </AuthFrame>
  );
}

function ToConsole() {
  return (
    <Anchor href={PATHS.overview} fw={550}>
      Open the console here
    </Anchor>
  );
}

/** Who is signed in here, and what the code is; whoever is not signed in does that first and comes back. */
async function look(code: string, signal: AbortSignal): Promise<Step> {
  try {
    const session = await call('sessionGet', { query: {} }, { signal });
    setCsrfToken(session.csrfToken);
    const { account, nickname, label } = session.account;
    const asked = await call('qrCodeScan', { params: { code } }, { signal });
    return { name: 'asked', account: account || nickname || label, ...asked };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || error.code > 100) throw error;
    window.location.replace(signInAddress(window.location.pathname + window.location.search));
    return { name: 'looking' };
  }
}
