import { Anchor, Group, Loader } from '@mantine/core';
import type { CallbackAnswer } from '@northlight/contract';
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

let asked: Promise<CallbackAnswer> | undefined;

/** What the browser brought back counts once: also where effects run twice. */
const answerOnce = (): Promise<CallbackAnswer> =>
  (asked ??= call('providerCallback', {
    body: { params: Object.fromEntries(new URLSearchParams(window.location.search)) },
  }));

/** A chat app or social network sent the browser back. */
export function ProviderReturnPage() {
  const [factorFlow, setFactorFlow] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  useEffect(() => {
    let linking = false;
    const settle = async () => {
      const answer = await answerOnce();
      linking = answer.step === 'link';
      switch (answer.step) {
        case 'signed-in':
          return enterConsole();
        case 'second-factor':
          return setFactorFlow(answer.flowId);
        case 'bind':
          keepBinding(answer);
          return window.location.replace(DOOR_PATHS.bind);
        case 'link':
          return link(answer.flowId);
      }
    };
    settle().catch((error: unknown) => setRefusal({ sentence: sentenceOf(error), linking }));
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
