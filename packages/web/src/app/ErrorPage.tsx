import { Button, Group } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ApiError, toErrorSentence } from '../kit/api/index.ts';
import { useLiveState } from '../kit/live/index.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { ButtonLink } from './app-link.tsx';
import classes from './shell/shell.module.css';

const PROJECT_INVALID = 73;
/** Messages of Chromium, Firefox and Safari for a script of the page that did not load. */
const MISSING_PART = /dynamically imported module|Importing a module script failed/i;

/** Page for an error while a page loads: the reason and the possible actions. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isOffline = useLiveState() === 'reconnecting';
  const refusal = error instanceof ApiError ? error : undefined;
  const isPartMissing = error instanceof Error && MISSING_PART.test(error.message);
  const retry = () => {
    // The browser keeps the failed import of a module, so that only a new page loads it again.
    if (isPartMissing) return window.location.reload();
    reset();
    void router.invalidate();
  };
  return (
    <EmptyNote
      icon={<IconAlertTriangle size={40} stroke={1.4} />}
      title={
        refusal
          ? toErrorSentence(error)
          : isPartMissing
            ? 'A part of this page did not load'
            : 'This page cannot be shown'
      }
      headingLevel={1}
      action={
        <Group justify="center">
          {refusal?.code !== PROJECT_INVALID && <Button onClick={retry}>Try again</Button>}
          <ButtonLink to={PATHS.overview} search={{ project: undefined }} variant="default">
            Go to the overview
          </ButtonLink>
        </Group>
      }
    >
      {refusal ? (
        <>
          <Link
            to={PATHS.helpTopic}
            params={{ topic: 'error-codes' }}
            search={{ filter: String(refusal.code) }}
          >
            Code {refusal.code}
          </Link>
          {refusal.requestId ? ` · request ${refusal.requestId}` : ''}
        </>
      ) : isOffline ? (
        'You’re offline. This page loads when the connection is back.'
      ) : isPartMissing ? (
        'Check your connection to the server, then try again.'
      ) : (
        toErrorSentence(error)
      )}
    </EmptyNote>
  );
}

/** Error page for errors outside the shell. */
export function RootErrorPage(props: ErrorComponentProps) {
  return (
    <main className={`grid ${classes['standalone']}`}>
      <ErrorPage {...props} />
    </main>
  );
}
