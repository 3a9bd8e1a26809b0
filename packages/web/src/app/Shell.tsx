import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches, useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { q } from '../kit/api/index.ts';
import { useLive } from '../kit/live/index.ts';
import { JobWindowHost, JoiningAlertHost } from '../devices/index.ts';
import { Commands } from './Commands.tsx';
import { CurrentProvider, type Current } from './current.tsx';
import { DemoBanner } from './DemoBanner.tsx';
import { IdleGuard } from './IdleGuard.tsx';
import { LostBanner } from './LostBanner.tsx';
import { MANAGE } from './guards.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageLoading } from './PageLoading.tsx';
import { sessionQuery } from './session.ts';
import classes from './shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { StatusFoot } from './StatusFoot.tsx';
import { Topbar } from './Topbar.tsx';
import { onSessionElsewhere } from './session-storage.ts';
import { useTabTitle } from './use-tab-title.ts';

const LostProject = lazy(async () => ({ default: (await import('./LostProject.tsx')).LostProject }));

/** Everything around a page: navigation, project, search, counts, live state. */
export function Shell() {
  const { projectId } = useRouteContext({ from: '/shell' });
  const session = useQuery(sessionQuery(projectId)).data;
  const projects = useQuery(q('projectList', {})).data?.items;
  const project = projects?.find(({ id }) => id === projectId);
  // The stream of a project that is not open to the account any more would be refused again and again.
  useLive(projects && !project ? undefined : projectId);
  // After a sign-in or sign-out in another tab this one must not show what the old session saw.
  useEffect(() => onSessionElsewhere(() => window.location.reload()), []);
  const current = useMemo<Current | undefined>(
    () => session && projects && { session, projects, project },
    [session, projects, project],
  );
  if (!current) return <PageLoading />;
  return (
    <CurrentProvider value={current}>
      <ShellFrame current={current} lost={project ? undefined : projectId} />
    </CurrentProvider>
  );
}

interface ShellFrameProps {
  readonly current: Current;
  /** A project that was open a moment ago and is not in the account's list any more. */
  readonly lost: number | undefined;
}

function ShellFrame({ current, lost }: ShellFrameProps) {
  const { flag, title, isOpenToAll } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  const ofProject = useLocation({ select: ({ pathname }) => pathname.startsWith(MANAGE) });
  // What a third party opened is the pages of its menu, and nothing of the account beside them.
  const open =
    flag === undefined
      ? isOpenToAll === true || current.session.accessType === 'web'
      : current.session.menu[flag] === true;
  useTabTitle(open ? title : 'Not found', current.project);
  return (
    <div className={classes['shell']}>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <Sidebar />
      <div className={classes['column']}>
        <Topbar />
        {current.session.visitor && <DemoBanner />}
        <LostBanner />
        <main id="content" tabIndex={-1} className={classes['main']}>
          {lost !== undefined && ofProject ? (
            <Suspense>
              <LostProject projectId={lost} />
            </Suspense>
          ) : open ? (
            <Outlet />
          ) : (
            <NotFoundPage />
          )}
        </main>
        <StatusFoot />
      </div>
      <Commands />
      {current.project && <JobWindowHost key={current.project.id} project={current.project} />}
      <JoiningAlertHost />
      <IdleGuard minutes={current.session.idleMinutes} />
    </div>
  );
}
