import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import type { DataScreen } from '@northlight/contract';
import { QueryClient, QueryClientProvider, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isDisplayHash } from '../../app/guards.ts';
import { toErrorSentence, ApiError, call, createQuery } from '../../kit/api/index.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { Board } from './Board.tsx';
import classes from './data-screen.module.css';
import { parseDisplayToken } from './display-link.ts';
import { useDisplayMode } from './use-display-mode.ts';

const ScreenSettings = lazy(async () => ({
  default: (await import('./ScreenSettings.tsx')).ScreenSettings,
}));

/** Page with the data screen of the signed-in account or of a display. */
export function DataScreenPage() {
  const { hash } = useLocation();
  return isDisplayHash(hash) ? <DisplayEntry hash={`#${hash.replace(/^#/, '')}`} /> : <OwnScreen />;
}

/**
 * Data screen of a display. It has a query client of its own, because a refusal must not redirect to the
 * sign-in page.
 */
function DisplayEntry({ hash }: { readonly hash: string }) {
  const [client] = useState(() => new QueryClient());
  // Keeps the token in memory only and removes it from the visible address.
  const [token] = useState(() => parseDisplayToken(hash));
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
      refusalMessage="This display was revoked or has expired. Create a new link under Displays on the data screen."
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
      <Tooltip label="Screen settings">
        <ActionIcon variant="subtle" color="gray" aria-label="Screen settings" onClick={() => setOpen(true)}>
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
  /** Message that is shown if the server refuses access. */
  readonly refusalMessage?: string;
}

function Screen({ controls, query, refusalMessage }: ScreenProps) {
  const { data, error } = query;
  const idle = useDisplayMode(data?.layout.title, data?.totals);
  const problem = error
    ? refusalMessage !== undefined && isRefused(error)
      ? refusalMessage
      : toErrorSentence(error)
    : undefined;
  // Hides old data after the access was revoked.
  const shown = problem !== undefined && problem === refusalMessage ? undefined : data;
  return (
    <div className={classes['screen']} data-idle={idle || undefined}>
      {shown ? (
        <Board
          screen={shown}
          problem={problem}
          controls={<div className={`flex gap-2 ${classes['controls']}`}>{controls}</div>}
        />
      ) : problem === undefined ? (
        <Skeleton height="100vh" radius={0} />
      ) : (
        <main className={`centre text ${classes['refused']}`} id="content">
          <EmptyNote
            headingLevel={1}
            title="No data to show"
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

const REFRESH_MS = 5_000;
/** Interval in which a refused display tries again (ms). */
const REFUSED_MS = 60_000;

const isRefusal = (error: Error | null): boolean => error instanceof ApiError && error.status === 401;

const REFETCH = {
  staleTime: 0,
  refetchIntervalInBackground: false,
  refetchInterval: ({ state }: { readonly state: { readonly error: Error | null } }) =>
    isRefusal(state.error) ? REFUSED_MS : REFRESH_MS,
} as const;

/** Returns the data screen of the signed-in account. */
const useOwnScreen = (): UseQueryResult<DataScreen> =>
  useQuery({ ...createQuery('dataScreen', {}), ...REFETCH });

/** Returns the data screen of a display. Signs in again automatically while the page has the token. */
const useDisplayScreen = (token: string | undefined): UseQueryResult<DataScreen> =>
  useQuery({
    queryKey: ['displayScreen', token],
    queryFn: async ({ signal }) => {
      try {
        return await call('displayScreen', {}, { signal });
      } catch (error) {
        if (token === undefined || !(error instanceof ApiError) || error.status !== 401) throw error;
        await call('displayOpen', { body: { token } }, { signal });
        return call('displayScreen', {}, { signal });
      }
    },
    ...REFETCH,
  });
