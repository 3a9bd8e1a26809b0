import {
  changesChannel,
  type ChannelWidth,
  DEFAULT_RF_SETTINGS,
  EMPTY_WIRELESS,
  type RfPlanRow,
  type RfRun,
} from '@northlight/contract';
import { createRandomId, DAY_MS } from '@northlight/runtime';
import { getProjectCountry } from '../network/index.ts';
import { commit } from '../platform/work.ts';
import { readNetworkProject } from '../projects/index.ts';
import type { Services } from '../services.ts';
import { toChangedRadio } from './apply/radio-targets.ts';
import { extendMeasurement, readHistory, WINDOW_MS } from './measure/measurement.ts';
import { planProcess } from './plan/plan-process.ts';
import type { PlanAnswer } from './plan/plan-program.ts';
import { ROUNDS, SEARCH_ROUNDS } from './rounds.ts';
import { createPlannableSite } from './site/plannable-site.ts';
import type { SiteDevice } from './site/site-devices.ts';
import type { StoredSite } from './site/stored-site.ts';
import type { StoredApplication } from './tables.ts';

/** Time that a run of the past took (ms). */
const RUN_MS = 60_000;

/** An optimization of a simulated past, whose plan was applied and later restored. */
export interface PastRun {
  readonly trigger: RfRun['trigger'];
  /** Account that planned, applied and restored. */
  readonly by: string;
  /** Time of the plan and of its application (ms). */
  readonly at: number;
  readonly restoredAt: number;
  /** Why it was taken back without a user. */
  readonly reason?: string;
  /** Access points as they reported themselves and others then. */
  readonly devices: readonly SiteDevice[];
}

/** A radio that a plan of the past had set, until it was restored. */
export interface PastChannel {
  readonly deviceId: string;
  readonly radioId: string;
  readonly channel: number;
  readonly widthMhz: ChannelWidth;
  readonly from: number;
  readonly until: number;
}

/** Counts the optimizations of a project that started before a time. */
export async function countRunsBefore(
  { db }: Pick<Services, 'db'>,
  projectId: number,
  until: Date,
): Promise<number> {
  const row = await db
    .selectFrom('rf_runs')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('started_at', '<', until)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Plans as a run does, and stores it with its application and its restoration. Stores nothing that cannot be planned. */
export async function insertPastRun(services: Services, projectId: number, run: PastRun): Promise<void> {
  const { at, by, devices, reason, restoredAt, trigger } = run;
  const country = getProjectCountry(await readNetworkProject(services.db, projectId));
  const rules = { settings: DEFAULT_RF_SETTINGS, wireless: EMPTY_WIRELESS, country };
  const site = createPlannableSite(devices, rules, at);
  const answer = await computePlan(site);
  if (!answer) return;
  const rows = answer.plan.rows.filter(changesChannel);
  const application: StoredApplication = {
    state: 'restored',
    at: new Date(at).toISOString(),
    by,
    actorId: '',
    changes: rows.length,
    radios: rows.map((row: RfPlanRow) => toChangedRadio(row, { vlans: [], dhcpPools: [] })),
    restoredAt: new Date(restoredAt).toISOString(),
    restoredBy: by,
    ...(reason !== undefined && { reason }),
  };
  await commit(services, async (work) => {
    await work.tx
      .insertInto('rf_runs')
      .values({
        id: createRandomId(work.entropy, at),
        project_id: projectId,
        trigger,
        state: 'completed',
        started_at: new Date(at - RUN_MS),
        started_by: by,
        requester: '',
        ended_at: new Date(at),
        rounds: ROUNDS,
        site: JSON.stringify(site),
        base_version: 0,
        best: JSON.stringify(answer.best),
        plan: JSON.stringify(answer.plan),
        application: JSON.stringify(application),
      })
      .execute();
    work.liveIn(projectId, 'rf');
  });
}

async function computePlan(site: StoredSite): Promise<PlanAnswer | undefined> {
  let answer: PlanAnswer | undefined;
  for (const round of [1, ROUNDS]) {
    const result = await planProcess.run(
      {
        kind: 'round',
        site,
        round,
        isLast: round > SEARCH_ROUNDS,
        ...(answer && { best: answer.best }),
      },
      { id: 'demo', isVisitor: true },
    );
    if (result.state !== 'answered') return undefined;
    answer = result.answer;
  }
  return answer;
}

/** Lists the radios that plans of the past had set, with their times. */
export async function listPastChannels(
  { db }: Pick<Services, 'db'>,
  projectId: number,
): Promise<PastChannel[]> {
  const rows = await db
    .selectFrom('rf_runs')
    .select('application')
    .where('project_id', '=', projectId)
    .where('application', 'is not', null)
    .execute();
  return rows.flatMap(({ application }) =>
    (application?.radios ?? []).flatMap(({ after, deviceId, radioId }): PastChannel[] =>
      application?.restoredAt === undefined
        ? []
        : [
            {
              deviceId,
              radioId,
              channel: after.channel,
              widthMhz: after.widthMhz as ChannelWidth,
              from: Date.parse(application.at),
              until: Date.parse(application.restoredAt),
            },
          ],
    ),
  );
}

/** Measures the plans of the past that have no measurement, from the stored figures of the radios. */
export async function measurePastRuns(services: Services, projectId: number): Promise<void> {
  const { db, telemetry } = services;
  const rows = await db
    .selectFrom('rf_runs')
    .select(['id', 'application', 'site'])
    .where('project_id', '=', projectId)
    .where('application', 'is not', null)
    .where('measurement', 'is', null)
    .execute();
  for (const { application, id, site } of rows) {
    if (application?.restoredAt === undefined) continue;
    const appliedAt = Date.parse(application.at);
    const first = (Math.floor(appliedAt / WINDOW_MS) + 1) * WINDOW_MS;
    const end = Math.min(appliedAt + DAY_MS, Date.parse(application.restoredAt));
    const last = Math.floor(end / WINDOW_MS) * WINDOW_MS - WINDOW_MS;
    const radios = site.radios.filter((radio) => !radio.isPinned || radio.kept);
    const history = await readHistory(telemetry.reader, radios, { appliedAt, from: first });
    const measurement = await extendMeasurement(telemetry.reader, history, last);
    await commit(services, async (work) => {
      await work.tx
        .updateTable('rf_runs')
        .set({ measurement: JSON.stringify(measurement) })
        .where('id', '=', id)
        .execute();
      work.liveIn(projectId, 'rf');
    });
  }
}
