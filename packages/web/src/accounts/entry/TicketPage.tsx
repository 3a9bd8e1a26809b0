import type { Api, CallResult } from '@northlight/contract';
import { Group, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sentenceOf } from '../../kit/api/api-error.ts';
import { call } from '../../kit/api/call.ts';
import { DOOR_PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AuthFrame } from '../AuthFrame.tsx';
import { enterByToken } from '../enter.ts';

let asked: Promise<CallResult<Api['entrySignIn']>> | undefined;

/** A ticket counts once, also where effects run twice; it does not stay in the address. */
function openOnce(ticket: string): Promise<CallResult<Api['entrySignIn']>> {
  window.history.replaceState(null, '', DOOR_PATHS.standaloneLogin);
  return (asked ??= call('entrySignIn', { body: { ticket } }));
}

/** A third party's signed link opens the console for its customer. */
export function TicketPage({ ticket }: { readonly ticket: string }) {
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    openOnce(ticket).then(
      ({ token, projectId }) => enterByToken(token, projectId),
      (error: unknown) => setProblem(sentenceOf(error)),
    );
  }, [ticket]);
  return (
    <AuthFrame title={problem === undefined ? 'Opening the console' : 'This link does not open the console'}>
      {problem === undefined ? (
        <Group justify="center" py="lg">
          <Loader size="sm" role="status" aria-label="Opening the console" />
        </Group>
      ) : (
        <Notice tone="error" title={problem}>
          Links like this one work once and for a few minutes. Go back to the page that led here and open the
          console again.
        </Notice>
      )}
    </AuthFrame>
  );
}
