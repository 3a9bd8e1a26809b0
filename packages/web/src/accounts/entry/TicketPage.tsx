import type { Api, CallResult } from '@northlight/contract';
import { Group, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toErrorSentence } from '../../kit/api/api-error.ts';
import { call } from '../../kit/api/call.ts';
import { SIGN_IN_PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';
import { openConsoleWithToken } from '../open-console.ts';

let redeeming: Promise<CallResult<Api['entrySignIn']>> | undefined;

/** Redeems a ticket once, even if the effect runs twice, and removes it from the address. */
function redeemOnce(ticket: string): Promise<CallResult<Api['entrySignIn']>> {
  window.history.replaceState(null, '', SIGN_IN_PATHS.standaloneLogin);
  return (redeeming ??= call('entrySignIn', { body: { ticket } }));
}

/** Opens the console for a third-party customer who followed a signed link. */
export function TicketPage({ ticket }: { readonly ticket: string }) {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    redeemOnce(ticket).then(
      ({ token, projectId }) => openConsoleWithToken(token, projectId),
      (error: unknown) => setProblem(toErrorSentence(error)),
    );
  }, [ticket]);
  return (
    <AuthFrame title={problem === undefined ? 'Opening the console' : 'This link cannot open the console'}>
      {problem === undefined ? (
        <Group justify="center" py="lg">
          <Loader size="sm" role="status" aria-label="Opening the console" />
        </Group>
      ) : (
        <Notice tone="error" title={problem}>
          These links work once and for at most 5 min. Return to the previous page and open the console again.
        </Notice>
      )}
    </AuthFrame>
  );
}
