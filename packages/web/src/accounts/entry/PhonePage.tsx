import { Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiError, toErrorSentence } from '../../kit/api/api-error.ts';
import { call, setCsrfToken } from '../../kit/api/call.ts';
import { PATHS, formatSignInAddress } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';

type Step =
  | { readonly name: 'loading' | 'confirmed' | 'refused' }
  | {
      readonly name: 'scanned';
      readonly account: string;
      readonly network: string;
      readonly userAgent: string;
    }
  | { readonly name: 'problem'; readonly sentence: string };

/** Page of the QR sign-in on the phone. It shows the requesting browser and asks for confirmation. */
export function PhonePage({ code }: { readonly code: string }) {
  const [step, setStep] = useState<Step>({ name: 'loading' });
  const [busy, setBusy] = useState<'confirm' | 'refuse'>();
  useEffect(() => {
    const abort = new AbortController();
    loadStep(code, abort.signal)
      .then(setStep)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setStep({ name: 'problem', sentence: toErrorSentence(error) });
      });
    return () => abort.abort();
  }, [code]);
  const answer = async (decision: 'confirm' | 'refuse') => {
    setBusy(decision);
    try {
      await call(decision === 'confirm' ? 'qrCodeConfirm' : 'qrCodeRefuse', { params: { code } });
      setStep({ name: decision === 'confirm' ? 'confirmed' : 'refused' });
    } catch (error) {
      setStep({ name: 'problem', sentence: toErrorSentence(error) });
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <AuthFrame title="Sign in on another screen" foot={<ToConsole />}>
      {step.name === 'loading' && (
        <Group justify="center" py="xl">
          <Loader size="sm" role="status" aria-label="Checking the code" />
        </Group>
      )}
      {step.name === 'scanned' && (
        <>
          <Text size="sm" mb="sm">
            The browser that shows the QR code will be signed in as <strong>{step.account}</strong>:
          </Text>
          <Facts
            items={[
              { label: 'Browser', value: step.userAgent },
              { label: 'IP address', value: step.network },
            ]}
          />
          <Notice tone="warning">
            Confirm only if this is your own screen. If you received this code from another person, refuse it.
          </Notice>
          <Group grow mt="lg" gap={8}>
            <Button
              size="sm"
              variant="default"
              loading={busy === 'refuse'}
              onClick={() => void answer('refuse')}
            >
              Refuse sign-in
            </Button>
            <Button size="sm" loading={busy === 'confirm'} onClick={() => void answer('confirm')}>
              Confirm sign-in
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
          The code is no longer valid. No browser was signed in.
        </Notice>
      )}
      {step.name === 'problem' && (
        <Notice tone="error" title={step.sentence}>
          Show a new code on the other screen and scan it.
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

/** Loads the session and the code's request. Without a session, redirects to the sign-in page first. */
async function loadStep(code: string, signal: AbortSignal): Promise<Step> {
  try {
    const session = await call('sessionGet', { query: {} }, { signal });
    setCsrfToken(session.csrfToken);
    const { account, nickname, label } = session.account;
    const scanned = await call('qrCodeScan', { params: { code } }, { signal });
    return { name: 'scanned', account: account || nickname || label, ...scanned };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || error.code > 100) throw error;
    window.location.replace(formatSignInAddress(window.location.pathname + window.location.search));
    return { name: 'loading' };
  }
}
