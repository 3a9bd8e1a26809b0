import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { createQuery } from '../../kit/api/index.ts';
import { useLive, useLiveState } from '../../kit/live/index.ts';
import { JobWindowHost } from '../../jobs/index.ts';
import { DraftHost } from '../../draft/index.ts';
import { JoiningAlertHost } from '../../devices/index.ts';
import { Commands } from '../commands/Commands.tsx';
import { ShellContextProvider, type Current } from '../shell-context.tsx';
import { IdleGuard } from '../session/IdleGuard.tsx';
import { useOpenProject } from '../live-demo.ts';
import { PROJECT_PATH_PREFIX } from '../guards.ts';
import { NotFoundPage } from '../NotFoundPage.tsx';
// Imports the file directly, because the index would load the grid with the shell.
import { KeepsListViews, ListAccount } from '../../kit/grid/use-list-view.ts';
import { PageLoading } from '../PageLoading.tsx';
import { createSessionQuery } from '../session/session.ts';
import classes from './shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { StatusFoot } from './StatusFoot.tsx';
import { Topbar } from './Topbar.tsx';
import { watchSessionOfOtherTabs } from '../session/session-storage.ts';
import { useTabTitle } from '../use-tab-title.ts';
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs';

// Only visitors load the note of the demo and its tour.
const DemoBanner = lazy(async () => ({ default: (await import('./DemoBanner.tsx')).DemoBanner }));
const SandboxBanner = lazy(async () => ({
  default: (await import('./SandboxBanner.tsx')).SandboxBanner,
}));
const LostProject = lazy(async () => ({
  default: (await import('./UnavailableProject.tsx')).UnavailableProject,
}));

/** Frame of every page: navigation, project switcher, search, counters and live state. */
export function Shell() {
  const { projectId } = useRouteContext({ from: '/shell' });
  const session = useQuery(createSessionQuery(projectId)).data;
  const projects = useQuery(createQuery('projectList', {})).data?.items;
  const { isLoading, project } = useOpenProject(projects, projectId);
  // Does not open the live stream of a project that the user cannot access, because the server would refuse every attempt.
  useLive(projects && !project ? undefined : projectId);
  // Reloads after a sign-in or sign-out in another tab, so that no data of the old session stays visible.
  useEffect(() => watchSessionOfOtherTabs(() => window.location.reload()), []);
  const current = useMemo<Current | undefined>(
    () => session && projects && { session, projects, project },
    [session, projects, project],
  );
  if (!current || isLoading) return <PageLoading />;
  return (
    <ShellContextProvider value={current}>
      <ShellFrame current={current} lost={project ? undefined : projectId} />
    </ShellContextProvider>
  );
}

interface ShellFrameProps {
  readonly current: Current;
  /** Id of the open project after the account has lost access to it. */
  readonly lost: number | undefined;
}

function ShellFrame({ current, lost }: ShellFrameProps) {
  const { flag, title, isOpenToAll } = useMatches({
    select: (matches) => matches.at(-1)?.staticData ?? {},
  });
  const isProjectPage = useLocation({ select: ({ pathname }) => pathname.startsWith(PROJECT_PATH_PREFIX) });
  // In a session that a third party opened, only the pages of its menu are accessible, but no account pages.
  const isAccessible =
    flag === undefined
      ? isOpenToAll === true || current.session.accessType === 'web'
      : current.session.menu[flag] === true;
  useTabTitle(isAccessible ? title : 'Not found', current.project);
  return (
    <KeepsListViews value={!current.session.visitor}>
      <ListAccount value={current.session.account.id}>
        <div className={`grid clipped ${classes['shell']}`}>
          <a className="skip-link" href="#content">
            Skip to content
          </a>
          <Sidebar />
          <div className="column shrink-x shrink-y">
            <Topbar />
            {current.session.visitor && (
              <Suspense fallback={<div className={`fixed ${classes['demoRoom']}`} />}>
                <DemoBanner />
              </Suspense>
            )}
            {current.project?.sandboxOf && (
              <Suspense fallback={<div className={`fixed ${classes['demoRoom']}`} />}>
                <SandboxBanner project={current.project} />
              </Suspense>
            )}
            <ConnectionBanner />
            <main id="content" tabIndex={-1} className="column grow shrink-x shrink-y scrolled">
              {lost !== undefined && isProjectPage ? (
                <Suspense>
                  <LostProject projectId={lost} />
                </Suspense>
              ) : isAccessible ? (
                <Outlet />
              ) : (
                <NotFoundPage />
              )}
            </main>
            <Suspense>
              {current.project && <JobWindowHost key={current.project.id} project={current.project} />}
              {current.project && <DraftHost />}
            </Suspense>
            <StatusFoot />
          </div>
          <Commands />
          <JoiningAlertHost />
          <IdleGuard minutes={current.session.idleMinutes} />
        </div>
      </ListAccount>
    </KeepsListViews>
  );
}

/** Minimum duration of an interruption that is shown (ms). */
const SHOW_DELAY_MS = 3_000;

/** Banner shown while the server is unreachable, because the values on the page may be outdated. */
function ConnectionBanner() {
  return useLiveState() === 'reconnecting' ? <DelayedBanner /> : null;
}

function DelayedBanner() {
  const [since] = useState(() => new Date());
  const [isHidden, setIsHidden] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsHidden(false), SHOW_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isHidden) return null;
  return (
    <aside
      className={`row fixed gap-8 accent ${classes['banner']}`}
      data-tone="warning"
      aria-label="Connection lost"
    >
      <IconPlugConnectedX size={15} aria-hidden />
      <span role="status">
        No connection to Northlight since{' '}
        {since.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })}. Values
        may be outdated and changes are paused. Reconnecting automatically.
      </span>
    </aside>
  );
}
