import { Anchor, Group, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toErrorSentence } from '../../kit/api/api-error.ts';
import { call, setCsrfToken } from '../../kit/api/call.ts';
import { SIGN_IN_PATHS, PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';
import { openConsole } from '../open-console.ts';
import { SecondFactorStep } from '../SecondFactorStep.tsx';
import { storeBinding } from './binding.ts';

interface Refusal {
  readonly sentence: string;
  /** True if the flow was started on the security page. */
  readonly linking: boolean;
}

/** Result that the page shows; empty if the page redirects at once. */
interface Outcome {
  readonly factorFlow?: string;
  readonly refusal?: Refusal;
}

async function finishSignIn(): Promise<Outcome> {
  let linking = false;
  try {
    const params = Object.fromEntries(new URLSearchParams(window.location.search));
    const answer = await call('providerCallback', { body: { params } });
    linking = answer.step === 'link';
    switch (answer.step) {
      case 'signed-in':
        openConsole();
        return {};
      case 'second-factor':
        return { factorFlow: answer.flowId };
      case 'bind':
        storeBinding(answer);
        window.location.replace(SIGN_IN_PATHS.bind);
        return {};
      case 'link':
        await connectIdentity(answer.flowId);
        return {};
    }
  } catch (error) {
    return { refusal: { sentence: toErrorSentence(error), linking } };
  }
}

let finishing: Promise<Outcome> | undefined;
/** Runs `finishSignIn` once, even if the page is mounted twice. */
const finishSignInOnce = (): Promise<Outcome> => (finishing ??= finishSignIn());

/** Page to which a provider redirects. It completes the sign-in or the connection. */
export function ProviderReturnPage() {
  const [{ factorFlow, refusal }, setOutcome] = useState<Outcome>({});
  useEffect(() => {
    void finishSignInOnce().then(setOutcome);
  }, []);
  if (refusal) {
    return (
      <AuthFrame title="Third-party sign-in" foot={<Back linking={refusal.linking} />}>
        <Notice tone="error" title={refusal.sentence}>
          {refusal.linking
            ? 'Your account was not changed. Try again under Security.'
            : 'You are not signed in. Try again, or use your password.'}
        </Notice>
      </AuthFrame>
    );
  }
  if (factorFlow !== undefined) {
    return (
      <AuthFrame title="Two-factor authentication">
        <SecondFactorStep flowId={factorFlow} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="One moment">
      <Group justify="center" py="lg">
        <Loader size="sm" role="status" aria-label="Signing in" />
      </Group>
    </AuthFrame>
  );
}

function Back({ linking }: { readonly linking: boolean }) {
  return (
    <Anchor href={linking ? PATHS.security : SIGN_IN_PATHS.login} fw={550}>
      {linking ? 'Back to Security' : 'Back to sign-in'}
    </Anchor>
  );
}

async function connectIdentity(flowId: string): Promise<void> {
  setCsrfToken((await call('sessionGet', { query: {} })).csrfToken);
  await call('identityBind', { body: { flowId } });
  window.location.replace(PATHS.security);
}
