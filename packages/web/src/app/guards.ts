import { ERRORS, findLandingRoute, type Project, type Session } from '@northlight/contract';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { ApiError, createQuery } from '../kit/api/index.ts';
import type { AppSearch } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { redirectToSignIn, loadSession } from './session/session.ts';
import { isLiveDemo } from './live-demo.ts';
import { readRememberedProject, rememberProject } from './session/session-storage.ts';

export interface GuardInput {
  readonly client: QueryClient;
  readonly search: AppSearch;
  readonly pathname: string;
  readonly href: string;
}

export const PROJECT_PATH_PREFIX = '/manage/';

/** Requires a session for the shell, and adds the project to the addresses of project pages. */
export async function guardShell({
  client,
  search,
  pathname,
  href,
}: GuardInput): Promise<{ projectId: number | undefined }> {
  const [session, projects] = await Promise.all([
    loadFirstSession(client, search.project),
    listProjects(client),
  ]);
  if (!session || !projects) return redirectToSignIn(href);
  // The menu and the foot belong to the project whose page is open.
  const opened = findOpenedProject(projects, pathname);
  if (opened !== undefined && opened !== search.project)
    throw redirect({ to: '.', search: { ...search, project: opened }, replace: true });
  if (search.project !== undefined) await checkProject(client, projects, search.project);
  const projectId = search.project ?? choosePreferredProject(projects, readRememberedProject());
  if (pathname.startsWith(PROJECT_PATH_PREFIX) && search.project === undefined) {
    if (projectId === undefined) throw redirect({ to: PATHS.overview, replace: true });
    throw redirect({ to: '.', search: { ...search, project: projectId }, replace: true });
  }
  const projectSession = await loadSession(client, projectId);
  if (!projectSession) return redirectToSignIn(href);
  const project = projects.find(({ id }) => id === projectId);
  if (projectSession.accessType !== 'web' && pathname === PATHS.overview) {
    const to = findLandingRoute(
      projectSession.accessType,
      project?.netMode,
      projectSession.menu,
    ) as typeof PATHS.overview;
    throw redirect({ to, search: { project: projectId }, replace: true });
  }
  rememberProject(project);
  return { projectId };
}

/**
 * Returns true for the hash of a display: `#display`, or `#display=` with the token. Browsers do not send the
 * hash to servers.
 */
export const isDisplayHash = (hash: string): boolean => /^#?display(?:=|$)/.test(hash);

/** Requires a session for the data screen outside of displays. */
export async function guardDataScreen(client: QueryClient, href: string): Promise<void> {
  const session = await loadFirstSession(client, undefined);
  if (!session) return redirectToSignIn(href);
  if (session.accessType !== 'web') throw redirect({ to: PATHS.overview, replace: true });
}

/** Returns the project of the list whose page has this path. */
function findOpenedProject(projects: readonly Project[], pathname: string): number | undefined {
  const [, id] = /^\/projects\/(\d+)\/?$/.exec(pathname) ?? [];
  return projects.find((project) => String(project.id) === id)?.id;
}

/**
 * Throws if the project is neither in the list nor a live demo, which everyone can read. Reloads the list first, because it may not contain a new project
 * yet.
 */
async function checkProject(
  client: QueryClient,
  projects: readonly Project[],
  projectId: number,
): Promise<void> {
  if (isLiveDemo(projectId) || projects.some(({ id }) => id === projectId)) return;
  const { items } = await client.fetchQuery({ ...createQuery('projectList', {}), staleTime: 0 });
  if (!items.some(({ id }) => id === projectId))
    throw new ApiError(404, { code: ERRORS.projectInvalid.code });
}

/**
 * Loads the session for the requested project or the last open one. Forgets a last open project that is no
 * longer accessible.
 */
async function loadFirstSession(
  client: QueryClient,
  projectId: number | undefined,
): Promise<Session | undefined> {
  if (projectId !== undefined) return loadSession(client, projectId);
  try {
    return await loadSession(client, readRememberedProject());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    rememberProject(undefined);
    return loadSession(client, undefined);
  }
}

async function listProjects(client: QueryClient): Promise<readonly Project[] | undefined> {
  try {
    return (await client.ensureQueryData(createQuery('projectList', {}))).items;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/** Returns the last open project, otherwise the account's first own project, otherwise the first accessible one. */
export function choosePreferredProject(
  projects: readonly Project[],
  remembered: number | undefined,
): number | undefined {
  if (remembered !== undefined && projects.some(({ id }) => id === remembered)) return remembered;
  return (projects.find(({ property }) => property === 'own') ?? projects[0])?.id;
}
