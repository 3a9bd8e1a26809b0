import { startLoop, type WorkLoop } from '@northlight/runtime';
import {
  type DemoEndpoint,
  listDemoCopies,
  readSandboxSites,
  type SandboxSite,
  type Services,
} from '@northlight/server/extension';
import { type Site, type SiteSpec, startSite } from '@northlight/simulator';
import { copyClaimCode, copySecret, toCopy } from './copies.ts';

const REVIEW_MS = 60_000;

/**
 * Runs the simulated sites of all demo copies and sandboxes while their projects exist. Only the process that has
 * the demo's lease does this.
 */
export class CopySites implements AsyncDisposable {
  readonly #services: Services;
  readonly #endpoint: DemoEndpoint;
  readonly #sites = new Map<number, Site>();
  /** Faults that the sites have now: kind and serial number. */
  readonly #faults = new Map<number, ReadonlySet<string>>();
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
    const sandboxes = new Map(
      (await readSandboxSites(db, [...existing])).map((sandbox) => [sandbox.projectId, sandbox] as const),
    );
    if (this.#reviews.isStopped) return;
    for (const { id, source } of copies) {
      const sandbox = sandboxes.get(id);
      // The description of a site comes from `simulate`.
      if (!this.#sites.has(id))
        this.#begin(id, sandbox ? (sandbox.site as SiteSpec) : toCopy(source, id).spec);
      if (sandbox) this.#causeFaults(sandbox);
    }
  }

  /** Causes and ends the faults of a sandbox, as its user has set them. */
  #causeFaults({ faults, projectId, serialNumbers }: SandboxSite): void {
    const site = this.#sites.get(projectId);
    const before = this.#faults.get(projectId) ?? new Set();
    const now = new Set(
      faults.flatMap(({ deviceId, kind }) => {
        const sn = serialNumbers.get(deviceId);
        // The device has left the sandbox.
        return sn === undefined ? [] : [`${kind} ${sn}`];
      }),
    );
    this.#faults.set(projectId, now);
    for (const fault of new Set([...before, ...now])) {
      if (before.has(fault) === now.has(fault)) continue;
      const [kind, sn = ''] = fault.split(' ');
      if (kind === 'cable') site?.setUplinkCable(sn, !now.has(fault));
      else site?.setPower(sn, !now.has(fault));
    }
  }

  #begin(id: number, spec: SiteSpec): void {
    const { clock, entropy } = this.#services;
    const access = (sn: string) => ({
      secret: copySecret(this.#services, sn),
      claimCode: copyClaimCode(this.#services, sn),
    });
    this.#sites.set(
      id,
      startSite({
        spec,
        access,
        endpoint: this.#endpoint,
        ca: this.#endpoint.ca,
        clock,
        entropy,
        sendsPictures: true,
      }),
    );
  }

  async #end(id: number): Promise<void> {
    const site = this.#sites.get(id);
    this.#sites.delete(id);
    this.#faults.delete(id);
    await site?.[Symbol.asyncDispose]();
  }
}
