import { startLoop, type WorkLoop } from '@northlight/runtime';
import { type DemoEndpoint, listDemoCopies, type Services } from '@northlight/server/extension';
import { type Site, startSite } from '@northlight/simulator';
import { copyClaimCode, copySecret, toCopy } from './copies.ts';

const REVIEW_MS = 60_000;

/**
 * Runs the simulated sites of all demo copies while their projects exist. Only the process that has the
 * demo's lease does this.
 */
export class CopySites implements AsyncDisposable {
  readonly #services: Services;
  readonly #endpoint: DemoEndpoint;
  readonly #sites = new Map<number, Site>();
  readonly #reviews: WorkLoop;
  #unsubscribe: () => void = () => undefined;

  private constructor(services: Services, endpoint: DemoEndpoint) {
    this.#services = services;
    this.#endpoint = endpoint;
    this.#reviews = startLoop(
      services.clock,
      REVIEW_MS,
      () => this.#review(),
      (error) => services.log.warn({ err: error }, 'demo copies not reviewed'),
    );
  }

  /**
   * Checks which sites must run when projects change, and once a minute, because messages may be lost and
   * copies expire.
   */
  static async start(services: Services, endpoint: DemoEndpoint): Promise<CopySites> {
    const sites = new CopySites(services, endpoint);
    sites.#unsubscribe = services.bus.subscribe('projects', () => sites.#reviews.request());
    sites.#reviews.request();
    await sites.#reviews.settled();
    return sites;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unsubscribe();
    await this.#reviews[Symbol.asyncDispose]();
    for (const id of this.#sites.keys()) await this.#end(id);
  }

  async #review(): Promise<void> {
    const { clock, db } = this.#services;
    const copies = await listDemoCopies(db, new Date(clock.now()));
    if (this.#reviews.isStopped) return;
    const existing = new Set(copies.map(({ id }) => id));
    for (const id of this.#sites.keys()) if (!existing.has(id)) await this.#end(id);
    for (const { id, source } of copies) if (!this.#sites.has(id)) this.#begin(id, source);
  }

  #begin(id: number, source: number): void {
    const { clock, entropy } = this.#services;
    const access = (sn: string) => ({
      secret: copySecret(this.#services, sn),
      claimCode: copyClaimCode(this.#services, sn),
    });
    const { spec } = toCopy(source, id);
    this.#sites.set(id, startSite({ spec, access, endpoint: this.#endpoint, clock, entropy }));
  }

  async #end(id: number): Promise<void> {
    const site = this.#sites.get(id);
    this.#sites.delete(id);
    await site?.[Symbol.asyncDispose]();
  }
}
