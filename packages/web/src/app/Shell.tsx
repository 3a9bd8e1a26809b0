import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches, useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../kit/api/index.ts';
import { useLive } from '../kit/live/index.ts';
import { JobWindowHost } from '../devices/index.ts';
import { Commands } from './Commands.tsx';
import { CurrentProvider, type Current } from './current.tsx';
import { DemoBanner } from './DemoBanner.tsx';
import { IdleGuard } from './IdleGuard.tsx';
import { LostBanner } from './LostBanner.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { PageLoading } from './PageLoading.tsx';
import { sessionQuery } from './session.ts';
import classes from './shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { StatusFoot } from './StatusFoot.tsx';
import { Topbar } from './Topbar.tsx';
import { useSessionElsewhere } from './use-session-elsewhere.ts';
import { useTabTitle } from './use-tab-title.ts';

/** Everything around a page: navigation, project, search, counts, live state. */
export function Shell() {
  const { projectId } = useRouteContext({ from: '/shell' });
  const session = useQuery(sessionQuery(projectId)).data;
  const projects = useQuery(q('projectList', {})).data?.items;
  useLive(projectId);
  useSessionElsewhere();
  const current = useMemo<Current | undefined>(
    () => session && projects && { session, projects, project: projects.find(({ id }) => id === projectId) },
    [session, projects, projectId],
  );
  if (!current) return <PageLoading />;
  return (
    <CurrentProvider value={current}>
      <ShellFrame current={current} />
    </CurrentProvider>
  );
}

function ShellFrame({ current }: { readonly current: Current }) {
  const { flag, title } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  const open = flag === undefined || current.session.menu[flag] === true;
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
          {open ? <Outlet /> : <NotFoundPage />}
        </main>
        <StatusFoot />
      </div>
      <Commands />
      {current.project && <JobWindowHost key={current.project.id} project={current.project} />}
      <IdleGuard minutes={current.session.idleMinutes} />
    </div>
  );
}
