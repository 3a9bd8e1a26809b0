import { NET_MODES } from '@northlight/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, SeededEntropy } from '@northlight/runtime';
import {
  type Backfill,
  commit,
  HistoryDay,
  insertPastAlarms,
  insertPastConfigs,
  insertPastJobs,
  insertPastRecords,
  insertPastTopology,
  measurePastRuns,
  readBackfill,
  saveBackfill,
  type Services,
} from '@northlight/server/extension';
import { SiteHistory, type SiteHistoryOptions } from '@northlight/simulator';
import type { DemoProject } from './seed.ts';
import { findExhibition, readPastRadios, storePastOptimizations } from './past-optimizations.ts';
import { createPastTopology } from './past-topology.ts';
import { createPastEvents, type DeviceIds } from './past-events.ts';

/** Length of the history before the demo began. */
const HISTORY_MS = 30 * DAY_MS;
/**
 * Delay of the work after the start of the demo, so that it slows down neither the server nor the devices.
 */
const START_DELAY_MS = 20_000;
/**
 * Steps of the last day, and of earlier days. The steps are short enough for rates: reports that are further
 * apart leave gaps.
 */
const FINE_STEP_MS = MINUTE_MS;
const COARSE_STEP_MS = 3 * MINUTE_MS;
/** Simulated time between two pauses, in which other work runs. */
const CHUNK_MS = HOUR_MS;

/**
 * Writes the simulated past of demo projects in the background: the figures of 30 days, latest day first, and
 * past events. After a restart it continues with the last stored day.
 */
export class DemoHistory implements AsyncDisposable {
  readonly #services: Services;
  readonly #demos: readonly DemoProject[];
  readonly #cancel: () => void;
  #isEnding = false;
  #endPause: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(services: Services, demos: readonly DemoProject[]) {
    this.#services = services;
    this.#demos = demos;
    this.#cancel = services.clock.after(START_DELAY_MS, () => {
      this.#running = this.write().catch((error: unknown) =>
        services.log.warn({ err: error }, 'history of the demo not written'),
      );
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    this.#cancel();
    this.#endPause();
    await this.#running;
  }

  /** Resolves when the history of all demos is stored, or after disposal. */
  async write(): Promise<void> {
    const begun: [DemoProject, DeviceIds, Backfill][] = [];
    for (const demo of this.#demos) {
      const ids = await this.#findDevices(demo.id);
      const backfill = (await readBackfill(this.#services.db, demo.id)) ?? (await this.#begin(demo, ids));
      if (backfill) begun.push([demo, ids, backfill]);
    }
    for (const [demo, ids, backfill] of begun) {
      // Figures of the past depend on the channels of its optimizations, so those come first.
      if (backfill.storedFrom.getTime() === backfill.endsAt.getTime())
        await storePastOptimizations(this.#services, demo, ids, {
          endsAt: backfill.endsAt,
          isEnding: () => this.#isEnding,
        });
      await this.#writeFigures(demo, ids, backfill);
      if (!this.#isEnding) await measurePastRuns(this.#services, demo.id);
    }
  }

  async #writeFigures(demo: DemoProject, ids: DeviceIds, backfill: Backfill): Promise<void> {
    const { db } = this.#services;
    const end = backfill.endsAt.getTime();
    // Charts show 30 days at most, and the telemetry packer deletes older days.
    const start = Math.max(end, this.#services.clock.now()) - HISTORY_MS;
    const story = createPastEvents(demo, ids, new SeededEntropy(demo.id), end);
    const exhibition = demo.project.netMode === NET_MODES.wlan ? findExhibition(end) : undefined;
    const setRadios = await readPastRadios(this.#services, demo.id, ids);
    for (let until = backfill.storedFrom.getTime(); until > start && !this.#isEnding;) {
      const from = Math.max(start, Math.floor((until - 1) / DAY_MS) * DAY_MS);
      await this.#writeDay(
        demo,
        ids,
        { isOnline: story.isOnline, setRadios, exhibition },
        { from, until, end },
      );
      if (this.#isEnding) return;
      await saveBackfill(db, demo.id, { endsAt: backfill.endsAt, storedFrom: new Date(from) });
      until = from;
    }
  }

  async #findDevices(projectId: number): Promise<DeviceIds> {
    const devices = this.#services.db.selectFrom('devices').select(['id', 'sn']);
    const rows = await devices.where('project_id', '=', projectId).execute();
    return new Map(rows.map(({ id, sn }) => [sn, id] as const));
  }

  /**
   * Stores the past events together with the mark that the history has begun. The history ends at the start
   * of the demo.
   */
  async #begin(demo: DemoProject, ids: DeviceIds): Promise<Backfill | undefined> {
    const { db, entropy } = this.#services;
    const projects = db.selectFrom('projects').select('created_at').where('id', '=', demo.id);
    const project = await projects.executeTakeFirst();
    if (!project) return undefined;
    const endsAt = project.created_at;
    const end = endsAt.getTime();
    const { alarms, configs, jobs, outages, records } = createPastEvents(demo, ids, entropy, end);
    const topology = createPastTopology(demo.spec, ids, outages, new SeededEntropy(demo.id), {
      start: end - HISTORY_MS,
      end,
    });
    const backfill = { endsAt, storedFrom: endsAt };
    await commit(this.#services, async (work) => {
      const { tx } = work;
      await insertPastAlarms(tx, demo.id, alarms);
      await insertPastRecords(tx, entropy, demo.id, records);
      await insertPastJobs(tx, entropy, demo.id, jobs);
      await insertPastConfigs(tx, demo.id, configs);
      await insertPastTopology(tx, demo.id, topology);
      await saveBackfill(tx, demo.id, backfill);
      for (const resource of ['alarms', 'jobs', 'logs', 'networkConfig', 'projects', 'topology'] as const)
        work.liveIn(demo.id, resource);
    });
    return backfill;
  }

  async #writeDay(
    { id, spec }: DemoProject,
    ids: DeviceIds,
    past: Pick<SiteHistoryOptions, 'exhibition' | 'isOnline' | 'setRadios'>,
    { end, from, until }: { from: number; until: number; end: number },
  ): Promise<void> {
    const { clock, db } = this.#services;
    const stepMs = until > end - DAY_MS ? FINE_STEP_MS : COARSE_STEP_MS;
    const entropy = new SeededEntropy(id + Math.floor(from / DAY_MS));
    const site = new SiteHistory({ spec, entropy, start: from, ...past });
    const day = new HistoryDay(db, id, from);
    let startedAt = clock.now();
    for (let at = from; at < until && !this.#isEnding; at += stepMs) {
      const { count, reports } = site.step(at);
      for (const { figures, sn } of reports) {
        const deviceId = ids.get(sn);
        if (deviceId !== undefined) day.addReport(deviceId, at, figures);
      }
      day.addCount(at, count);
      if ((at - from) % CHUNK_MS === 0) {
        // Leaves as much time for other work as this work has taken.
        await this.#pause(clock.now() - startedAt);
        startedAt = clock.now();
      }
    }
    if (!this.#isEnding) await day.store(clock.now());
  }

  /** Waits, so that other work can run. Does not wait on a clock that does not advance, as in tests. */
  async #pause(ms: number): Promise<void> {
    if (ms <= 0) return new Promise((resolve) => setImmediate(resolve));
    return new Promise((resolve) => {
      const cancel = this.#services.clock.after(ms, resolve);
      this.#endPause = () => {
        cancel();
        resolve();
      };
    });
  }
}
