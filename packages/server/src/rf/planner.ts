import { RF_RUN_MINUTES_MAX } from '@northlight/contract';
import { MINUTE_MS, startLoop, type WorkLoop } from '@northlight/runtime';
import { sql } from 'kysely';
import { readFloorSignals } from '../maps/index.ts';
import { FailurePauses } from '../platform/failure-pauses.ts';
import type { SandboxResult } from '../platform/sandbox/sandbox.ts';
import { commit } from '../platform/work.ts';
import type { Services } from '../services.ts';
import { planProcess } from './plan/plan-process.ts';
import type { PlanAnswer } from './plan/plan-program.ts';
import { withUsualLoads } from './measure/usual-loads.ts';
import { ROUNDS, SEARCH_ROUNDS } from './rounds.ts';
import { readRfSettings } from './settings.ts';
import type { StoredSite } from './site/stored-site.ts';

/** Interval in which runs that were started are looked for. */
const TICK_MS = 2_000;

type PlannerServices = Pick<Services, 'bus' | 'clock' | 'db' | 'entropy' | 'log' | 'telemetry'>;

/** Work that is due at a time, besides the runs. */
type DueWork = () => Promise<void>;

interface RunningRun {
  readonly id: string;
  readonly project_id: number;
  readonly rounds: number;
}

/**
 * Computes the plans of the runs, in rounds that each store the best plan so far: a process that stops loses one round, and
 * the next one continues. Each round runs in a process of its own, in turns of the accounts.
 */
export class RfPlanner {
  readonly #services: PlannerServices;
  readonly #pauses: FailurePauses;
  #loop: WorkLoop | undefined;

  constructor(services: PlannerServices) {
    this.#services = services;
    this.#pauses = new FailurePauses(services, 'a round of an RF optimization could not be computed');
  }

  /**
   * Runs until the result is disposed of; one process does this at a time.
   *
   * @param runDue starts scheduled runs and applies plans, before and after the runs
   */
  start(runDue: DueWork): AsyncDisposable {
    const { clock, log } = this.#services;
    this.#loop = startLoop(
      clock,
      TICK_MS,
      async () => {
        await runDue();
        await this.#runRounds();
        await runDue();
      },
      (error) => log.warn({ err: error }, 'RF optimizations could not be advanced'),
    );
    this.#loop.request();
    return this.#loop;
  }

  /** Resolves when every run that has started is over. */
  async processAll(): Promise<void> {
    this.#loop?.request();
    await this.#loop?.settled();
  }

  /** Advances every running run by rounds until none is left. */
  async #runRounds(): Promise<void> {
    const { db } = this.#services;
    for (let hasAdvanced = true; hasAdvanced && this.#loop?.isStopped !== true;) {
      const runs = await db
        .selectFrom('rf_runs')
        .select(['id', 'project_id', 'rounds'])
        .where('state', '=', 'running')
        .execute();
      const advanced = await Promise.all(
        runs.map((run) => this.#pauses.run(run.project_id, () => this.#runRound(run))),
      );
      hasAdvanced = advanced.includes(true);
    }
  }

  async #runRound(run: RunningRun): Promise<void> {
    const { clock, db } = this.#services;
    const row = await db
      .selectFrom('rf_runs')
      .select(['best', 'requester', 'site', 'started_at', 'trigger'])
      .where('id', '=', run.id)
      .executeTakeFirst();
    if (!row) return;
    if (clock.now() - row.started_at.getTime() > RF_RUN_MINUTES_MAX * MINUTE_MS) {
      await this.#store(run, { problem: `The optimization took longer than ${RF_RUN_MINUTES_MAX} min.` });
      return;
    }
    const isLast = run.rounds >= SEARCH_ROUNDS;
    const site =
      run.rounds === 0 ? await withUsualLoads(this.#services.telemetry.reader, row.site) : row.site;
    const isManual = row.trigger === 'manual';
    const result = await planProcess.run(
      async () => ({
        kind: 'round',
        site,
        round: run.rounds + 1,
        isLast,
        ...(row.best && { best: row.best }),
        ...((run.rounds === 0 || (isManual && isLast)) && {
          floors: await readFloorSignals(db, run.project_id),
        }),
        ...(!isManual && { leastShare: await this.#readLeastShare(run) }),
      }),
      { id: row.requester, isVisitor: false },
    );
    await this.#store(
      run,
      result.state === 'answered' ? { answer: result.answer, site } : this.#describe(run, result),
    );
  }

  async #readLeastShare({ project_id: projectId }: RunningRun): Promise<number> {
    const { leastImprovementPercent } = await readRfSettings(this.#services.db, projectId);
    return leastImprovementPercent / 100;
  }

  #describe(
    { id }: RunningRun,
    result: Exclude<SandboxResult<PlanAnswer>, { readonly state: 'answered' }>,
  ): { readonly problem: string } {
    if (result.state === 'timeout') return { problem: 'Computing the plan took too long.' };
    this.#services.log.warn({ cause: result.cause, run: id }, 'the process that computes a plan ended');
    return { problem: 'The plan could not be computed. Start the optimization again.' };
  }

  /** Stores the result of a round, unless the run has ended in the meantime. */
  async #store(
    { id, project_id: projectId, rounds }: RunningRun,
    {
      answer,
      problem,
      site,
    }: { readonly answer?: PlanAnswer; readonly site?: StoredSite; readonly problem?: string },
  ): Promise<void> {
    const isOver = problem !== undefined || rounds + 1 >= ROUNDS;
    await commit(this.#services, async (work) => {
      await work.tx
        .updateTable('rf_runs')
        .set({
          ...(answer && {
            rounds: rounds + 1,
            best: JSON.stringify(answer.best),
            plan: JSON.stringify(answer.plan),
            is_worthwhile: answer.isWorthwhile ?? null,
            // The first round has added the usual loads, and the losses of the floor plans.
            ...(site &&
              rounds === 0 && { site: JSON.stringify({ ...site, modelledLosses: answer.modelledLosses }) }),
            ...(answer.places && {
              site: sql<string>`jsonb_set(site, '{places}', ${JSON.stringify(answer.places)}::jsonb)`,
            }),
          }),
          ...(isOver && { state: problem === undefined ? ('completed' as const) : ('failed' as const) }),
          ...(isOver && { ended_at: work.now }),
          ...(problem !== undefined && { problem }),
        })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('rounds', '=', rounds)
        .execute();
      work.liveIn(projectId, 'rf');
    });
  }
}
