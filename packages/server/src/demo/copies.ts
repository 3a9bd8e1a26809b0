import {
  DEMO_COPIES_PER_DAY,
  DEMO_COPY_DAYS,
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
  DomainError,
  EXPER_CFG,
  type NetworkConfig,
} from '@northlight/contract';
import { DAY_MS, randomId, startLoop } from '@northlight/runtime';
import { describeSite, type Site, startSite } from '@northlight/simulator';
import { commit } from '../platform/commit.ts';
import { addAttempt, countAttempts, lockLimitKey } from '../platform/db/limits.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { accountOf, type RequestContext } from '../platform/http/request-context.ts';
import { newProjectId } from '../projects/index.ts';
import type { Services } from '../services.ts';
import { type DemoProject, demoProjects, insertDemoProject, seedDevices } from './seed.ts';

const REVIEW_MS = 60_000;
const SCENES = { wlan: DEMO_WLAN_PROJECT, mesh: DEMO_MESH_PROJECT } as const;

export type DemoScene = keyof typeof SCENES;

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/**
 * Accounts' own demos: the same sites as the installation's two, with devices of their own that may be configured at
 * will. Their sites run while their projects exist.
 */
export class DemoCopies {
  #running: { services: Services; endpoint: Endpoint } | undefined;
  readonly #sites = new Map<number, Site>();
  #reviews: Promise<void> = Promise.resolve();
  #isReviewWanted = false;

  /** Keeps the sites of all copies running: as projects come and go, and once a minute for messages that were lost. */
  async start(services: Services, endpoint: Endpoint): Promise<AsyncDisposable> {
    this.#running = { services, endpoint };
    const unsubscribe = services.bus.subscribe('projects', () => void this.#reviewSoon(services));
    await this.#reviewSoon(services);
    const loop = startLoop(
      services.clock,
      REVIEW_MS,
      () => this.#reviewSoon(services),
      (error) => services.log.warn({ err: error }, 'demo copies not reviewed'),
    );
    return {
      [Symbol.asyncDispose]: async () => {
        unsubscribe();
        this.#running = undefined;
        await loop[Symbol.asyncDispose]();
        await this.#reviews;
        for (const id of this.#sites.keys()) await this.#end(id);
      },
    };
  }

  /** Makes a copy of one scene for the caller: five a day at most (1160), one of a scene at a time (1161). */
  async create(scene: DemoScene, context: RequestContext): Promise<number> {
    if (!this.#running)
      throw new DomainError('demoProject', { message: 'The demo is switched off on this server.' });
    const { services } = this.#running;
    const account = accountOf(context);
    const now = services.clock.now();
    const copyOf = SCENES[scene];
    const demo = copyFor(newProjectId(services), copyOf);
    await commit(services, async (tx, after) => {
      const key = `demo-copy:${account.id}`;
      await lockLimitKey(tx, key);
      const live = await tx
        .selectFrom('projects')
        .select('id')
        .where('owner_id', '=', account.id)
        .where('copy_of', '=', copyOf)
        .where('deleted_at', 'is', null)
        .where('expires_at', '>', new Date(now))
        .executeTakeFirst();
      if (live) throw new DomainError('experienceExists');
      if ((await countAttempts(tx, key, new Date(now - DAY_MS))) >= DEMO_COPIES_PER_DAY)
        throw new DomainError('experienceDailyLimit');
      await addAttempt(tx, key, randomId(services.entropy, now), new Date(now));
      // Copies whose life is over make room for the name.
      await tx
        .updateTable('projects')
        .set({ deleted_at: new Date(now) })
        .where('owner_id', '=', account.id)
        .where('copy_of', '=', copyOf)
        .where('deleted_at', 'is', null)
        .execute();
      await insertDemoProject(services, tx, demo, {
        ownerId: account.id,
        expiresAt: new Date(now + DEMO_COPY_DAYS * DAY_MS),
        copyOf,
      });
      await seedDevices(services, tx, after, demo, (sn) => secretOf(services, sn));
      await auditRequest(services, tx, context, {
        action: 'project.demo-copy',
        object: `project ${demo.id}`,
        after: demo.project.name,
        projectId: demo.id,
      });
      after.projectsChanged();
      after.liveTo([account.id], 'projects');
    });
    return demo.id;
  }

  /** Reviews after the review in progress; requests until then share one. */
  #reviewSoon({ log }: Services): Promise<void> {
    if (this.#isReviewWanted) return this.#reviews;
    this.#isReviewWanted = true;
    this.#reviews = this.#reviews.then(async () => {
      this.#isReviewWanted = false;
      try {
        await this.#review();
      } catch (error) {
        log.warn({ err: error }, 'demo copies not reviewed');
      }
    });
    return this.#reviews;
  }

  async #review(): Promise<void> {
    if (!this.#running) return;
    const { clock, db } = this.#running.services;
    const rows = await db
      .selectFrom('projects')
      .select(['id', 'copy_of'])
      .where('copy_of', 'is not', null)
      .where('deleted_at', 'is', null)
      .where('expires_at', '>', new Date(clock.now()))
      .execute();
    const alive = new Set(rows.map(({ id }) => id));
    for (const id of this.#sites.keys()) if (!alive.has(id)) await this.#end(id);
    for (const { id, copy_of: copyOf } of rows)
      if (copyOf !== null && !this.#sites.has(id)) this.#begin(copyFor(id, copyOf));
  }

  #begin(demo: DemoProject): void {
    if (!this.#running) return;
    const { services, endpoint } = this.#running;
    const { clock, entropy } = services;
    const access = (sn: string) => ({ secret: secretOf(services, sn) });
    this.#sites.set(demo.id, startSite({ spec: demo.spec, access, endpoint, clock, entropy }));
  }

  async #end(id: number): Promise<void> {
    const site = this.#sites.get(id);
    this.#sites.delete(id);
    await site?.[Symbol.asyncDispose]();
  }
}

/** The demo under an id and with devices of its own; `exper_cfg` gives it its own name. */
function copyFor(id: number, copyOf: number): DemoProject {
  const demo = demoProjects().find((candidate) => candidate.id === copyOf);
  if (!demo) throw new Error(`There is no demo ${copyOf}.`);
  const kind = copyOf === DEMO_MESH_PROJECT ? 'mesh-house' : 'hotel';
  const spec = describeSite(kind, id);
  return {
    ...demo,
    id,
    spec: {
      ...spec,
      zoneHours: demo.spec.zoneHours,
      clients: spec.clients.map((client) =>
        client.ssid === undefined ? client : { ...client, ssid: renamed(client.ssid) },
      ),
    },
    gateway: demo.gateway && withRenamed(demo.gateway),
    project: { ...demo.project, name: EXPER_CFG.exper_pro_name[demo.project.name] ?? demo.project.name },
  };
}

const renamed = (ssid: string): string => EXPER_CFG.exper_pro_ssid[ssid] ?? ssid;

const withRenamed = ({ wireless, ...config }: NetworkConfig): NetworkConfig => ({
  ...config,
  ...(wireless && {
    wireless: {
      ...wireless,
      policies: wireless.policies.map(({ ssid, ssid5g, ...policy }) => ({
        ...policy,
        ssid: renamed(ssid),
        ...(ssid5g !== undefined && { ssid5g: renamed(ssid5g) }),
      })),
    },
  }),
});

/** Secrets of a copy's devices follow from the server's key: nothing of them is stored in clear. */
const secretOf = ({ envelope }: Pick<Services, 'envelope'>, sn: string): string =>
  envelope.derive('demo-device', sn).toString('hex');
