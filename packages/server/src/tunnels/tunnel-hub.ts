import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:http2';
import type { Duplex } from 'node:stream';
import { ERRORS, TUNNEL_LEASE_SECONDS } from '@northlight/contract';
import { type Clock, type Entropy, randomId, sha256Hex } from '@northlight/runtime';
import type { Logger } from 'pino';
import type { RightsWatch, WatchedRight } from '../platform/rights-watch.ts';
import type { Lease, LeaseEnd } from './lease.ts';
import { answerText, passOn } from './proxy.ts';

const ENTRANCE_MS = 60_000;
/** How long it is known what became of a lease. */
const REMEMBERED_MS = 15 * 60_000;
const COOKIE = 'northlight-device';
export const ENTER_PATH = '/.northlight/enter';

export interface TunnelHubOptions {
  /** `LABEL.HOST` reaches a lease; undefined: there is no remote management. */
  readonly host: string | undefined;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly rights: RightsWatch;
}

export type NewLease = Pick<Lease, 'projectId' | 'deviceId' | 'deviceName'> & {
  /** The right of the session that opens it. */
  readonly right: Pick<WatchedRight, 'sessionId' | 'accountId' | 'ask'>;
};

const REASONS = {
  over: { code: ERRORS.remoteEnded.code, reason: 'The 15 minutes are over.' },
  closed: { code: ERRORS.remoteEnded.code, reason: 'It was closed.' },
  right: { code: ERRORS.remoteEnded.code, reason: 'The right to it has ended.' },
  lost: { code: ERRORS.remoteFailed.code, reason: 'The device ended the connection.' },
} as const satisfies Record<string, LeaseEnd>;

/**
 * Leases of devices' own pages. A device dials and speaks HTTP/2 as the server of its page; a browser reaches it under
 * a host name of the lease's own, so that nothing of the console is in reach of what a device serves.
 */
export class TunnelHub implements Disposable {
  readonly #options: TunnelHubOptions;
  readonly #leases = new Map<string, Lease>();
  constructor(options: TunnelHubOptions) {
    this.#options = options;
  }

  get isAvailable(): boolean {
    return this.#options.host !== undefined;
  }

  /** A new lease; the device is yet to dial. */
  open({ right, ...wanted }: NewLease): Lease {
    const { clock, entropy, rights } = this.#options;
    const hex = (bytes: number): string => Buffer.from(entropy.bytes(bytes)).toString('hex');
    const lease: Lease = {
      ...wanted,
      id: randomId(entropy, clock.now()),
      label: hex(16),
      ticket: hex(32),
      cookie: hex(32),
      expiresAt: clock.now() + TUNNEL_LEASE_SECONDS * 1000,
      jobId: undefined,
      entrance: undefined,
      link: undefined,
      end: undefined,
      right: undefined,
      during: new DisposableStack(),
    };
    this.#leases.set(lease.id, lease);
    const { projectId, expiresAt } = lease;
    const ended = (): void => this.close(lease, REASONS.right);
    lease.right = lease.during.use(rights.watch({ ...right, projectId, until: expiresAt, ended }));
    lease.during.defer(clock.after(expiresAt - clock.now(), () => this.close(lease, REASONS.over)));
    return lease;
  }

  /** Undefined for another project's, and for what has been forgotten. */
  find(id: string, projectId: number): Lease | undefined {
    const lease = this.#leases.get(id);
    return lease?.projectId === projectId ? lease : undefined;
  }

  /** The lease of a device that has not ended. */
  ofDevice(deviceId: string): Lease | undefined {
    return [...this.#leases.values()].find((lease) => lease.deviceId === deviceId && !lease.end);
  }

  /** The part of an address at which the browser enters, once; a new one each time. */
  entranceOf(lease: Lease): string {
    const { clock, entropy } = this.#options;
    const key = Buffer.from(entropy.bytes(16)).toString('hex');
    lease.entrance = { key, until: clock.now() + ENTRANCE_MS };
    return `${ENTER_PATH}?key=${key}`;
  }

  close(lease: Lease, end: LeaseEnd = REASONS.closed): void {
    if (lease.end) return;
    lease.end = end;
    lease.during.dispose();
    this.#options.clock.after(REMEMBERED_MS, () => this.#leases.delete(lease.id));
    lease.link?.session.destroy();
    lease.link?.socket.destroy();
    lease.link = undefined;
  }

  /** A device has dialled with a ticket; true when the connection is a lease's from now on. */
  attach(ticket: string, socket: Duplex): boolean {
    const lease = [...this.#leases.values()].find((each) => sameSecret(each.ticket, ticket));
    if (!lease || lease.end || lease.link || this.#isOver(lease)) return false;
    const session = connect('http://device', {
      createConnection: () => socket,
      maxSessionMemory: 32,
      settings: { enablePush: false },
    });
    session.on('error', (error) => this.#options.log.debug({ err: error }, 'a device’s tunnel failed'));
    session.once('close', () => this.close(lease, REASONS.lost));
    lease.link = { session, socket };
    return true;
  }

  /** The label of a host name that belongs to a lease; undefined for the console's own. */
  labelOf(hostName: string): string | undefined {
    const { host } = this.#options;
    if (host === undefined || !hostName.endsWith(`.${host}`)) return undefined;
    return hostName.slice(0, -host.length - 1);
  }

  /** Answers a browser's request at a lease's host name. */
  async serve(
    label: string,
    request: IncomingMessage,
    response: ServerResponse,
    secure: boolean,
  ): Promise<void> {
    const lease = [...this.#leases.values()].find((each) => sameSecret(each.label, label));
    const url = URL.parse(request.url ?? '/', 'http://device');
    await lease?.right?.settled();
    if (!lease || lease.end || !url) return gone(response);
    if (url.pathname === ENTER_PATH) return this.#enter(lease, url, response, secure);
    if (!hasCookie(request, lease.cookie)) return gone(response);
    const session = lease.link?.session;
    if (!session || session.closed || session.destroyed)
      return answerText(response, 502, 'The device is not connected yet.');
    passOn(request, response, session);
  }

  [Symbol.dispose](): void {
    for (const lease of this.#leases.values()) this.close(lease);
  }

  #isOver({ expiresAt }: Lease): boolean {
    return expiresAt <= this.#options.clock.now();
  }

  #enter(lease: Lease, url: URL, response: ServerResponse, secure: boolean): void {
    const { entrance } = lease;
    lease.entrance = undefined;
    const key = url.searchParams.get('key') ?? '';
    if (!entrance || !sameSecret(entrance.key, key) || entrance.until <= this.#options.clock.now())
      return gone(response);
    // Lax: who comes from the console's own host name must have the cookie on the redirection already.
    response.writeHead(303, {
      location: '/',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'set-cookie': `${COOKIE}=${lease.cookie}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    });
    response.end();
  }
}

const gone = (response: ServerResponse): void =>
  answerText(response, 404, 'This address is over. Open the page of the device again from the console.');

function hasCookie({ headers }: IncomingMessage, value: string): boolean {
  return (headers.cookie ?? '').split(';').some((pair) => {
    const [name, given = ''] = pair.trim().split('=');
    return name === COOKIE && sameSecret(value, given);
  });
}

const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(sha256Hex(one)), Buffer.from(sha256Hex(other)));
