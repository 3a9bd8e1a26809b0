import { ERRORS, landingRoute, type Project, type Session } from '@northlight/contract';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { ApiError, q } from '../kit/api/index.ts';
import type { AppSearch } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { leaveForSignIn, loadSession } from './session.ts';
import { rememberedProject, rememberProject } from './session-storage.ts';

export interface ShellEntry {
  readonly client: QueryClient;
  readonly search: AppSearch;
  readonly pathname: string;
  readonly href: string;
}

/** Pages of a project. */
export const MANAGE = '/manage/';

/** Nobody gets into the shell unsigned; a page of a project always names its project in the address. */
export async function enterShell({
  client,
  search,
  pathname,
  href,
}: ShellEntry): Promise<{ projectId: number | undefined }> {
  const [session, projects] = await Promise.all([firstSession(client, search.project), listProjects(client)]);
  if (!session || !projects) return leaveForSignIn(href);
  if (search.project !== undefined) await checkNamed(client, projects, search.project);
  const projectId = search.project ?? preferredProject(projects, rememberedProject());
  if (pathname.startsWith(MANAGE) && search.project === undefined) {
    if (projectId === undefined) throw redirect({ to: PATHS.overview, replace: true });
    throw redirect({ to: '.', search: { ...search, project: projectId }, replace: true });
  }
  const own = await loadSession(client, projectId);
  if (!own) return leaveForSignIn(href);
  const project = projects.find(({ id }) => id === projectId);
  if (own.accessType !== 'web' && pathname === PATHS.overview) {
    const to = landingRoute(own.accessType, project?.netMode, own.menu) as typeof PATHS.overview;
    throw redirect({ to, search: { project: projectId }, replace: true });
  }
  rememberProject(project);
  return { projectId };
}

/** The address of a display says so in its hash, which no server is sent: `#display`, or `#display=` and the token. */
export const isDisplayHash = (hash: string): boolean => /^#?display(?:=|$)/.test(hash);

/** The data screen of a person: signed in, in the console. */
export async function enterScreen(client: QueryClient, href: string): Promise<void> {
  const session = await firstSession(client, undefined);
  if (!session) return leaveForSignIn(href);
  if (session.accessType !== 'web') throw redirect({ to: PATHS.overview, replace: true });
}

/** A project that was made a moment ago is not in the list yet; one that stays away is refused in the catalogue's words. */
async function checkNamed(client: QueryClient, projects: readonly Project[], named: number): Promise<void> {
  if (projects.some(({ id }) => id === named)) return;
  const { items } = await client.fetchQuery({ ...q('projectList', {}), staleTime: 0 });
  if (!items.some(({ id }) => id === named)) throw new ApiError(404, { code: ERRORS.projectInvalid.code });
}

/** The session of the project that was named or open; a remembered one that is gone is forgotten. */
async function firstSession(client: QueryClient, named: number | undefined): Promise<Session | undefined> {
  if (named !== undefined) return loadSession(client, named);
  try {
    return await loadSession(client, rememberedProject());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    rememberProject(undefined);
    return loadSession(client, undefined);
  }
}

async function listProjects(client: QueryClient): Promise<readonly Project[] | undefined> {
  try {
    return (await client.ensureQueryData(q('projectList', {}))).items;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/** The one that was open, else the account's first, else the first that it may see. */
export function preferredProject(
  projects: readonly Project[],
  remembered: number | undefined,
): number | undefined {
  if (remembered !== undefined && projects.some(({ id }) => id === remembered)) return remembered;
  return (projects.find(({ property }) => property === 'own') ?? projects[0])?.id;
}
