import { Anchor, Group, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../../kit/api/api-error.ts';
import { call, setCsrfToken } from '../../kit/api/call.ts';
import { DOOR_PATHS, PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';
import { enterConsole } from '../enter.ts';
import { SecondFactorStep } from '../SecondFactorStep.tsx';
import { keepBinding } from './binding.ts';

interface Refusal {
  readonly sentence: string;
  /** The round was begun in the security page. */
  readonly linking: boolean;
}

/** What the page shows afterwards; nothing when it leads on. */
interface Outcome {
  readonly factorFlow?: string;
  readonly refusal?: Refusal;
}

async function settle(): Promise<Outcome> {
  let linking = false;
  try {
    const params = Object.fromEntries(new URLSearchParams(window.location.search));
    const answer = await call('providerCallback', { body: { params } });
    linking = answer.step === 'link';
    switch (answer.step) {
      case 'signed-in':
        enterConsole();
        return {};
      case 'second-factor':
        return { factorFlow: answer.flowId };
      case 'bind':
        keepBinding(answer);
        window.location.replace(DOOR_PATHS.bind);
        return {};
      case 'link':
        await link(answer.flowId);
        return {};
    }
  } catch (error) {
    return { refusal: { sentence: sentenceOf(error), linking } };
  }
}

let settling: Promise<Outcome> | undefined;
/** What the browser brought back counts once, and leads on once: also where the page is mounted twice. */
const settleOnce = (): Promise<Outcome> => (settling ??= settle());

/** A chat app or social network sent the browser back. */
export function ProviderReturnPage() {
  const [{ factorFlow, refusal }, setOutcome] = useState<Outcome>({});
  useEffect(() => {
    void settleOnce().then(setOutcome);
  }, []);
  if (refusal) {
    return (
      <AuthFrame title="Sign-in by a third party" foot={<Back linking={refusal.linking} />}>
        <Notice tone="error" title={refusal.sentence}>
          {refusal.linking
            ? 'Nothing was changed.'
            : 'Nobody was signed in. Begin again, or use your password.'}
        </Notice>
      </AuthFrame>
    );
  }
  if (factorFlow !== undefined) {
    return (
      <AuthFrame title="Second factor">
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
    <Anchor href={linking ? PATHS.security : DOOR_PATHS.login} fw={550}>
      {linking ? 'Back to Security' : 'Back to signing in'}
    </Anchor>
  );
}

/** Finishes what was begun in the security page, as the account that is signed in here. */
async function link(flowId: string): Promise<void> {
  setCsrfToken((await call('sessionGet', { query: {} })).csrfToken);
  await call('identityBind', { body: { flowId } });
  window.location.replace(PATHS.security);
}
