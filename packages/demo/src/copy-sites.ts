import { startLoop } from '@northlight/runtime';
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
  readonly #resources = new AsyncDisposableStack();
  #reviews: Promise<void> = Promise.resolve();
  #isReviewWanted = false;
  #isEnding = false;

  private constructor(services: Services, endpoint: DemoEndpoint) {
    this.#services = services;
    this.#endpoint = endpoint;
  }

  /**
   * Checks which sites must run when projects change, and once a minute, because messages may be lost and
   * copies expire.
   */
  static async start(services: Services, endpoint: DemoEndpoint): Promise<CopySites> {
    const { bus, clock, log } = services;
    const sites = new CopySites(services, endpoint);
    sites.#resources.defer(bus.subscribe('projects', () => void sites.#reviewSoon()));
    await sites.#reviewSoon();
    sites.#resources.use(
      startLoop(
        clock,
        REVIEW_MS,
        () => sites.#reviewSoon(),
        (error) => log.warn({ err: error }, 'demo copies not reviewed'),
      ),
    );
    return sites;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    await this.#resources.disposeAsync();
    await this.#reviews;
    for (const id of this.#sites.keys()) await this.#end(id);
  }

  /** Starts a check after the check in progress. All requests until then share the new check. */
  #reviewSoon(): Promise<void> {
    if (this.#isReviewWanted) return this.#reviews;
    this.#isReviewWanted = true;
    this.#reviews = this.#reviews.then(async () => {
      this.#isReviewWanted = false;
      try {
        await this.#review();
      } catch (error) {
        this.#services.log.warn({ err: error }, 'demo copies not reviewed');
      }
    });
    return this.#reviews;
  }

  async #review(): Promise<void> {
    const { clock, db } = this.#services;
    const copies = await listDemoCopies(db, new Date(clock.now()));
    if (this.#isEnding) return;
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
