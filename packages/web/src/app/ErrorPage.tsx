import { Button, Group } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ApiError, sentenceOf } from '../kit/api/index.ts';
import { useLiveState } from '../kit/live/index.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { ButtonLink } from './app-link.tsx';
import classes from './shell.module.css';

const PROJECT_INVALID = 73;

/** A page that could not be shown says why, and what can be done. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const away = useLiveState() === 'reconnecting';
  const refusal = error instanceof ApiError ? error : undefined;
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyNote
      icon={<IconAlertTriangle size={40} stroke={1.4} />}
      title={refusal ? sentenceOf(error) : 'This page could not be shown'}
      headingLevel={1}
      action={
        <Group justify="center">
          {refusal?.code !== PROJECT_INVALID && <Button onClick={again}>Try again</Button>}
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
      ) : away ? (
        'It was never opened before. It opens by itself when Northlight answers again.'
      ) : (
        sentenceOf(error)
      )}
    </EmptyNote>
  );
}

/** The same where no shell stands around it. */
export function RootErrorPage(props: ErrorComponentProps) {
  return (
    <main className={classes['alone']}>
      <ErrorPage {...props} />
    </main>
  );
}
