import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import type { DataScreen } from '@northlight/contract';
import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isDisplayHash } from '../../app/guards.ts';
import { sentenceOf } from '../../kit/api/index.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { Board } from './Board.tsx';
import classes from './data-screen.module.css';
import { tokenIn } from './display-link.ts';
import { useDisplayScreen, useOwnScreen } from './use-screen.ts';
import { useWall } from './use-wall.ts';

const ScreenSettings = lazy(async () => ({
  default: (await import('./ScreenSettings.tsx')).ScreenSettings,
}));

/** The data screen, of who is signed in or of a display. */
export function DataScreenPage() {
  const { hash } = useLocation();
  return isDisplayHash(hash) ? <DisplayDoor hash={`#${hash.replace(/^#/, '')}`} /> : <OwnScreen />;
}

/** A display's refusals are its own: they must not send a person to the sign-in page. */
function DisplayDoor({ hash }: { readonly hash: string }) {
  const [client] = useState(() => new QueryClient());
  // Known as long as the page is open; whoever walks by reads no token in the address.
  const [token] = useState(() => tokenIn(hash));
  const navigate = useNavigate();
  useEffect(() => {
    if (token !== undefined) void navigate({ to: PATHS.dataScreen, hash: 'display', replace: true });
  }, [token, navigate]);
  return (
    <QueryClientProvider client={client}>
      <DisplayScreen token={token} />
    </QueryClientProvider>
  );
}

function DisplayScreen({ token }: { readonly token: string | undefined }) {
  const query = useDisplayScreen(token);
  return (
    <Screen
      query={query}
      refused="This display is not let in: it was revoked, or its time is over. Whoever manages it makes a new link on the data screen."
      controls={<FullScreen />}
    />
  );
}

function OwnScreen() {
  const query = useOwnScreen();
  const [open, setOpen] = useState(false);
  const controls = (
    <>
      <Tooltip label="Back to the overview">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Back to the overview"
          renderRoot={(props) => <Link to={PATHS.overview} search={{}} {...props} />}
        >
          <IconArrowLeft size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="What is shown, and displays">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="What is shown, and displays"
          onClick={() => setOpen(true)}
        >
          <IconSettings size={18} />
        </ActionIcon>
      </Tooltip>
      <FullScreen />
    </>
  );
  return (
    <>
      <Screen query={query} controls={controls} />
      {open && query.data && (
        <Suspense>
          <ScreenSettings layout={query.data.layout} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface ScreenProps {
  readonly query: UseQueryResult<DataScreen>;
  readonly controls: ReactNode;
  /** What a refusal means here. */
  readonly refused?: string;
}

function Screen({ controls, query, refused }: ScreenProps) {
  const { data, error } = query;
  const idle = useWall(data?.layout.title, data?.totals);
  const problem = error
    ? refused !== undefined && isRefused(error)
      ? refused
      : sentenceOf(error)
    : undefined;
  // What was shown to somebody who is let in no more is not shown any longer.
  const shown = problem !== undefined && problem === refused ? undefined : data;
  return (
    <div className={classes['screen']} data-idle={idle || undefined}>
      {shown ? (
        <Board
          screen={shown}
          problem={problem}
          controls={<div className={classes['controls']}>{controls}</div>}
        />
      ) : problem === undefined ? (
        <Skeleton height="100vh" radius={0} />
      ) : (
        <main className={classes['refused']} id="content">
          <EmptyNote
            headingLevel={1}
            title="Nothing to show"
            action={
              <Button variant="default" onClick={() => void query.refetch()}>
                Try again
              </Button>
            }
          >
            {problem}
          </EmptyNote>
        </main>
      )}
    </div>
  );
}

const isRefused = (error: Error): boolean => 'status' in error && error.status === 401;

function FullScreen() {
  return (
    <Tooltip label="Full screen">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Full screen"
        onClick={() => {
          if (document.fullscreenElement) void document.exitFullscreen();
          else void document.documentElement.requestFullscreen();
        }}
      >
        <IconMaximize size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
