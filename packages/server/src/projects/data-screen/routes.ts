import type { DataScreen, Project } from '@northlight/contract';
import { findDisplayOfSession } from '../../accounts/index.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { LastHourReader } from './last-hour-reader.ts';
import { saveLayout, readLayout } from './layout.ts';
import { countOpenAlarms } from '../../alarms/index.ts';
import { buildScreen, listNewestAlarms } from './screen.ts';

export function dataScreenRoutes(
  services: Services,
  projectsOf: (principal: Principal) => Promise<readonly Project[]>,
): HandlersOf<'dataScreen' | 'dataScreenLayout' | 'displayScreen'> {
  const { clock, db } = services;
  const lastHours = new LastHourReader(services);
  const readScreen = async (principal: Principal): Promise<DataScreen> => {
    const projects = await projectsOf(principal);
    const ids = projects.map(({ id }) => id);
    return buildScreen(projects, {
      at: clock.now(),
      layout: await readLayout(db, principal.kind === 'account' ? principal.account.id : undefined),
      lastHours: await lastHours.readAll(ids),
      openAlarms: await countOpenAlarms(db, ids),
      alarms: await listNewestAlarms(db, projects),
    });
  };
  return {
    dataScreen: (_input, { principal }) => readScreen(principal),
    dataScreenLayout: ({ body }, context) => saveLayout(db, context, body),
    displayScreen: async (_input, { principal }) => ({
      ...(await readScreen(principal)),
      ...(principal.kind === 'account' && { display: await findDisplayOfSession(db, principal.sessionId) }),
    }),
  };
}
