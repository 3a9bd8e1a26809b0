import { DomainError, MAX_CUSTOM_SCENARIOS, type Project, TYPE_FLAG_DEMO } from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import { commitRequest } from '../platform/http/commit-request.ts';
import { ACCESS_EXPIRED, type Principal } from '../platform/http/principal.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { requireConfirmation } from '../platform/http/step-up.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import { sealForSession } from '../platform/secrets/session-key.ts';
import type { DemoScene, Services } from '../services.ts';
import { countDemoCopies } from './demo-copies.ts';
import { addScenario, listScenarios, markProject, removeScenario } from './marks.ts';
import { dataScreenRoutes } from './data-screen/routes.ts';
import { readLogRetention, setLogRetention } from './log-retention.ts';
import { computeAccess, isDemoProject } from './policy.ts';
import { presentProject } from './present.ts';
import { deleteProject, listDeletedProjects, restoreProject } from './removal.ts';
import { openDevicePassword } from './device-password.ts';
import { changeProject, createProject } from './service.ts';
import { readSetupProgress } from './setup-progress.ts';
import { countProjects, findProject, listProjects, type ProjectRow } from './store.ts';

type Keys =
  | 'dataScreen'
  | 'dataScreenLayout'
  | 'displayScreen'
  | 'projectList'
  | 'setupProgressGet'
  | 'projectCreate'
  | 'projectGet'
  | 'projectChange'
  | 'projectDelete'
  | 'projectDeletedList'
  | 'projectRestore'
  | 'projectMark'
  | 'projectPasswordReveal'
  | 'logRetentionGet'
  | 'logRetentionSet'
  | 'demoCopyCreate'
  | 'scenarioList'
  | 'scenarioCreate'
  | 'scenarioRemove'
  | 'placeList';

/** Returns a project for its caller; throws 73 without access and 74 for an expired share. */
export async function getProject(
  { db, clock }: Services,
  principal: Principal,
  id: number,
): Promise<Project> {
  const row = await findProject(db, principal, id);
  const access = row && computeAccess(principal, row, clock.now());
  if (!row || !access) throw new DomainError('projectInvalid');
  if (access === ACCESS_EXPIRED) throw new DomainError('projectExpired');
  return presentProject(row, principal, access, (await countForCaller({ db, clock }, principal, [id]))(id));
}

/**
 * Counts the devices, clients and alarms of several projects, and the copies of each demo that the caller
 * made in the last 24 h.
 */
async function countForCaller(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  principal: Principal,
  ids: readonly number[],
) {
  const counts = await countProjects(db, ids);
  const copies =
    principal.kind === 'account' && ids.some(isDemoProject)
      ? await countDemoCopies(db, principal.account.id, new Date(clock.now() - DAY_MS))
      : () => 0;
  return (id: number) => ({ ...counts(id), experienceNum: copies(id) });
}

function createDemoCopy(context: RequestContext, scene: DemoScene): Promise<number> {
  const { demo } = context.services;
  if (!demo.enabled) throw new DomainError('demoProject', { message: demo.reason });
  return demo.part.createCopy(context, scene);
}

async function listAccessibleProjects(services: Services, principal: Principal, search?: string) {
  const { db, clock } = services;
  const rows = await listProjects(db, principal, search);
  const now = clock.now();
  const seen = rows.flatMap(
    (row): [ProjectRow, Exclude<ReturnType<typeof computeAccess>, 'expired' | undefined>][] => {
      const access = computeAccess(principal, row, now);
      return access && access !== ACCESS_EXPIRED ? [[row, access]] : [];
    },
  );
  const counts = await countForCaller(
    services,
    principal,
    seen.map(([row]) => row.id),
  );
  return seen.map(([row, access]) => presentProject(row, principal, access, counts(row.id)));
}

export function projectRoutes(services: Services): HandlersOf<Keys> {
  const one = (id: number, { principal }: RequestContext) => getProject(services, principal, id);
  return {
    ...dataScreenRoutes(services, (principal) => listAccessibleProjects(services, principal)),
    projectList: async ({ query }, { principal }) => {
      const items = await listAccessibleProjects(services, principal, query.search);
      return { items, total: items.length };
    },
    setupProgressGet: async (_input, { principal }) => {
      const projects = await listAccessibleProjects(services, principal);
      const real = projects.filter(({ typeFlag }) => typeFlag !== TYPE_FLAG_DEMO);
      return readSetupProgress(
        services,
        real.map(({ can, createdAt, id }) => ({ id, createdAt, mayWrite: can.write.allowed })),
      );
    },
    projectCreate: async ({ body }, context) => one(await createProject(context, body), context),
    projectGet: (_input, context) => one(getProjectAccess(context).projectId, context),
    projectChange: async ({ body }, context) => {
      await changeProject(context, body);
      return one(getProjectAccess(context).projectId, context);
    },
    projectDelete: (_input, context) => deleteProject(context),
    projectDeletedList: async (_input, context) => ({ items: await listDeletedProjects(context) }),
    projectRestore: async ({ params }, context) => {
      await restoreProject(context, params.projectId);
      return one(params.projectId, context);
    },
    projectMark: ({ body }, context) => markProject(context, body),
    projectPasswordReveal: async (_input, context) => {
      requireConfirmation(context);
      return commitRequest(context, async (work) => {
        const password = await openDevicePassword({ ...services, db: work.tx }, work.projectId);
        await work.audit({
          action: 'project.reveal',
          object: `project ${work.projectId} device password`,
        });
        return { ciphertext: sealForSession(context, password) };
      });
    },
    logRetentionGet: async (_input, context) => ({
      days: await readLogRetention(services.db, getProjectAccess(context).projectId),
    }),
    logRetentionSet: async ({ body }, context) => {
      await setLogRetention(context, body.days);
      return body;
    },
    demoCopyCreate: async ({ body }, context) => one(await createDemoCopy(context, body.scene), context),
    scenarioList: async (_input, context) => ({
      items: await listScenarios(context),
      max: MAX_CUSTOM_SCENARIOS,
    }),
    scenarioCreate: ({ body }, context) => addScenario(context, body.name),
    scenarioRemove: ({ params }, context) => removeScenario(context, params.scenarioId),
    placeList: async ({ query: { country, province, search } }) => {
      const { gazetteer } = services;
      if (country === undefined) return { items: [...(await gazetteer.countries())] };
      if (search !== undefined) return { items: await gazetteer.findCities(country, search) };
      const items =
        province === undefined
          ? await gazetteer.provinces(country)
          : await gazetteer.cities(country, province);
      return { items: [...items] };
    },
  };
}
